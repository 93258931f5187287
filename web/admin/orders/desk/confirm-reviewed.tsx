import { useState } from 'react'
import { formatRupees } from '#contract/kernel/money.ts'
import type { SelectedOrder } from '#contract/orders/order-desk.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Checkbox } from '../../kit/checkbox.tsx'
import { findReviewReason } from './selection.ts'

interface ConfirmReviewedProps {
  orders: readonly SelectedOrder[]
  onConfirm: (orders: readonly SelectedOrder[]) => void
  onClose: () => void
}

const formatCount = (count: number): string => `${count.toLocaleString('en-IN')} ${count === 1 ? 'order' : 'orders'}`

const describeOrder = ({ name, amount }: SelectedOrder): string =>
  [name, amount === undefined ? '' : formatRupees(amount)].filter(Boolean).join(', ')

/** Confirms many orders. Those that a person should look at are named, and left out unless they are chosen. */
export function ConfirmReviewed({ orders, onConfirm, onClose }: ConfirmReviewedProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const reviewed = orders.filter((order) => findReviewReason(order) !== undefined)
  const confirmed = orders.filter((order) => findReviewReason(order) === undefined || chosen.has(order._id))
  return (
    <Dialog open title={`Confirm ${formatCount(orders.length)}?`} onClose={onClose}>
      <p>
        {reviewed.length === 1 ? '1 order needs a look and is' : `${reviewed.length} orders need a look and are`} left out, unless you
        select {reviewed.length === 1 ? 'it' : 'them'}.
      </p>
      <ul className="flex max-h-[45dvh] flex-col overflow-y-auto border-y border-line">
        {reviewed.map((order) => (
          <li key={order._id} className="border-line not-last:border-b">
            <Checkbox
              checked={chosen.has(order._id)}
              onChange={({ currentTarget: { checked } }) => {
                const next = new Set(chosen)
                if (checked) next.add(order._id)
                else next.delete(order._id)
                setChosen(next)
              }}
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
          Confirm {formatCount(confirmed.length)}
        </Button>
      </div>
    </Dialog>
  )
}
