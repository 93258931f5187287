import { holdMinutes, quantities } from '#contract/business.ts'
import { useStoreConfig } from '../layout/store-config.ts'
import type { Route } from './+types/terms'
import { AreaLink } from './area-link.tsx'
import { describePolicyPage } from './describe-page.ts'
import { GrievanceOfficer } from './grievance-officer.tsx'
import { PolicyPage, type PolicySection } from './policy-page.tsx'
import { terms } from './policy-terms.ts'

export const meta: Route.MetaFunction = ({ matches, location }) =>
  describePolicyPage({
    config: matches[0]?.loaderData,
    location,
    path: '/ship',
    title: 'Terms & Conditions',
    description: 'How orders are placed, what prices include, how you can pay and the rules for your account, in plain language.',
  })

const highlights = [
  ['Prices', 'In rupees, including shipping'],
  ['Payment', 'Card or cash on delivery'],
  ['Returns', `${terms.returnWindow} from delivery`],
  ['Governing law', 'India'],
] as const

const sections: readonly PolicySection[] = [
  {
    id: 'the-shop',
    heading: 'About these terms',
    body: (
      <>
        <ShopDetails />
        <p>You must be legally able to enter into a contract to place an order, or have a parent or guardian order for you.</p>
      </>
    ),
  },
  {
    id: 'orders',
    heading: 'Orders',
    body: (
      <>
        <p>Your order is placed when you see its order number. We reserve the items at that moment. Items in a cart are not reserved.</p>
        <p>
          While you pay by card, we reserve your items for {holdMinutes} minutes. If your payment arrives later, we complete the order if
          the items are still available; otherwise we refund you in full.
        </p>
        <p>
          One order can contain up to {quantities.maxLines} different items and up to {quantities.max} of each. For larger orders, please{' '}
          <AreaLink to="/contact">contact us</AreaLink>.
        </p>
      </>
    ),
  },
  {
    id: 'prices-and-payment',
    heading: 'Prices and payment',
    body: (
      <>
        <p>
          All prices are in Indian rupees. You pay the total shown before you order, and shipping is free. If a price changes while an item
          is in your cart, we ask you to confirm the new price.
        </p>
        <ul>
          <li>
            <strong>Card:</strong> online through Razorpay, where available. You need an account.
          </li>
          <li>
            <strong>Cash on delivery:</strong> pay the courier in cash, with or without an account.
          </li>
        </ul>
        <p>If a price is obviously wrong, we may cancel the order and refund your payment.</p>
      </>
    ),
  },
  {
    id: 'clothes-and-pictures',
    heading: 'Product images and sizes',
    body: (
      <p>
        We show colours as accurately as possible, but they can vary between screens. Sizes follow the size guide on every product page. If
        an item does not fit, you can return it.
      </p>
    ),
  },
  {
    id: 'shipping-and-returns',
    heading: 'Shipping, cancellation and returns',
    body: (
      <p>
        The following policies are part of these terms: <AreaLink to="/term">Shipping Policy</AreaLink>,{' '}
        <AreaLink to="/cancel">Cancellation Policy</AreaLink> and <AreaLink to="/returnPolicy">Return &amp; Refund Policy</AreaLink>.
      </p>
    ),
  },
  {
    id: 'your-account',
    heading: 'Your account',
    body: (
      <>
        <p>
          Your account consists of a username and a PIN. Keep your PIN private and do not reuse it elsewhere: anyone who knows both can
          order in your name. After too many wrong attempts, we lock the account until we unlock it for you.
        </p>
        <p>We may close accounts that are used for fraud or that disrupt the shop for others.</p>
      </>
    ),
  },
  {
    id: 'law',
    heading: 'Governing law and complaints',
    body: (
      <>
        <p>
          These terms are governed by the laws of India. Nothing in them limits your statutory rights as a consumer or our obligation to
          deliver what you have paid for.
        </p>
        <p>
          If something goes wrong, please <AreaLink to="/contact">contact us</AreaLink> first. You can also call the National Consumer
          Helpline at 1915.
        </p>
        <GrievanceOfficer />
        <p>We may change these terms for future orders. The terms in force when you place an order continue to apply to it.</p>
      </>
    ),
  },
]

function ShopDetails() {
  const { storeName, storeEmail, storeAddress } = useStoreConfig()
  return (
    <p>
      {storeName} sells clothing online to customers in India{storeAddress === null ? '' : `, from ${storeAddress.replace(/\.$/, '')}`}. You
      can reach us at{' '}
      <a href={`mailto:${storeEmail}`} className="link">
        {storeEmail}
      </a>
      , {terms.serviceHours}. By placing an order, you agree to these terms.
    </p>
  )
}

export default function Terms() {
  return (
    <PolicyPage
      title="Terms & Conditions"
      lead="What you can expect from us and what we ask of you."
      highlights={highlights}
      sections={sections}
    />
  )
}
