import { useState } from 'react'
import { errorText } from '#contract/errors/errors.ts'
import { formatRupees, type Paise, paise, toPaise, toRupees } from '#contract/money.ts'
import { getToPay } from '#contract/orders/adjustments.ts'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import { type Adjustment, calculateOrder, removeItems, sumPaise } from '#contract/pricing.ts'
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
  const toPay = calculateRemainder({ order, removed: { line: line.line, quantity } })
  const refund = paise(toPaise(order.amountPaid) - toPaise(order.amountRefunded ?? 0) - toPay)
  return [
    `${quantity === 1 ? 'It returns' : 'They return'} to stock, and the order costs ${formatRupees(toRupees(toPay))}.`,
    refund > 0 ? `${formatRupees(toRupees(refund))} is refunded to the original payment method.` : '',
    'The shopper is told by email.',
  ]
    .filter(Boolean)
    .join(' ')
}

/** What is to be paid without the removed items: each line has its share of the discounts, and fees of the order stay. */
function calculateRemainder({ order, removed }: { order: AdminOrderDetail; removed: { line: number; quantity: number } }): Paise {
  const lines = order.products.map(({ line, price, quantity }) => ({ line, price: toPaise(price), quantity }))
  const { lines: priced, total } = calculateOrder({ lines })
  const shares = priced.flatMap(({ line, subtotal }, index): Adjustment[] => {
    const amount = paise(toPaise(order.products[index]?.toPay ?? toRupees(subtotal)) - subtotal)
    return amount === 0 ? [] : [{ line, kind: 'discount', labelCode: '', amount }]
  })
  const fees = toPaise(getToPay(order)) - total - sumPaise(shares.map(({ amount }) => amount))
  return paise(calculateOrder(removeItems({ lines, adjustments: shares, removed })).toPay + fees)
}
