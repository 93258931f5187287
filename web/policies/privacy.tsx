import { answerDays, retention } from '#contract/kernel/limits/retention.ts'
import { ticketLimits } from '#contract/kernel/limits/ticket-limits.ts'
import { type ReportRecipients, recipientNames } from '#contract/settings/purchase-report.ts'
import type { Route } from './+types/privacy'
import { createPolicyRoute, type Policy, PolicyPage } from './policy-page.tsx'
import { buildGrievanceText } from './policy-terms.ts'

/** What is sent to shoppers who have not asked for it. */
function describeMarketing({ remindsOfCarts, usesWhatsapp }: { remindsOfCarts: boolean; usesWhatsapp: boolean }): string {
  const phone = usesWhatsapp ? 'no automatic messages to your phone' : 'no messages to your phone'
  return remindsOfCarts
    ? `Marketing emails, such as a reminder of a cart that you leave, are sent only if you agree to them [on your account page](/UserDashboard/account), where you can withdraw at any time. We send ${phone}.`
    : `We send no marketing emails and ${phone}, so we do not ask for your consent to them. If we ever do, we will ask first.`
}

/** Whom the shop tells about purchases, with consent. */
function describeReports(recipients: ReportRecipients): string {
  const ofMeta =
    'Meta also gets the items, your browser’s user agent, and your email and phone number as SHA-256 hashes, by which it finds your account if you have one. We store the user agent until then, for no more than '
  return `**${recipientNames[recipients]}** only if you tick the box at checkout: that there was a purchase, its amount and time, and the identifier that the advertisement has added to its link, so that we see which advertisement led to it.${
    recipients === 'google' ? '' : ` ${ofMeta}${retention.purchaseReportDays} days.`
  }`
}

