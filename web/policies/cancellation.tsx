import { type Call, call } from '../api/client.ts'
import { callContext } from '../api/load-context.ts'
import type { Route } from './+types/cancellation'
import { loadOwnText } from './own-text.ts'
import { describePolicyPage, type Policy, PolicyPage } from './policy-page.tsx'
import { buildTerms, type Terms } from './policy-terms.ts'

const buildPolicy = ({ asksAdvance, ...terms }: Terms & { asksAdvance: boolean }): Policy => ({
  path: '/cancel',
  title: 'Cancellation Policy',
  description: `Cancel an order free of charge until it is packed. Online payments are refunded in full and appear on your statement in ${terms.prepaidShows}.`,
  lead: 'Changed your mind? You can cancel your order free of charge until we have packed it.',
  highlights: [
    ['You can cancel', 'Until your order is packed'],
    ['Cancellation fee', 'None'],
    ['Online payments', 'Refunded in full'],
    ['On your statement', `In ${terms.prepaidShows}`],
  ],
  sections: () => [
    {
      id: 'cancel-an-order',
      heading: 'How to cancel an order',
      body: [
        `You can cancel an order free of charge until it is packed. We hand orders to the courier within ${terms.dispatch}, so please cancel as soon as you can. An order can only be cancelled as a whole.`,
        [
          '**With an account:** open the order under My orders and choose Cancel order. It is cancelled immediately.',
          '**As a guest:** [contact us](/contact) with your order number and the phone number on the order, and we will cancel it for you.',
        ],
      ],
    },
    {
      id: 'your-money',
      heading: 'Refund of your payment',
      body: [
        `If you paid online, we refund the full amount to your original payment method as soon as the order is cancelled. Depending on your bank, it appears on your statement in ${terms.prepaidShows}.`,
        `Cash-on-delivery orders have not been paid yet, so there is nothing to refund.${asksAdvance ? ' If you paid an advance for one, we refund the advance.' : ''}`,
      ],
    },
    {
      id: 'packed-or-on-its-way',
      heading: 'After your order is packed',
      body: [
        `Once an order is packed, it can no longer be cancelled online. You can refuse a cash-on-delivery parcel when it arrives: you pay nothing, and it is returned to us.${asksAdvance ? ` ${terms.refusedAdvance}` : ''}`,
        ...(terms.undelivered ? [terms.undelivered] : []),
        `You can also return items within ${terms.returnWindow} of delivery under our [Return & Refund Policy](/returnPolicy).`,
      ],
    },
    {
      id: 'when-we-cancel',
      heading: 'Cancellation by us',
      body: [
        'In rare cases we have to cancel an order. We will let you know by email. This can happen when',
        [
          'an item sold out before your UPI or card payment reached us,',
          'our couriers do not deliver to your address, or',
          'an item turns out to be damaged and we have no replacement.',
        ],
        'Any amount you paid is refunded in full.',
      ],
    },
  ],
})

/** Without an answer the page names advances: it must not lack what counts. */
async function load({ call, request }: { call: Call; request: Request }) {
  const [{ asksAdvance }, ownText] = await Promise.all([
    call('GET /pins', {}).catch(() => ({ asksAdvance: true })),
    loadOwnText({ call, policy: 'cancel', request }),
  ])
  return { asksAdvance, ownText }
}

export const loader = ({ context, request }: Route.LoaderArgs) => load({ call: context.get(callContext), request })
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load({ call, request })

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) => {
  const config = matches[0]?.loaderData
  return describePolicyPage({
    ...buildPolicy({ ...buildTerms(config?.policies), asksAdvance: loaderData?.asksAdvance ?? true }),
    config,
    location,
  })
}

export default function Cancellation({ loaderData: { asksAdvance, ownText } }: Route.ComponentProps) {
  return <PolicyPage build={(terms) => buildPolicy({ ...terms, asksAdvance })} ownText={ownText} />
}
