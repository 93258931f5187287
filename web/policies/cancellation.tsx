import type { Route } from './+types/cancellation'
import { AreaLink } from './area-link.tsx'
import { describePolicyPage } from './describe-page.ts'
import { PolicyPage, type PolicySection } from './policy-page.tsx'
import { terms } from './policy-terms.ts'

export const meta: Route.MetaFunction = ({ matches, location }) =>
  describePolicyPage({
    config: matches[0]?.loaderData,
    location,
    path: '/cancel',
    title: 'Cancellation Policy',
    description: `Cancel an order free of charge until it is packed. Online payments are refunded in full and appear on your statement in ${terms.prepaidShows}.`,
  })

const highlights = [
  ['You can cancel', 'Until your order is packed'],
  ['Cancellation fee', 'None'],
  ['Online payments', 'Refunded in full'],
  ['On your statement', `In ${terms.prepaidShows}`],
] as const

const sections: readonly PolicySection[] = [
  {
    id: 'cancel-an-order',
    heading: 'How to cancel an order',
    body: (
      <>
        <p>
          You can cancel an order free of charge until it is packed. We hand orders to the courier within {terms.dispatch}, so please cancel
          as soon as you can. An order can only be cancelled as a whole.
        </p>
        <ul>
          <li>
            <strong>With an account:</strong> open the order under My orders and choose Cancel order. It is cancelled immediately.
          </li>
          <li>
            <strong>As a guest:</strong> <AreaLink to="/contact">contact us</AreaLink> with your order number and the phone number on the
            order, and we will cancel it for you.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'your-money',
    heading: 'Refund of your payment',
    body: (
      <>
        <p>
          If you paid online, we refund the full amount to your original payment method as soon as the order is cancelled. Depending on your
          bank, it appears on your statement in {terms.prepaidShows}.
        </p>
        <p>Cash-on-delivery orders have not been paid yet, so there is nothing to refund.</p>
      </>
    ),
  },
  {
    id: 'packed-or-on-its-way',
    heading: 'After your order is packed',
    body: (
      <>
        <p>
          Once an order is packed, it can no longer be cancelled online. You can refuse a cash-on-delivery parcel when it arrives: you pay
          nothing, and it is returned to us.
        </p>
        <p>
          You can also return items within {terms.returnWindow} of delivery under our{' '}
          <AreaLink to="/returnPolicy">Return &amp; Refund Policy</AreaLink>.
        </p>
      </>
    ),
  },
  {
    id: 'when-we-cancel',
    heading: 'Cancellation by us',
    body: (
      <>
        <p>In rare cases we have to cancel an order. We will let you know by email. This can happen when</p>
        <ul>
          <li>an item sold out before your card payment reached us,</li>
          <li>our couriers do not deliver to your address, or</li>
          <li>an item turns out to be damaged and we have no replacement.</li>
        </ul>
        <p>Any amount you paid is refunded in full.</p>
      </>
    ),
  },
]

export default function Cancellation() {
  return (
    <PolicyPage
      title="Cancellation Policy"
      lead="Changed your mind? You can cancel your order free of charge until we have packed it."
      highlights={highlights}
      sections={sections}
    />
  )
}
