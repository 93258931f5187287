import { type ReactNode, useState } from 'react'
import { undoSeconds } from '#contract/kernel/business.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import type { SelectedOrder } from '#contract/orders/order-desk.ts'
import { endsEarly, type OrderStatus } from '#contract/orders/order-status.ts'
import { useRight } from '../../../session/use-right.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Checkbox } from '../../kit/checkbox.tsx'
import { formatCountOf } from '../../kit/format-count-of.ts'
import { toggleSelected } from '../../kit/selection.tsx'
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
  const transition = (orders: readonly SelectedOrder[]) => {
    if (pending) onTransition(pending.to, orders)
    setPending(undefined)
  }
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
        <ConfirmReviewed orders={pending.orders} onConfirm={transition} onClose={() => setPending(undefined)} />
      )}
      {pending && pending.to !== 'Confirmed' && (
        <ConfirmDialog
          title={`Mark ${formatCountOf(pending.orders.length, 'order')} as ${pending.to.toLowerCase()}?`}
          text={`${consequences[pending.to]} You can undo this for ${undoSeconds} seconds.`}
          action={`Mark as ${pending.to.toLowerCase()}`}
          busy={busy}
          onConfirm={() => transition(pending.orders)}
          onClose={() => setPending(undefined)}
        />
      )}
    </section>
  )
}

interface ConfirmReviewedProps {
  orders: readonly SelectedOrder[]
  onConfirm: (orders: readonly SelectedOrder[]) => void
  onClose: () => void
}

const describeOrder = ({ name, amount }: SelectedOrder): string =>
  [name, amount === undefined ? '' : formatRupees(amount)].filter(Boolean).join(', ')

/** Confirms many orders. Those that a person should look at are named, and left out unless they are chosen. */
function ConfirmReviewed({ orders, onConfirm, onClose }: ConfirmReviewedProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const reviewed = orders.filter((order) => findReviewReason(order) !== undefined)
  const confirmed = orders.filter((order) => findReviewReason(order) === undefined || chosen.has(order._id))
  return (
    <Dialog open title={`Confirm ${formatCountOf(orders.length, 'order')}?`} onClose={onClose}>
      <p>
        {reviewed.length === 1 ? '1 order needs a look and is' : `${reviewed.length} orders need a look and are`} left out, unless you
        select {reviewed.length === 1 ? 'it' : 'them'}.
      </p>
      <ul className="flex max-h-[45dvh] flex-col overflow-y-auto border-y border-line">
        {reviewed.map((order) => (
          <li key={order._id} className="border-line not-last:border-b">
            <Checkbox
              checked={chosen.has(order._id)}
              onChange={({ currentTarget: { checked } }) => setChosen(toggleSelected(chosen, [order], checked))}
            >
              <span className="py-1">
                <span className="font-semibold">{order.number}</span> <span className="text-soft">{describeOrder(order)}</span>{' '}
                <span className="block font-medium text-bad">{findReviewReason(order)}</span>
              </span>
            </Checkbox>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>Go back</Button>
        <Button variant="primary" aria-disabled={confirmed.length === 0} onClick={() => confirmed.length > 0 && onConfirm(confirmed)}>
          Confirm {formatCountOf(confirmed.length, 'order')}
        </Button>
      </div>
    </Dialog>
  )
}
