import { retention } from '#contract/business.ts'
import { useStoreConfig } from '../layout/store-config.ts'
import type { Route } from './+types/privacy'
import { AreaLink } from './area-link.tsx'
import { describePolicyPage } from './describe-page.ts'
import { GrievanceOfficer } from './grievance-officer.tsx'
import { PolicyPage, type PolicySection } from './policy-page.tsx'

export const meta: Route.MetaFunction = ({ matches, location }) =>
  describePolicyPage({
    config: matches[0]?.loaderData,
    location,
    path: '/privacy',
    title: 'Privacy Policy',
    description: 'What data we collect, why, for how long, and who receives it. No trackers, no advertising, no sale of data.',
  })

const highlights = [
  ['Trackers and advertising', 'None'],
  ['Sale of your data', 'Never'],
  ['Your card number', 'Never reaches us'],
  ['Cookies', 'Two, only after you sign in'],
] as const

const sections: readonly PolicySection[] = [
  {
    id: 'what-we-keep',
    heading: 'Data we collect and why',
    body: (
      <ul>
        <li>
          <strong>Orders:</strong> your name, delivery address, phone number, email, items and payments. We need them for delivery, returns
          and accounting, and store them for as long as tax law requires.
        </li>
        <li>
          <strong>Account:</strong> if you create one, your username, your PIN as a hash that cannot be read back, your cart and your last
          delivery address.
        </li>
        <li>
          <strong>Payments:</strong> the amount, the status and Razorpay’s reference. You enter your card number in Razorpay’s window; it
          never reaches us.
        </li>
        <li>
          <strong>Messages:</strong> messages you send us are stored in our mailbox like any other email.
        </li>
        <li>
          <strong>Visits:</strong> page views of the storefront, with their time and your browser’s user agent, but without your name or IP
          address. Records are deleted after {retention.visitDays} days; daily totals are kept.
        </li>
        <li>
          <strong>IP addresses:</strong> counted for a few hours to prevent abuse, such as guessing PINs or placing automated orders, and
          then deleted.
        </li>
      </ul>
    ),
  },
  {
    id: 'in-your-browser',
    heading: 'Cookies and browser storage',
    body: (
      <>
        <p>
          We set no cookies while you browse. When you sign in, we set two. Neither is used for advertising, and neither can be read by
          scripts.
        </p>
        <ul>
          <li>
            <code>sid</code> keeps you signed in until {retention.sessionDays} days after your last visit, and for no more than{' '}
            {retention.maxSessionDays} days. Logging out deletes it.
          </li>
          <li>
            <code>device</code> records that you have signed in on this device, so that someone else’s wrong PIN attempts do not lock you
            out. It expires after {retention.deviceDays} days.
          </li>
        </ul>
        <p>
          Your browser also stores your guest cart, whether you are signed in and whether sounds are muted, until you clear it, and form
          entries until you close the tab. This data stays in your browser until you order or sign in.
        </p>
      </>
    ),
  },
  {
    id: 'who-else',
    heading: 'Who receives your data',
    body: (
      <>
        <ul>
          <li>
            <strong>Couriers</strong> receive your name, address and phone number for delivery.
          </li>
          <li>
            <strong>Razorpay</strong> processes card payments. Its window opens only on our payment page and is subject to Razorpay’s own
            privacy policy.
          </li>
          <li>
            <strong>Our email provider</strong> delivers the emails we send you.
          </li>
          <li>
            <strong>Courts and authorities</strong>, where the law requires it.
          </li>
        </ul>
        <p>
          No one else receives your data. We do not sell data or show advertising, and only the payment page loads content from another
          company.
        </p>
      </>
    ),
  },
  {
    id: 'how-we-guard-it',
    heading: 'How we protect your data',
    body: (
      <p>
        PINs are stored as salted hashes and session tokens as hashes. Repeated wrong PINs are slowed down and then blocked. Our technical
        logs contain no names, addresses, phone numbers or order contents.
      </p>
    ),
  },
  {
    id: 'your-rights',
    heading: 'Your rights',
    body: <Rights />,
  },
]

function Rights() {
  const { storeEmail } = useStoreConfig()
  return (
    <>
      <p>
        You can ask us for a copy of your data, or to correct or delete it. Email us at{' '}
        <a href={`mailto:${storeEmail}`} className="link">
          {storeEmail}
        </a>{' '}
        or use the <AreaLink to="/contact">contact form</AreaLink>. We delete all data that we are not legally required to keep.
      </p>
      <GrievanceOfficer />
      <p>
        If you are not satisfied with our response, you can complain to the Data Protection Board of India. When this policy changes, we
        update the date at the top of the page.
      </p>
    </>
  )
}

export default function Privacy() {
  return (
    <PolicyPage
      title="Privacy Policy"
      lead="We collect only the data we need to sell and deliver your clothes. This page lists all of it."
      highlights={highlights}
      sections={sections}
    />
  )
}
