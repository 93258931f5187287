import type { Route } from './+types/shipping'
import { AreaLink } from './area-link.tsx'
import { describePolicyPage } from './describe-page.ts'
import { PolicyPage, type PolicySection } from './policy-page.tsx'
import { terms } from './policy-terms.ts'

export const meta: Route.MetaFunction = ({ matches, location }) =>
  describePolicyPage({
    config: matches[0]?.loaderData,
    location,
    path: '/term',
    title: 'Shipping Policy',
    description: `Free shipping across India. Dispatch within ${terms.dispatch}, delivery in ${terms.delivery}. We do not ship internationally.`,
  })

const highlights = [
  ['Shipping', 'Free across India'],
  ['Dispatch', `Within ${terms.dispatch}`],
  ['Delivery', `In ${terms.delivery}`],
  ['Guest orders', `Within ${terms.guestDelivery}`],
] as const

const sections: readonly PolicySection[] = [
  {
    id: 'where-we-ship',
    heading: 'Where we ship',
    body: <p>We deliver to all PIN codes in India that our couriers serve. We do not ship internationally.</p>,
  },
  {
    id: 'what-it-costs',
    heading: 'Shipping costs',
    body: (
      <p>
        Shipping is free on every order, with no minimum spend, and there is no extra charge for cash on delivery. Only returns have a{' '}
        <AreaLink to="/returnPolicy">reverse shipping fee of {terms.reverseFee}</AreaLink>.
      </p>
    ),
  },
  {
    id: 'how-long-it-takes',
    heading: 'Delivery times',
    body: (
      <>
        <ul>
          <li>We hand your order to the courier within {terms.dispatch}.</li>
          <li>It is delivered in {terms.delivery} from the order date.</li>
          <li>Cash-on-delivery orders placed without an account are delivered within {terms.guestDelivery}.</li>
        </ul>
        <p>
          Public holidays, floods and strikes can cause delays of a day or two. If your order is late, contact us and we will check with the
          courier.
        </p>
      </>
    ),
  },
  {
    id: 'follow-your-parcel',
    heading: 'Tracking your order',
    body: (
      <>
        <p>
          We email you when your order is placed, shipped and delivered, each time with a tracking link. You can also use{' '}
          <AreaLink to="/order-tracking">Order Tracking</AreaLink> with your order number and the phone number on the order.
        </p>
        <p>If you have an account, you can follow every step of your orders under My orders.</p>
      </>
    ),
  },
  {
    id: 'at-the-door',
    heading: 'Receiving your order',
    body: (
      <>
        <p>For cash on delivery, please keep the exact amount ready. The courier may call you on the phone number you provided.</p>
        <p>
          If the parcel is open or damaged, refuse it, or take a photo and <AreaLink to="/contact">contact us</AreaLink>.
        </p>
        <p>
          If the delivery address is wrong, let us know before the order is shipped and we will change it. After that, the courier cannot
          redirect the parcel.
        </p>
      </>
    ),
  },
]

export default function Shipping() {
  return (
    <PolicyPage
      title="Shipping Policy"
      lead={`Free shipping across India, delivered in ${terms.delivery}.`}
      highlights={highlights}
      sections={sections}
    />
  )
}
