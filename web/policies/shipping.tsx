import type { Route } from './+types/shipping'
import { AreaLink } from './area-link.tsx'
import { describePolicyPage } from './describe-page.ts'
import { PolicyPage, type PolicySection } from './policy-page.tsx'
import { terms } from './policy-terms.ts'

export const meta: Route.MetaFunction = ({ matches, location }) =>
  describePolicyPage({
    facts: matches[0]?.loaderData,
    location,
    path: '/term',
    title: 'Shipping Policy',
    description: `Free shipping anywhere in India. Dispatch within ${terms.dispatch}, delivery in ${terms.delivery}. We do not ship abroad.`,
  })

const glance = [
  ['Shipping', 'Free, anywhere in India'],
  ['Dispatch', `Within ${terms.dispatch}`],
  ['Delivery', terms.delivery],
  ['Guest orders', `Within ${terms.guestDelivery}`],
] as const

const sections: readonly PolicySection[] = [
  {
    id: 'where-we-ship',
    heading: 'Where we ship',
    body: <p>To every PIN code in India that our couriers reach. We do not ship abroad.</p>,
  },
  {
    id: 'what-it-costs',
    heading: 'What it costs',
    body: (
      <p>
        Nothing. Shipping is free on every order, however small, and so is cash on delivery. Only the way back of a return has a{' '}
        <AreaLink to="/returnPolicy">fee of {terms.reverseFee}</AreaLink>.
      </p>
    ),
  },
  {
    id: 'how-long-it-takes',
    heading: 'How long it takes',
    body: (
      <>
        <ul>
          <li>We pack your order and hand it to the courier within {terms.dispatch}.</li>
          <li>It reaches you {terms.delivery} after you ordered.</li>
          <li>A cash-on-delivery order placed without an account is with you within {terms.guestDelivery}.</li>
        </ul>
        <p>Holidays, floods and strikes can add a day or two. If yours is late, tell us and we ask the courier.</p>
      </>
    ),
  },
  {
    id: 'follow-your-parcel',
    heading: 'Follow your parcel',
    body: (
      <>
        <p>
          We email you when your order is placed, shipped and delivered. The link in each mail shows where it is. So does{' '}
          <AreaLink to="/order-tracking">Order Tracking</AreaLink>, with your order number and the phone number of the delivery.
        </p>
        <p>With an account you also find every order, step by step, in your list of orders.</p>
      </>
    ),
  },
  {
    id: 'at-the-door',
    heading: 'At the door',
    body: (
      <>
        <p>For cash on delivery, please keep the amount ready. The courier may call the phone number that you gave.</p>
        <p>
          Is the parcel open or torn? Refuse it, or take a photo and <AreaLink to="/contact">write to us</AreaLink>.
        </p>
        <p>
          A wrong address? Tell us before the order is shipped, and we change it. Afterwards the courier can no longer be sent elsewhere.
        </p>
      </>
    ),
  },
]

export default function Shipping() {
  return (
    <PolicyPage
      title="Shipping Policy"
      lead="Free, to every corner of India, and quick enough that you remember what you ordered."
      glance={glance}
      sections={sections}
    />
  )
}
