import { useState } from 'react'
import { useLocation } from 'react-router'
import { maxLengths } from '#contract/kernel/business.ts'
import type { Tracking } from '#contract/orders/orders.ts'
import { DeviceOrders } from '../../orders/placed/device-orders.tsx'
import { readPlacedOrders } from '../../orders/placed/placed-orders.ts'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { describePolicyPage } from '../policy-page.tsx'
import type { Route } from './+types/order-tracking'
import { TrackedOrder } from './tracked-order.tsx'
import { TrackingForm } from './tracking-form.tsx'

export const meta: Route.MetaFunction = ({ matches, location }) => [
  ...describePolicyPage({
    config: matches[0]?.loaderData,
    location,
    path: '/order-tracking',
    title: 'Order Tracking',
    description: 'Track your order with its number and your phone number.',
  }),
]

/** Tracks an order by its number and phone number. The link in an email leads to the page of its order. */
export default function OrderTracking() {
  const [found, setFound] = useState<{ tracking: Tracking; phone: string }>()
  const { pathname, search } = useLocation()
  const isHydrated = useHydrated()
  const [isForgotten, setForgotten] = useState(false)
  const orders = isHydrated && !isForgotten ? readPlacedOrders() : []
  const number = (new URLSearchParams(search).get('number') ?? '').slice(0, maxLengths.orderNumber)
  const phone = orders.find((order) => order.number === number)?.phone ?? ''
  // An order that nobody had to type in comes first: on a phone the form would fill the screen.
  const comesFirst = phone !== ''
  const order = found && <TrackedOrder key={found.tracking.number} {...found} focus token={undefined} />
  return (
    <div className="page-width flex flex-col gap-10 pt-8 sm:pt-12">
      <h1 className="title">Order Tracking</h1>
      {comesFirst && order}
      <div className={comesFirst && order ? 'flex flex-col gap-6' : '-mt-6 flex flex-col gap-6'}>
        {comesFirst && order && <h2 className="font-display text-2xl">Track another order</h2>}
        <p className="max-w-prose text-soft">Enter the order number from your confirmation email and the phone number on the order.</p>
        <TrackingForm
          key={`${number} ${phone}`}
          values={{ number, phone }}
          onFound={(order, typed) => setFound({ tracking: order, phone: typed })}
        />
      </div>
      {!comesFirst && order}
      {orders.length > 0 && (
        <DeviceOrders orders={orders} title="Orders from this device" trackingPath={pathname} onForget={() => setForgotten(true)} />
      )}
    </div>
  )
}
