import { useStoreConfig } from '../layout/store-config.ts'
import type { Route } from './+types/return-policy'
import { AreaLink } from './area-link.tsx'
import { describePolicyPage } from './describe-page.ts'
import { PolicyPage, type PolicySection } from './policy-page.tsx'
import { terms } from './policy-terms.ts'

export const meta: Route.MetaFunction = ({ matches, location }) =>
  describePolicyPage({
    config: matches[0]?.loaderData,
    location,
    path: '/returnPolicy',
    title: 'Return & Refund Policy',
    description: `Return items within ${terms.returnWindow} of delivery. How pickup works, what a return costs and when you get your refund.`,
  })

const highlights = [
  ['Return window', `${terms.returnWindow} from delivery`],
  ['Pickup', `In ${terms.pickup}`],
  ['Reverse shipping fee', terms.reverseFee],
  ['Prepaid refund', `${terms.prepaidRefund} after the return reaches us`],
] as const

const sections: readonly PolicySection[] = [
  {
    id: 'what-can-come-back',
    heading: 'What you can return',
    body: (
      <>
        <p>You can return any item within {terms.returnWindow} of delivery, for any reason.</p>
        <p>Items must be unworn and unwashed, with all labels attached. You are welcome to try them on at home.</p>
        <p>A hoodie pack is sold as one item and can only be returned complete.</p>
      </>
    ),
  },
  {
    id: 'how-to-return',
    heading: 'How to return an item',
    body: (
      <>
        <ol>
          <li>
            <AreaLink to="/contact">Contact us</AreaLink> within {terms.returnWindow} of delivery with your order number and the item you
            want to return.
          </li>
          <li>Pack the item, in its original packaging if you still have it.</li>
          <li>Our courier picks it up from your delivery address in {terms.pickup}.</li>
          <li>Once we have received and checked the item, we issue your refund.</li>
        </ol>
        <p>We do not offer exchanges. To get another size, return the item and place a new order; shipping is free.</p>
      </>
    ),
  },
  {
    id: 'what-it-costs',
    heading: 'Return costs',
    body: (
      <>
        <p>
          A reverse shipping fee of {terms.reverseFee} covers the pickup. It is deducted from your refund, so you pay nothing to the
          courier.
        </p>
        <p>
          Shipping and cash-on-delivery charges are non-refundable. We currently do not charge for either; if an order ever includes such a
          charge, it is shown before you order.
        </p>
        <p>
          Did you receive a wrong or faulty item? <AreaLink to="/contact">Contact us</AreaLink> and we will resolve it at our cost.
        </p>
      </>
    ),
  },
  {
    id: 'refunds',
    heading: 'When you get your refund',
    body: (
      <>
        <ul>
          <li>
            <strong>Prepaid orders:</strong> we refund your original payment method {terms.prepaidRefund} after the return reaches us. The
            refund appears on your statement in {terms.prepaidShows}.
          </li>
          <li>
            <strong>Cash on delivery:</strong> up to {terms.codRefund} after the return reaches us. We will ask you where to send the
            refund.
          </li>
        </ul>
        <p>We never ask for your PIN, an OTP or your card number. If someone does, it is not us.</p>
      </>
    ),
  },
  { id: 'questions', heading: 'Questions', body: <Questions /> },
]

function Questions() {
  const { storeEmail } = useStoreConfig()
  return (
    <p>
      You will find short answers in the <AreaLink to="/help-center">Help Center</AreaLink>, or email us at{' '}
      <a href={`mailto:${storeEmail}`} className="link">
        {storeEmail}
      </a>
      . Our customer service is available {terms.serviceHours}.
    </p>
  )
}

export default function ReturnPolicy() {
  return (
    <PolicyPage
      title="Return & Refund Policy"
      lead={`Not the right fit? Return it within ${terms.returnWindow} of delivery.`}
      highlights={highlights}
      sections={sections}
    />
  )
}
