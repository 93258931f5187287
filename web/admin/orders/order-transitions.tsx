import { useRef, useState } from 'react'
import { type OrderStatus, stockReturningStatuses } from '#contract/order-status.ts'
import type { AdminOrderDetail } from '#contract/orders.ts'
import * as screenTexts from '#contract/screen-texts.ts'
import { callSignedIn } from '../../auth/call-signed-in.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { StatusMessage, useAction } from '../use-action.tsx'

/** The labels of the buttons that change an order's status. */
const transitionLabels: Record<OrderStatus, string> = {
  Placed: 'Place',
  Confirmed: 'Confirm',
  Packed: 'Mark as packed',
  Shipped: 'Mark as shipped',
  Delivered: 'Mark as delivered',
  Cancelled: 'Cancel order',
  Refused: 'Mark as refused',
}

/** Statuses that end an order early and need a confirmation. */
const isEarlyEnd = (to: OrderStatus): boolean => stockReturningStatuses.includes(to)

interface OrderTransitionsProps {
  order: AdminOrderDetail
  onTransition: (order: AdminOrderDetail) => void
  /** the order was changed by someone else: reload it */
  onStale: () => void
}

/** The status of an order and its possible transitions. The request contains the displayed status, so that a stale screen changes nothing. */
export function OrderTransitions({ order, onTransition, onStale }: OrderTransitionsProps) {
  const { busy, message, run } = useAction(onStale)
  const [pending, setPending] = useState<OrderStatus>()
  const heading = useRef<HTMLParagraphElement>(null)

  const transition = async (to: OrderStatus) => {
    if (busy) return
    await run(async () => {
      const body = { to, from: order.orderStatus as OrderStatus }
      const reply = await callSignedIn('transitionOrder', { params: { id: order._id }, body })
      onTransition(reply.order)
      return reply
    })
    setPending(undefined)
    // The pressed button may no longer exist.
    heading.current?.focus()
  }

  return (
    <div className="flex flex-col gap-3">
      <p ref={heading} tabIndex={-1} className="text-lg outline-none">
        <span className="text-soft">Status</span> <span className="font-semibold">{order.orderStatus}</span>
      </p>
      {order.moves.length > 0 && (
        <div className="flex flex-wrap gap-3">
          {order.moves.map((to, index) => (
            <Button
              key={to}
              variant={index === 0 && !isEarlyEnd(to) ? 'primary' : 'outline'}
              aria-disabled={busy}
              onClick={() => (isEarlyEnd(to) ? setPending(to) : transition(to))}
            >
              {transitionLabels[to]}
            </Button>
          ))}
        </div>
      )}
      <StatusMessage message={message} />
      {pending && (
        <ConfirmDialog
          title={screenTexts.deleteQuestion}
          text={`${transitionLabels[pending]}: ${screenTexts.deleteWarning} The items are returned to stock${order.paymentStatus === 'Paid' ? ', and the payment is refunded.' : '.'}`}
          action={transitionLabels[pending]}
          busy={busy}
          onConfirm={() => transition(pending)}
          onClose={() => setPending(undefined)}
        />
      )}
    </div>
  )
}
