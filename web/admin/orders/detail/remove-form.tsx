import { useState } from 'react'
import { formatRupees, type Paise, paise, toPaise, toRupees } from '#contract/kernel/money.ts'
import { type Adjustment, calculateOrder, calculateRemovalRefund, removeItems, sumPaise } from '#contract/kernel/pricing.ts'
import { getToPay } from '#contract/orders/adjustments.ts'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import { orderErrors } from '#contract/orders/order-errors.ts'
import { useRight } from '../../../session/use-right.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { SmallSelect } from '../../kit/small-select.tsx'

type Line = AdminOrderDetail['products'][number]

interface RemoveFormProps {
  order: AdminOrderDetail
  line: Line
  busy: boolean
  /** `refund` in rupees; undefined for the price of the items */
  onSubmit: (removal: { quantity: number; refund?: number }) => Promise<void>
}

/** Removes a line, or a part of its quantity. Says before what becomes of stock and money. */
export function RemoveForm({ order, line, busy, onSubmit }: RemoveFormProps) {
  const mayRefund = useRight('money')
  const isOnlyLine = order.products.length === 1
  const most = isOnlyLine ? line.quantity - 1 : line.quantity
  const [chosen, setQuantity] = useState(most)
  const [isAsking, setAsking] = useState(false)
  const [typed, setTyped] = useState<string>()
  const quantity = Math.min(chosen, most)
  const removal = calculateRemoval({ order, line, quantity })
  const range = { from: formatRupees(toRupees(removal.least)), to: formatRupees(toRupees(removal.most)) }
  // An earlier refund may have paid back these items already, or may have had another reason.
  const isChoice = most > 0 && removal.most > removal.least
  const refund = isChoice && typed !== undefined ? readRefund({ typed, removal }) : removal.most

  const confirm = async () => {
    await onSubmit({ quantity, ...(refund !== undefined && refund !== removal.most && { refund: toRupees(refund) }) })
    setAsking(false)
  }

  // What was paid for removed items is refunded.
  const isRefunding = order.paymentStatus === 'Paid' || removal.most > 0
  if (isRefunding && !mayRefund) return <p className="text-soft">Removing paid items needs the right “Money”, because it refunds them.</p>
  if (most === 0) return <p className="text-soft">{orderErrors.last_item.text}</p>
  return (
    <div className="flex flex-wrap items-center gap-3">
      {most > 1 && (
        <SmallSelect
          aria-label={`How many of ${line.name} to remove`}
          value={quantity}
          choices={Array.from({ length: most }, (_, index) => [index + 1, String(index + 1)] as const)}
          onChange={({ target }) => setQuantity(Number(target.value))}
        />
      )}
      {isChoice && (
        <TextField
          label="Refund (₹)"
          inputMode="decimal"
          autoComplete="off"
          value={typed ?? String(toRupees(removal.most))}
          onChange={({ target }) => setTyped(target.value)}
          error={refund === undefined ? `Enter an amount from ${range.from} to ${range.to}.` : undefined}
        />
      )}
      <Button onClick={() => refund !== undefined && setAsking(true)}>Remove {most === 1 ? 'item' : 'items'}</Button>
      {isAsking && refund !== undefined && (
        <ConfirmDialog
          title={`Remove ${quantity} × ${line.name}?`}
          text={`${describeRemoval({ quantity, toPay: removal.toPay, refund, isByHand: order.manualPayment !== undefined })} This cannot be undone.`}
          action="Remove"
          busy={busy}
          onConfirm={confirm}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}

/** The amount that was typed, if it can be refunded. */
function readRefund({ typed, removal }: { typed: string; removal: Removal }): Paise | undefined {
  if (!/^\d{1,8}(\.\d{1,2})?$/.test(typed.trim())) return undefined
  const amount = toPaise(Number(typed))
  return amount >= removal.least && amount <= removal.most ? amount : undefined
}

interface Removal {
  /** what the order costs without the items */
  readonly toPay: Paise
  /** what can be refunded for them */
  readonly least: Paise
  readonly most: Paise
}

function calculateRemoval({ order, line, quantity }: { order: AdminOrderDetail; line: Line; quantity: number }): Removal {
  const toPay = calculateRemainder({ order, removed: { line: line.line, quantity } })
  const paid = toPaise(order.amountPaid)
  const collect = toPaise(order.cashOndelivery)
  const refunded = paise(toPaise(order.amountRefunded ?? 0) + toPaise(order.manualPaymentDetails?.toPayBack ?? 0))
  return { toPay, ...calculateRemovalRefund({ paid, refunded, before: toPaise(getToPay(order)), after: toPay, collect }) }
}

interface DescribedRemoval {
  quantity: number
  toPay: Paise
  refund: Paise
  /** the order was paid to the shop itself */
  isByHand: boolean
}

function describeRemoval({ quantity, toPay, refund, isByHand }: DescribedRemoval): string {
  const amount = formatRupees(toRupees(refund))
  const refundText = isByHand ? `${amount} is listed in Refunds to pay.` : `${amount} is refunded to the original payment method.`
  return [
    `${quantity === 1 ? 'It returns' : 'They return'} to stock, and the order costs ${formatRupees(toRupees(toPay))}.`,
    refund > 0 ? refundText : '',
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
