import { type ReactNode, useState } from 'react'
import { undoSeconds } from '#contract/kernel/business.ts'
import type { SelectedOrder } from '#contract/orders/order-desk.ts'
import { endsEarly, type OrderStatus } from '#contract/orders/order-status.ts'
import { useRight } from '../../../session/use-right.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { ConfirmReviewed } from './confirm-reviewed.tsx'
import { findReviewReason, listTargets, type Selection } from './selection.ts'

const transitionLabels: Record<OrderStatus, string> = {
  Placed: 'Place',
  Confirmed: 'Confirm',
  Packed: 'Pack',
  Shipped: 'Ship',
  Delivered: 'Deliver',
  Cancelled: 'Cancel',
  Refused: 'Refused',
  Undelivered: 'Undelivered',
}

/** What a transition does beyond the status; undefined for one that needs no confirmation. */
const consequences: Partial<Record<OrderStatus, string>> = {
  Delivered: 'Cash on delivery counts as collected by the courier, and as paid.',
  Cancelled: 'The items are returned to stock, and payments are refunded.',
  Refused: 'What comes back returns to stock when you record it as received.',
  Undelivered: 'What comes back returns to stock when you record it as received.',
}

interface BulkBarProps {
  selection: Selection
  busy: boolean
  onTransition: (to: OrderStatus, orders: readonly SelectedOrder[]) => void
  onClear: () => void
  /** what else can be done with the selection */
  children?: ReactNode
}

/** Changes the status of the selected orders. Orders that do not allow a transition are left out of it. */
export function BulkBar({ selection, busy, onTransition, onClear, children }: BulkBarProps) {
  const [pending, setPending] = useState<ReturnType<typeof listTargets>[number]>()
  const mayRefund = useRight('money')
  if (selection.size === 0) return null
  const targets = listTargets({ selection, mayRefund })
  const buttonClass = 'text-sm tabular-nums sm:min-h-10'
  return (
    <section aria-label="Selected orders" className="sticky bottom-0 z-20 -mx-2 border-t border-edge bg-page px-2 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p role="status" className="mr-3 tabular-nums max-sm:w-full">
          <span className="font-semibold">{selection.size.toLocaleString('en-IN')}</span> selected
        </p>
        {targets.map((target, index) => (
          <Button
            key={target.to}
            variant={index === 0 && !endsEarly(target.to) ? 'primary' : 'outline'}
            className={buttonClass}
            aria-disabled={busy}
            onClick={() => {
              if (busy) return
              const isReviewed = target.to === 'Confirmed' && target.orders.some((order) => findReviewReason(order) !== undefined)
              if (consequences[target.to] === undefined && !isReviewed) onTransition(target.to, target.orders)
              else setPending(target)
            }}
          >
            {transitionLabels[target.to]} {target.orders.length}
          </Button>
        ))}
        {children}
        <Button variant="quiet" className={buttonClass} onClick={onClear}>
          Clear
        </Button>
      </div>
      {pending?.to === 'Confirmed' && (
        <ConfirmReviewed
          orders={pending.orders}
          onConfirm={(orders) => {
            onTransition('Confirmed', orders)
            setPending(undefined)
          }}
          onClose={() => setPending(undefined)}
        />
      )}
      {pending && pending.to !== 'Confirmed' && (
        <ConfirmDialog
          title={`Mark ${pending.orders.length === 1 ? '1 order' : `${pending.orders.length.toLocaleString('en-IN')} orders`} as ${pending.to.toLowerCase()}?`}
          text={`${consequences[pending.to]} You can undo this for ${undoSeconds} seconds.`}
          action={`Mark as ${pending.to.toLowerCase()}`}
          busy={busy}
          onConfirm={() => {
            onTransition(pending.to, pending.orders)
            setPending(undefined)
          }}
          onClose={() => setPending(undefined)}
        />
      )}
    </section>
  )
}
