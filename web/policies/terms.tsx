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
    facts: matches[0]?.loaderData,
    location,
    path: '/ship',
    title: 'Terms & Conditions',
    description: 'How an order comes about, what prices include, how you can pay and what your account asks of you. In plain words.',
  })

const glance = [
  ['Prices', 'In rupees, shipping included'],
  ['Payment', 'Card online, or cash on delivery'],
  ['Returns', `${terms.returnWindow} from delivery`],
  ['Law', 'India’s'],
] as const

const sections: readonly PolicySection[] = [
  {
    id: 'the-shop',
    heading: 'The shop and you',
    body: (
      <>
        <Shop />
        <p>To order you must be able to enter a contract, or have a parent or guardian order for you.</p>
      </>
    ),
  },
  {
    id: 'orders',
    heading: 'Orders',
    body: (
      <>
        <p>
          Your order is placed when the shop shows you its number. We reserve its pieces at that moment, so what you have ordered cannot be
          sold to somebody else. A cart reserves nothing.
        </p>
        <p>
          While you pay by card, your pieces are kept for {holdMinutes} minutes. A payment that arrives later still counts if they are
          there; if not, it is refunded in full.
        </p>
        <p>
          One order takes up to {quantities.maxLines} different pieces and {quantities.max} of each. For more, please{' '}
          <AreaLink to="/contact">write to us</AreaLink>.
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
          Prices are in Indian rupees. The total that you see before you order is what you pay; shipping is free. If a price changes while a
          piece is in your cart, the shop tells you and asks again.
        </p>
        <ul>
          <li>
            <strong>Online:</strong> by card through Razorpay, where it is offered. You need an account.
          </li>
          <li>
            <strong>Cash on delivery:</strong> you pay the courier, with or without an account.
          </li>
        </ul>
        <p>Should we ever show a price that is plainly a mistake, we may cancel the order and refund what you paid.</p>
      </>
    ),
  },
  {
    id: 'clothes-and-pictures',
    heading: 'Clothes and pictures',
    body: (
      <p>
        We show colours as truly as we can, but screens differ. Sizes follow the size guide on every product’s page. What does not fit can
        come back.
      </p>
    ),
  },
  {
    id: 'shipping-and-returns',
    heading: 'Shipping, cancelling and returning',
    body: (
      <p>
        Three pages are part of these terms: <AreaLink to="/term">Shipping Policy</AreaLink>,{' '}
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
          An account is a name and a PIN. Keep the PIN to yourself and choose one that you use nowhere else: whoever knows both can order in
          your name. After many wrong tries an account is locked until we unlock it for you.
        </p>
        <p>Please do not use the shop to cheat, or in ways that keep others from using it. We may close accounts that do.</p>
      </>
    ),
  },
  {
    id: 'law',
    heading: 'Law and complaints',
    body: (
      <>
        <p>
          The law of India applies. Nothing on this page takes away a right that it gives you as a consumer, and no clause here limits our
          duty to deliver what you paid for.
        </p>
        <p>
          Something went wrong? <AreaLink to="/contact">Tell us first</AreaLink>: most things are put right with one message. The National
          Consumer Helpline is there for you too, at 1915.
        </p>
        <GrievanceOfficer />
        <p>We may change these terms for future orders. An order that is placed keeps the terms of its day.</p>
      </>
    ),
  },
]

function Shop() {
  const { storeName, storeEmail, storeAddress } = useStoreConfig()
  return (
    <p>
      {storeName} sells clothes online to people in India{storeAddress === null ? '' : `, from ${storeAddress.replace(/\.$/, '')}`}. You
      reach us at{' '}
      <a href={`mailto:${storeEmail}`} className="link">
        {storeEmail}
      </a>
      , {terms.serviceHours}. By ordering you agree to this page.
    </p>
  )
}

export default function Terms() {
  return (
    <PolicyPage
      title="Terms & Conditions"
      lead="What you can expect of us and what we ask of you, without small print."
      glance={glance}
      sections={sections}
    />
  )
}
