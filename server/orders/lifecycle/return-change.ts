import { returnLimits } from '#contract/kernel/limits/return-limits.ts'
import { findLastReturnDay } from '#contract/kernel/return-days.ts'
import type { ReturnChange } from '#contract/orders/order-change.ts'
import { couriers } from '#contract/shipping/couriers.ts'
import type { Transaction } from '../../database/schema.ts'

/** A return as the events of its order record it, as it is now. */
export async function readReturnChange({ trx, returnId }: { trx: Transaction; returnId: string }): Promise<ReturnChange> {
  const row = await trx
    .selectFrom('returns')
    .leftJoin('payouts', 'payouts.return_id', 'returns.id')
    .leftJoin('orders as exchange', 'exchange.exchange_return_id', 'returns.id')
    .select(['returns.number', 'returns.kind', 'is_fault', 'fee_paise', 'refund_paise', 'cash_paise', 'handover', 'decline_reason'])
    .select([
      'pickup_courier',
      'pickup_reference',
      'returns.to_pay_paise',
      'accepted_at',
      'payouts.id as payoutId',
      'exchange.number as exchangeNumber',
    ])
    .where('returns.id', '=', returnId)
    .executeTakeFirstOrThrow()
  const lines = await trx
    .selectFrom('return_lines')
    .innerJoin('order_lines', (join) =>
      join.onRef('order_lines.order_id', '=', 'return_lines.order_id').onRef('order_lines.line', '=', 'return_lines.line'),
    )
    .leftJoin('products', 'products.id', 'new_product_id')
    .select(['order_lines.name', 'size', 'return_lines.quantity', 'reason', 'products.name as newName', 'new_size', 'held'])
    .where('return_id', '=', returnId)
    .orderBy('return_lines.line')
    .execute()
  const isExchange = row.kind === 'exchange'
  const isHeld = lines.some(({ held }) => held > 0)
  return {
    kind: 'return',
    returnId,
    number: row.number,
    items: lines.map(({ name, size, quantity, reason, newName, new_size }) => {
      const exchange = isExchange && newName !== null && { exchange: { name: newName, size: new_size } }
      return { name, size, quantity, reason, ...exchange }
    }),
    fee: row.is_fault ? 0 : row.fee_paise,
    refund: row.refund_paise,
    cash: row.cash_paise,
    ...(row.payoutId && { payoutId: row.payoutId }),
    ...(isExchange && {
      exchange: {
        toPay: row.to_pay_paise,
        heldUntil: isHeld && row.accepted_at ? findLastReturnDay({ deliveredAt: row.accepted_at, days: returnLimits.receiptDays }) : null,
        order: row.exchangeNumber,
      },
    }),
    handover: row.handover,
    ...(row.pickup_courier &&
      row.pickup_reference && { pickup: { courier: couriers[row.pickup_courier].name, reference: row.pickup_reference } }),
    reason: row.decline_reason,
  }
}
