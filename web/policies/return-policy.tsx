import type { Route } from './+types/return-policy'
import { createPolicyRoute, type Policy, PolicyPage } from './policy-page.tsx'
import type { Terms } from './policy-terms.ts'

const buildPolicy = (terms: Terms): Policy => ({
  path: '/returnPolicy',
  title: 'Return & Refund Policy',
  description: `Return items within ${terms.returnWindow} of delivery. How pickup works, what a return costs and when you get your refund.`,
  lead: `Not the right fit? Return it within ${terms.returnWindow} of delivery.`,
  highlights: [
    ['Return window', `${terms.returnWindow} from delivery`],
    ['Pickup', `In ${terms.pickup}`],
    ['Reverse shipping fee', terms.reverseFee],
    ['Prepaid refund', `${terms.prepaidRefund} after the return reaches us`],
  ],
  sections: ({ storeEmail, hasReturnRules }) => [
    {
      id: 'what-can-come-back',
      heading: 'What you can return',
      body: [
        hasReturnRules
          ? `You can return items within ${terms.returnWindow} of delivery, for any reason, except those that are sold as **Exchange only** or **Final sale**. The page of the product and your order say so.`
          : `You can return any item within ${terms.returnWindow} of delivery, for any reason.`,
        hasReturnRules
          ? 'Items that are faulty, late, not as shown or not the ones you ordered always come back: choose that reason where you return them.'
          : null,
        'Items must be unworn and unwashed, with all labels attached. You are welcome to try them on at home.',
        'A hoodie pack is sold as one item and can only be returned complete.',
      ],
    },
    {
      id: 'how-to-return',
      heading: 'How to return an item',
      body: [
        {
          steps: [
            `Within ${terms.returnWindow} of delivery, open your order or [track it](/order-tracking) and choose **Return items**. You can also [contact us](/contact) with your order number.`,
            'We answer your request by email. You see what you get back before you ask.',
            'Pack the item, in its original packaging if you still have it.',
            `Our courier picks it up from your delivery address in ${terms.pickup}, or we ask you to bring or send it to us.`,
            'Once we have received and checked the item, we issue your refund.',
          ],
        },
        ...(terms.exchange
          ? []
          : [
              `We do not offer exchanges. To get another size, return the item and place a new order${terms.shipping.isFree ? '; shipping is free' : ''}.`,
            ]),
      ],
    },
    ...(terms.exchange
      ? [
          {
            id: 'exchange',
            heading: 'Exchange for another size or colour',
            body: [
              `${terms.exchange.offer} Choose **Another size or colour** where you return items.`,
              `${terms.exchange.hold} ${terms.exchange.sending}`,
              terms.exchange.cost,
              terms.exchange.again,
            ],
          },
        ]
      : []),
    {
      id: 'what-it-costs',
      heading: 'Return costs',
      body: [
        `A reverse shipping fee of ${terms.reverseFee} covers the pickup. It is deducted from your refund, so you pay nothing to the courier.`,
        terms.charges,
        'Did you receive a wrong or faulty item? Choose that as the reason, also after the return window, or [contact us](/contact): we will resolve it at our cost.',
      ],
    },
    {
      id: 'refunds',
      heading: 'When you get your refund',
      body: [
        [
          `**Prepaid orders:** we refund your original payment method ${terms.prepaidRefund} after the return reaches us. The refund appears on your statement in ${terms.prepaidShows}.`,
          `**Cash on delivery:** up to ${terms.codRefund} after the return reaches us. We will ask you where to send the refund.`,
        ],
        'We never ask for your PIN, an OTP or your card number. If someone does, it is not us.',
      ],
    },
    {
      id: 'questions',
      heading: 'Questions',
      body: [
        `You will find short answers in the [Help Center](/help-center), or email us at [${storeEmail}](mailto:${storeEmail}). Our customer service is available ${terms.serviceHours}.`,
      ],
    },
  ],
})

const route = createPolicyRoute({ policy: 'returnPolicy', build: buildPolicy })
export const loader = route.loader
export const clientLoader = route.clientLoader
export const meta = route.meta

export default function ReturnPolicy({ loaderData: { ownText } }: Route.ComponentProps) {
  return <PolicyPage build={buildPolicy} ownText={ownText} />
}
