import { useEffect, useRef } from 'react'
import { formatRupees } from '#contract/kernel/money.ts'
import { getToPay } from '#contract/orders/adjustments.ts'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import { useStoreConfig } from '../../../layout/store-config.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { buildListHref, ordersPath } from '../../kit/list-href.ts'
import { SendLink } from '../shared/send-link.tsx'

/** The order that was placed, with its payment link to send. */
export function PlacedOrder({ order, onNew }: { order: AdminOrderDetail; onNew: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { _id, number, confirmationLink, deliveryAddress } = order
  return (
    <div className="flex max-w-prose flex-col items-start gap-5">
      <h2 ref={heading} tabIndex={-1} className="font-display text-2xl outline-none">
        Order <span className="tabular-nums">{number}</span> placed
      </h2>
      {confirmationLink === null ? <p>{describePlaced(order)}</p> : <PaymentLink order={order} link={confirmationLink} />}
      {deliveryAddress.email !== '' && <p className="text-soft wrap-anywhere">We also email it to {deliveryAddress.email}.</p>}
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" onClick={onNew}>
          New order
        </Button>
        <LinkButton to={buildListHref({ path: ordersPath, params: { open: _id } })}>Open the order</LinkButton>
      </div>
    </div>
  )
}

function describePlaced(order: AdminOrderDetail): string {
  const amount = formatRupees(getToPay(order))
  if (order.isTakenAway) return `${amount} is paid, and the items are handed over.`
  if (order.manualPayment) return `${amount} is paid, and the order can be packed.`
  return `It is confirmed and can be packed. The courier collects ${amount}.`
}

function PaymentLink({ order, link }: { order: AdminOrderDetail; link: string }) {
  const { number, deliveryAddress } = order
  const toPay = formatRupees(getToPay(order))
  const { storeName } = useStoreConfig()
  const url = window.location.origin + link
  const text = `Your order ${number} at ${storeName} is ready. Please pay ${toPay} here:`
  return (
    <div className="flex w-full flex-col items-start gap-3 rounded-control bg-sunk p-5">
      <p>Send the customer this link. The order is packed when {toPay} is paid, and cancelled if it stays unpaid.</p>
      <input
        readOnly
        aria-label="Payment link"
        value={url}
        onFocus={(event) => event.currentTarget.select()}
        className="min-h-11 w-full rounded-control border border-edge bg-raised px-3 text-sm"
      />
      <SendLink link={link} label="Copy the link" phone={deliveryAddress.phone} text={text} />
    </div>
  )
}
