import { useStoreConfig } from '../layout/store-config.ts'
import type { Route } from './+types/return-policy'
import { AreaLink } from './area-link.tsx'
import { describePolicyPage } from './describe-page.ts'
import { PolicyPage, type PolicySection } from './policy-page.tsx'
import { terms } from './policy-terms.ts'

export const meta: Route.MetaFunction = ({ matches, location }) =>
  describePolicyPage({
    facts: matches[0]?.loaderData,
    location,
    path: '/returnPolicy',
    title: 'Return & Refund Policy',
    description: `Send it back within ${terms.returnWindow} of delivery. How a return is collected, what it costs and when your money is back.`,
  })

const glance = [
  ['Return window', `${terms.returnWindow} from delivery`],
  ['Pickup', terms.pickup],
  ['Reverse shipping fee', terms.reverseFee],
  ['Prepaid refund', `${terms.prepaidRefund} after the return reaches us`],
] as const

const sections: readonly PolicySection[] = [
  {
    id: 'what-can-come-back',
    heading: 'What can come back',
    body: (
      <>
        <p>
          Anything you bought from us, within {terms.returnWindow} of the day it was delivered. You need no special reason: it does not fit,
          or it is not what you hoped for.
        </p>
        <p>Please send it as you received it: unworn, unwashed, with its labels on. Trying it on at home is fine.</p>
        <p>A hoodie pack is sold as one piece, so it comes back as one piece.</p>
      </>
    ),
  },
  {
    id: 'how-to-return',
    heading: 'How to return',
    body: (
      <>
        <ol>
          <li>
            <AreaLink to="/contact">Write to us</AreaLink> within {terms.returnWindow} of delivery. Name your order number and the piece.
          </li>
          <li>Pack it, in the bag it came in if you still have it.</li>
          <li>Our courier collects it from your delivery address in {terms.pickup}.</li>
          <li>We look at it when it arrives, and send your refund.</li>
        </ol>
        <p>We do not exchange pieces. Return the one you have and order the other size: shipping to you is free.</p>
      </>
    ),
  },
  {
    id: 'what-it-costs',
    heading: 'What it costs',
    body: (
      <>
        <p>
          A reverse shipping fee of {terms.reverseFee} pays for the courier’s way back. We take it off your refund, so there is nothing to
          pay at the door.
        </p>
        <p>
          Shipping and cash-on-delivery charges are not refundable. We ask for neither today; if your order ever carries one, you see it
          before you order.
        </p>
        <p>
          Did we send the wrong piece, or a faulty one? <AreaLink to="/contact">Tell us</AreaLink> and we put it right at our cost.
        </p>
      </>
    ),
  },
  {
    id: 'refunds',
    heading: 'When your money is back',
    body: (
      <>
        <ul>
          <li>
            <strong>Paid online:</strong> we refund the way you paid, {terms.prepaidRefund} after the return reaches us. It shows on your
            statement in {terms.prepaidShows}.
          </li>
          <li>
            <strong>Paid in cash on delivery:</strong> up to {terms.codRefund} after the return reaches us. We ask you where to send it.
          </li>
        </ul>
        <p>We never ask for your PIN, an OTP or your card number. Whoever does is not us.</p>
      </>
    ),
  },
  { id: 'questions', heading: 'Questions', body: <Questions /> },
]

function Questions() {
  const { storeEmail } = useStoreConfig()
  return (
    <p>
      The <AreaLink to="/help-center">Help Center</AreaLink> has short answers. People answer at{' '}
      <a href={`mailto:${storeEmail}`} className="link">
        {storeEmail}
      </a>
      , {terms.serviceHours}.
    </p>
  )
}

export default function ReturnPolicy() {
  return (
    <PolicyPage
      title="Return & Refund Policy"
      lead="Clothes are only right when they are right on you. If they are not, send them back."
      glance={glance}
      sections={sections}
    />
  )
}
