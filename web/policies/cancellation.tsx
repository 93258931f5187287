import type { Route } from './+types/cancellation'
import { AreaLink } from './area-link.tsx'
import { describePolicyPage } from './describe-page.ts'
import { PolicyPage, type PolicySection } from './policy-page.tsx'
import { terms } from './policy-terms.ts'

export const meta: Route.MetaFunction = ({ matches, location }) =>
  describePolicyPage({
    facts: matches[0]?.loaderData,
    location,
    path: '/cancel',
    title: 'Cancellation Policy',
    description: `Cancel an order free of charge until it is packed. What has been paid comes back in full and shows in ${terms.prepaidShows}.`,
  })

const glance = [
  ['You can cancel', 'Until your order is packed'],
  ['It costs', 'Nothing'],
  ['What you paid', 'Comes back in full'],
  ['On your statement', `In ${terms.prepaidShows}`],
] as const

const sections: readonly PolicySection[] = [
  {
    id: 'cancel-an-order',
    heading: 'Cancel an order',
    body: (
      <>
        <p>
          We hand orders to the courier within {terms.dispatch}, so be quick. An order is cancelled as a whole, and free of charge, until it
          is packed.
        </p>
        <ul>
          <li>
            <strong>With an account:</strong> open the order in your list of orders and choose Cancel. It is done at once.
          </li>
          <li>
            <strong>Ordered as a guest:</strong> <AreaLink to="/contact">write or call</AreaLink> with your order number and the phone
            number of the delivery, and we cancel it for you.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'your-money',
    heading: 'Your money',
    body: (
      <>
        <p>
          What you paid online goes back in full, the way you paid, as soon as the order is cancelled. Banks take a while to show it: expect
          it on your statement in {terms.prepaidShows}.
        </p>
        <p>With cash on delivery you have paid nothing, so there is nothing to send back.</p>
      </>
    ),
  },
  {
    id: 'packed-or-on-its-way',
    heading: 'Packed or on its way',
    body: (
      <>
        <p>
          Once it is packed an order can no longer be cancelled on its page. Cash on delivery can still be refused at the door: you pay
          nothing, and the parcel comes back to us.
        </p>
        <p>
          Everything else can be sent back within {terms.returnWindow} of delivery, as our{' '}
          <AreaLink to="/returnPolicy">Return &amp; Refund Policy</AreaLink> says.
        </p>
      </>
    ),
  },
  {
    id: 'when-we-cancel',
    heading: 'When we cancel',
    body: (
      <>
        <p>Seldom, and you hear of it by email. It happens when</p>
        <ul>
          <li>a piece sold out before a late card payment reached us,</li>
          <li>the courier does not reach your address, or</li>
          <li>a piece turns out to be damaged and we have no other.</li>
        </ul>
        <p>You then get back all that you paid.</p>
      </>
    ),
  },
]

export default function Cancellation() {
  return (
    <PolicyPage
      title="Cancellation Policy"
      lead="Changed your mind? Until we have packed your order, taking it back is one click and costs nothing."
      glance={glance}
      sections={sections}
    />
  )
}
