import { useState } from 'react'
import type { Tracking } from '#contract/orders.ts'
import { type Call, call } from '../api/client.ts'
import { callContext } from '../api/load-context.ts'
import type { Route } from './+types/order-tracking'
import { describePolicyPage } from './describe-page.ts'
import { findOrder, type OrderLookup } from './find-order.ts'
import { TrackedOrder } from './tracked-order.tsx'
import { TrackingForm } from './tracking-form.tsx'

/** The link of a mail brings a token; without one there is nothing to ask. */
async function loadLinkedOrder({ call, request }: { call: Call; request: Request }): Promise<OrderLookup | undefined> {
  const token = new URL(request.url).searchParams.get('token')
  return token ? findOrder({ call, body: { token: token.slice(0, 200) }, byLink: true }) : undefined
}

export const loader = ({ context, request }: Route.LoaderArgs) => loadLinkedOrder({ call: context.get(callContext), request })
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => loadLinkedOrder({ call, request })

export const meta: Route.MetaFunction = ({ matches, location }) => [
  ...describePolicyPage({
    facts: matches[0]?.loaderData,
    location,
    path: '/order-tracking',
    title: 'Order Tracking',
    description: 'Where is my order? Its number and your phone number are enough.',
  }),
  // The links in mails carry their key in the address.
  { name: 'referrer', content: 'no-referrer' },
]

/** Where an order is, for whoever knows its number and phone or holds the link of its mail. In all three areas. */
export default function OrderTracking({ loaderData: linked }: Route.ComponentProps) {
  const [typed, setTyped] = useState<Tracking>()
  const tracking = typed ?? linked?.tracking
  return (
    <div className="page-width flex flex-col gap-10 pt-8 sm:pt-12">
      <div className="flex max-w-prose flex-col gap-3">
        <h1 className="title">Order Tracking</h1>
        <p className="text-soft">
          Your order number is in the confirmation that we sent you. With the phone number of the delivery it is enough.
        </p>
      </div>
      <TrackingForm problem={linked?.problem} onFound={setTyped} />
      {tracking && <TrackedOrder key={tracking.number} tracking={tracking} focus={typed !== undefined} />}
    </div>
  )
}
