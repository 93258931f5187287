import { holdMinutes, quantities } from '#contract/kernel/business.ts'
import type { Route } from './+types/terms'
import { createPolicyRoute, type Policy, PolicyPage } from './policy-page.tsx'
import { buildGrievanceText, type Terms } from './policy-terms.ts'

const buildPolicy = (terms: Terms): Policy => ({
  path: '/ship',
  title: 'Terms & Conditions',
  description: 'How orders are placed, what prices include, how you can pay and the rules for your account, in plain language.',
  lead: 'What you can expect from us and what we ask of you.',
  highlights: [
    ['Prices', `In rupees, including ${terms.shipping.isFree ? 'shipping' : 'taxes'}`],
    ['Payment', 'UPI or card, or cash on delivery'],
    ['Returns', `${terms.returnWindow} from delivery`],
    ['Governing law', 'India'],
  ],
  sections: ({ storeName, storeEmail, storeAddress, gstin, grievanceOfficer }) => [
    {
      id: 'the-shop',
      heading: 'About these terms',
      body: [
        `${storeName} sells clothing online to customers in India${storeAddress === null ? '' : `, from ${storeAddress.replace(/\.$/, '')}`}.${gstin === null ? '' : ` Our GSTIN is ${gstin}.`} You can reach us at [${storeEmail}](mailto:${storeEmail}), ${terms.serviceHours}. By placing an order, you agree to these terms.`,
        'You must be legally able to enter into a contract to place an order, or have a parent or guardian order for you.',
      ],
    },
    {
      id: 'orders',
      heading: 'Orders',
      body: [
        'Your order is placed when you see its order number. We reserve the items at that moment. Items in a cart are not reserved.',
        `While you pay by UPI or card, we reserve your items, with an account for ${holdMinutes} minutes. If your payment arrives later, we complete the order if the items are still available; otherwise we refund you in full.`,
        `One order can contain up to ${quantities.maxLines} different items and up to ${quantities.max} of each. For larger orders, please [contact us](/contact).`,
      ],
    },
    {
      id: 'prices-and-payment',
      heading: 'Prices and payment',
      body: [
        `All prices are in Indian rupees. You pay the total shown before you order, ${terms.shipping.isFree ? 'and shipping is free' : 'with any charge for shipping and cash on delivery'}. If a price changes while an item is in your cart, we ask you to confirm the new price.`,
        [
          '**UPI, card or net banking:** online through Razorpay, where available.',
          '**Cash on delivery:** pay the courier in cash, where available.',
        ],
        'If a price is obviously wrong, we may cancel the order and refund your payment.',
      ],
    },
    {
      id: 'clothes-and-pictures',
      heading: 'Product images and sizes',
      body: [
        'We show colours as accurately as possible, but they can vary between screens. Sizes follow the size guide on every product page. If an item does not fit, you can return it.',
      ],
    },
    {
      id: 'shipping-and-returns',
      heading: 'Shipping, cancellation and returns',
      body: [
        'The following policies are part of these terms: [Shipping Policy](/term), [Cancellation Policy](/cancel) and [Return & Refund Policy](/returnPolicy).',
      ],
    },
    {
      id: 'your-account',
      heading: 'Your account',
      body: [
        'Your account consists of a username and a PIN. Keep your PIN private and do not reuse it elsewhere: anyone who knows both can order in your name. After too many wrong attempts, we lock the account until we unlock it for you.',
        'We may close accounts that are used for fraud or that disrupt the shop for others.',
      ],
    },
    {
      id: 'law',
      heading: 'Governing law and complaints',
      body: [
        'These terms are governed by the laws of India. Nothing in them limits your statutory rights as a consumer or our obligation to deliver what you have paid for.',
        'If something goes wrong, please [contact us](/contact) first. You get a number for your complaint at once, and can see our replies with [that number](/ticket). You can also call the National Consumer Helpline at 1915.',
        buildGrievanceText(grievanceOfficer),
        'We may change these terms for future orders. The terms in force when you place an order continue to apply to it.',
      ],
    },
  ],
})

const route = createPolicyRoute({ policy: 'ship', build: buildPolicy })
export const loader = route.loader
export const clientLoader = route.clientLoader
export const meta = route.meta

export default function TermsPage({ loaderData: { ownText } }: Route.ComponentProps) {
  return <PolicyPage build={buildPolicy} ownText={ownText} />
}
