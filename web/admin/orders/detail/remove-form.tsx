import { useState } from 'react'
import { errorText } from '#contract/errors/errors.ts'
import { formatRupees, paise, toPaise, toRupees } from '#contract/money.ts'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import { calculateTotalRupees } from '#contract/pricing.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'

type Line = AdminOrderDetail['products'][number]

interface RemoveFormProps {
  order: AdminOrderDetail
  line: Line
  busy: boolean
  onSubmit: (quantity: number) => Promise<void>
}

/** Removes a line, or a part of its quantity. Says before what becomes of stock and money. */
export function RemoveForm({ order, line, busy, onSubmit }: RemoveFormProps) {
  const isOnlyLine = order.products.length === 1
  const most = isOnlyLine ? line.quantity - 1 : line.quantity
  const [chosen, setQuantity] = useState(most)
  const [isAsking, setAsking] = useState(false)
  const quantity = Math.min(chosen, most)

  const confirm = async () => {
    await onSubmit(quantity)
    setAsking(false)
  }

  if (most === 0) return <p className="text-soft">{errorText('last_item')}</p>
  return (
    <div className="flex flex-wrap items-center gap-3">
      {most > 1 && (
        <select
          aria-label={`How many of ${line.name} to remove`}
          value={quantity}
          onChange={({ target }) => setQuantity(Number(target.value))}
          className="min-h-11 rounded-control border border-edge bg-raised px-3 text-ink hover:border-ink"
        >
          {Array.from({ length: most }, (_, index) => index + 1).map((count) => (
            <option key={count}>{count}</option>
          ))}
        </select>
      )}
      <Button onClick={() => setAsking(true)}>Remove {most === 1 ? 'item' : 'items'}</Button>
      {isAsking && (
        <ConfirmDialog
          title={`Remove ${quantity} × ${line.name}?`}
          text={`${describeRemoval({ order, line, quantity })} This cannot be undone.`}
          action="Remove"
          busy={busy}
          onConfirm={confirm}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}

function describeRemoval({ order, line, quantity }: { order: AdminOrderDetail; line: Line; quantity: number }): string {
  const left = order.products.map((each) => (each.line === line.line ? { ...each, quantity: each.quantity - quantity } : each))
  const total = calculateTotalRupees(left)
  const refund = paise(toPaise(order.amountPaid) - toPaise(order.amountRefunded ?? 0) - toPaise(total))
  return [
    `${quantity === 1 ? 'It returns' : 'They return'} to stock, and the order costs ${formatRupees(total)}.`,
    refund > 0 ? `${formatRupees(toRupees(refund))} is refunded to the original payment method.` : '',
    'The shopper is told by email.',
  ]
    .filter(Boolean)
    .join(' ')
}
