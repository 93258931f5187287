import type { Route } from './+types/shipping'
import { createPolicyRoute, type Policy, PolicyPage } from './policy-page.tsx'
import type { Terms } from './policy-terms.ts'

function describeCosts({ shipping: { isFree, codCharge, cost, cod }, reverseFee }: Terms): string {
  const ofReturns = `have a [reverse shipping fee of ${reverseFee}](/returnPolicy).`
  if (isFree && codCharge === 'No extra charge')
    return `Shipping is free on every order, with no minimum spend, and there is no extra charge for cash on delivery. Only returns ${ofReturns}`
  return `${cost} ${cod} Returns ${ofReturns}`
}

const buildPolicy = (terms: Terms): Policy => ({
  path: '/term',
  title: 'Shipping Policy',
  description: `${terms.shipping.claim}. Dispatch within ${terms.dispatch}, delivery in ${terms.delivery}. We do not ship internationally.`,
  lead: `${terms.shipping.claim}, delivered in ${terms.delivery}.`,
  highlights: [
    ['Shipping', terms.shipping.delivery],
    ['Dispatch', `Within ${terms.dispatch}`],
    ['Delivery', `In ${terms.delivery}`],
    ['Cash on delivery', terms.shipping.codCharge],
  ],
  sections: () => [
    {
      id: 'where-we-ship',
      heading: 'Where we ship',
      body: ['We deliver to all PIN codes in India that our couriers serve. We do not ship internationally.'],
    },
    {
      id: 'what-it-costs',
      heading: 'Shipping costs',
      body: [describeCosts(terms)],
    },
    {
      id: 'how-long-it-takes',
      heading: 'Delivery times',
      body: [
        [
          `We hand your order to the courier within ${terms.dispatch}.`,
          `It is delivered in ${terms.delivery} from the order date.`,
          'This applies to every order, with or without an account and however you pay.',
        ],
        'The day that the cart and your order name is an estimate from this. Couriers do not deliver on Sundays, so we name the Monday after. Orders that wait for their payment, and PIN codes that we do not know, have no estimate.',
        'Public holidays, floods and strikes can cause delays of a day or two. If your order is late, contact us and we will check with the courier.',
      ],
    },
    {
      id: 'follow-your-parcel',
      heading: 'Tracking your order',
      body: [
        'We email you when your order is placed, shipped and delivered, each time with a tracking link. You can also use [Order Tracking](/order-tracking) with your order number and the phone number on the order.',
        'If you have an account, you can follow every step of your orders under My orders.',
      ],
    },
    {
      id: 'at-the-door',
      heading: 'Receiving your order',
      body: [
        'For cash on delivery, please keep the exact amount ready. The courier may call you on the phone number you provided.',
        'If the parcel is open or damaged, refuse it, or take a photo and [contact us](/contact).',
        'If the delivery address is wrong, let us know before the order is shipped and we will change it. After that, the courier cannot redirect the parcel.',
      ],
    },
  ],
})

const route = createPolicyRoute({ policy: 'term', build: buildPolicy })
export const loader = route.loader
export const clientLoader = route.clientLoader
export const meta = route.meta

export default function Shipping({ loaderData: { ownText } }: Route.ComponentProps) {
  return <PolicyPage build={buildPolicy} ownText={ownText} />
}