const buildPolicy = (): Policy => ({
  path: '/privacy',
  title: 'Privacy Policy',
  description: 'What data we collect, why, for how long, and who receives it. No trackers in our pages, no sale of data.',
  lead: 'We collect only the data we need to sell and deliver your clothes. This page lists all of it.',
  highlights: [
    ['Trackers in our pages', 'None'],
    ['Sale of your data', 'Never'],
    ['Your card number', 'Never reaches us'],
    ['Cookies', 'Two, when you sign in or order'],
  ],
  sections: ({ storeEmail, grievanceOfficer, remindsOfCarts, whatsapp, purchaseReports }) => [
    {
      id: 'what-we-keep',
      heading: 'Data we collect and why',
      body: [
        [
          '**Orders:** your name, delivery address, phone number, email, items, payments and your note. We need them for delivery, returns and accounting, and store them for as long as tax law requires.',
          '**Returns:** your reasons, and the photos that you add, which we delete after a year. If we transfer a refund to you, your UPI id or bank account, encrypted, until a month after the payment.',
          '**Account:** if you create one, your username, your PIN as a hash that cannot be read back, your email if you verify it, your cart, your saved items, your addresses, and the browser and time zone of each device where you are signed in.',
          '**Payments:** the amount, the method such as UPI or card, the status and Razorpay’s reference. You enter your card number in Razorpay’s window; it never reaches us.',
          '**Stock:** the email address at which you want to be told that an item is in stock again. We email you only after you have confirmed it, and once.',
          '**Earlier customers:** if you bought from us before this shop opened, your name, phone number and email from that time, and whether you agreed to hear about offers. Tell us, and we delete them.',
          '**Messages:** messages you send us, with your name, email and our replies. They also reach our mailbox like any other email.',
          `**Visits:** page views of the storefront, with their time and your browser’s user agent, but without your name or IP address. Records are deleted after ${retention.visitDays} days; daily totals are kept. Of products, the cart and the checkout only daily totals are stored.`,
          `**Where you come from:** with an order, the site or advertisement whose link brought you here, deleted after ${retention.referralDays} days; daily totals without your name are kept.`,
          '**IP addresses:** counted for a few hours, stored as a hash for 27 hours after an order, and as a hash with each device of your account, to prevent abuse, such as guessing PINs or placing automated orders, and then deleted.',
        ],
      ],
    },
    {
      id: 'in-your-browser',
      heading: 'Cookies and browser storage',
      body: [
        'We set no cookies while you browse. When you sign in, we set two, and one of them when you order. Neither is used for advertising, and neither can be read by scripts.',
        [
          `\`sid\` keeps you signed in until ${retention.sessionDays} days after your last visit, and for no more than ${retention.maxSessionDays} days. Signing out deletes it.`,
          `\`device\` records that you have signed in on this device, so that someone else’s wrong PIN attempts do not lock you out, and lets us notice many unconfirmed orders from one browser. It expires after ${retention.deviceDays} days.`,
        ],
        `Your browser also stores your guest cart, whether you are signed in and whether sounds are muted, until you clear it, and form entries, the link by which you came and how far your visit came until you close the tab. This data stays in your browser until you order or sign in. The last orders you placed without an account, with their delivery address, stay in your browser for ${retention.placedOrderDays} days; [Order Tracking](/order-tracking) can remove them.`,
      ],
    },
    {
      id: 'who-else',
      heading: 'Who receives your data',
      body: [
        [
          '**Couriers** receive your name, address and phone number for delivery, and your email address too when they pick up a return.',
          '**Razorpay** processes UPI and card payments. Its window opens only on our payment page and is subject to Razorpay’s own privacy policy.',
          '**Our email provider** delivers the emails we send you.',
          ...(whatsapp
            ? [
                '**WhatsApp** receives your phone number and our messages when you write to us there, or when one of us writes to you about your order.',
              ]
            : []),
          ...(purchaseReports ? [describeReports(purchaseReports)] : []),
          '**Courts and authorities**, where the law requires it.',
        ],
        'No one else receives your data. We do not sell data or show advertising, and only the payment page loads content from another company.',
      ],
    },
    {
      id: 'how-we-guard-it',
      heading: 'How we protect your data',
      body: [
        'PINs are stored as salted hashes and session tokens as hashes. Repeated wrong PINs are slowed down and then blocked. Our technical logs contain no names, addresses, phone numbers or order contents.',
      ],
    },
    {
      id: 'how-long',
      heading: 'How long we keep it',
      body: [
        [
          '**Your account**, its addresses, cart and saved items: until you delete them or the account.',
          `**Devices:** sign-ins for ${retention.maxSessionDays} days at most, the mark of a known device for ${retention.deviceDays} days.`,
          '**Orders, payments and refunds:** as long as tax law requires, also after your account is deleted. Your notes are deleted with the account.',
          `**Online payments that you did not complete:** ${retention.unpaidCheckoutDays} days. Razorpay’s messages about payments: a year.`,
          `**Requests for stock notifications:** ${retention.unconfirmedRestockDays} days without your confirmation, ${retention.notifiedRestockDays} days after our email, and never longer than a year.`,
          `**Your messages to us:** ${retention.ticketDays} days after we settled them.`,
          '**Your consents and requests about your data:** requests for a year after our answer. Consents stay as proof that we asked, without your name once your account is deleted.',
        ],
      ],
    },
    {
      id: 'your-rights',
      heading: 'Your rights',
      body: [
        `With an account, you can download all your data, change your addresses, withdraw consents, and delete the account [on your account page](/UserDashboard/account). A deleted account is kept for ${retention.deletionGraceDays} days, in which signing in restores it; its username cannot be used again for a year.`,
        `Without an account, or for anything else, ask us for a copy of your data, or to correct or delete it: email us at [${storeEmail}](mailto:${storeEmail}) or use the [contact form](/contact). You get a number at once, and we read your message within ${ticketLimits.acknowledgeHours} hours. We answer within ${answerDays.access} days, and complaints within ${answerDays.grievance} days. We delete all data that we are not legally required to keep.`,
        ...(purchaseReports
          ? [
              'You can withdraw your agreement that advertising companies are told about a purchase on your account page, on the page that the links in the mails of the order open, or by a message to us. What they were told before stays with them.',
            ]
          : []),
        describeMarketing({ remindsOfCarts, usesWhatsapp: whatsapp !== undefined }),
        buildGrievanceText(grievanceOfficer),
        'If you are not satisfied with our response, you can complain to the Data Protection Board of India. When this policy changes, we update the date at the top of the page.',
      ],
    },
  ],
})

const route = createPolicyRoute({ policy: 'privacy', build: buildPolicy })
export const loader = route.loader
export const clientLoader = route.clientLoader
export const meta = route.meta

export default function Privacy({ loaderData: { ownText } }: Route.ComponentProps) {
  return <PolicyPage build={buildPolicy} ownText={ownText} />
}
