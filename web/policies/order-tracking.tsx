import { useState } from 'react'
import { maxLengths } from '#contract/business.ts'
import type { Tracking } from '#contract/orders.ts'
import { type Call, call } from '../api/client.ts'
import { callContext } from '../api/load-context.ts'
import type { Route } from './+types/order-tracking'
import { findOrder, type OrderLookup } from './find-order.ts'
import { describePolicyPage } from './policy-page.tsx'
import { TrackedOrder } from './tracked-order.tsx'
import { TrackingForm } from './tracking-form.tsx'

/** Loads the order of a tracking link; undefined without a token. */
async function loadLinkedOrder({ call, request }: { call: Call; request: Request }): Promise<OrderLookup | undefined> {
  const token = new URL(request.url).searchParams.get('token')
  return token ? findOrder({ call, body: { token: token.slice(0, maxLengths.trackingToken) }, byLink: true }) : undefined
}

export const loader = ({ context, request }: Route.LoaderArgs) => loadLinkedOrder({ call: context.get(callContext), request })
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => loadLinkedOrder({ call, request })

export const meta: Route.MetaFunction = ({ matches, location }) => [
  ...describePolicyPage({
    config: matches[0]?.loaderData,
    location,
    path: '/order-tracking',
    title: 'Order Tracking',
    description: 'Track your order with its number and your phone number.',
  }),
  // Tracking links contain a secret token.
  { name: 'referrer', content: 'no-referrer' },
]

/** Tracks an order by its number and phone number, or by the link in an email. */
export default function OrderTracking({ loaderData: linked }: Route.ComponentProps) {
  const [found, setFound] = useState<Tracking>()
  const tracking = found ?? linked?.tracking
  return (
    <div className="page-width flex flex-col gap-10 pt-8 sm:pt-12">
      <div className="flex max-w-prose flex-col gap-3">
        <h1 className="title">Order Tracking</h1>
        <p className="text-soft">Enter the order number from your confirmation email and the phone number on the order.</p>
      </div>
      <TrackingForm error={linked?.error} onFound={setFound} />
      {tracking && <TrackedOrder key={tracking.number} tracking={tracking} focus={found !== undefined} />}
    </div>
  )
}
