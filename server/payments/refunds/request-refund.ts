import { sql } from 'kysely'
import { type Paise, paise } from '#contract/kernel/money.ts'
import type { Transaction } from '../../database/schema.ts'
import type { RefundRequest } from '../../orders/order/order-dependencies.ts'
import { sumOpenPayouts } from './cash-refunds.ts'
import { refundRemaining, withdrawRefund } from './refunds.ts'

/**
 * Requests the refund of what is left of an order's payments above `retained`: from the provider, or as a refund to pay by hand when it was
 * paid to the shop itself. Returns the amount.
 */
export async function requestRefund(refund: RefundRequest): Promise<Paise> {
  return (await requestManualRefund(refund)) ?? refundRemaining(refund)
}

/** Undefined for an order that was not paid to the shop itself. */
async function requestManualRefund({ trx, orderId, reason, retained = paise(0) }: RefundRequest): Promise<Paise | undefined> {
  const order = await trx
    .selectFrom('orders')
    .select(['paid_paise', 'refunded_paise'])
    .where('id', '=', orderId)
    .where('manual_payment', 'is not', null)
    .executeTakeFirst()
  if (!order) return undefined
  const open = await sumOpenPayouts({ database: trx, orderId })
  const amount = paise(Math.max(0, order.paid_paise - order.refunded_paise - open - retained))
  if (amount > 0) await trx.insertInto('payouts').values({ order_id: orderId, amount_paise: amount, reason }).execute()
  return amount
}

interface WithdrawnRefund {
  readonly trx: Transaction
  readonly orderId: string
  readonly reason: string
}

/** Withdraws what `requestRefund` has requested for this reason. Returns false when the provider may have it, or when it is paid. */
export async function withdrawRequestedRefund({ trx, orderId, reason }: WithdrawnRefund): Promise<boolean> {
  const payouts = await trx
    .selectFrom('payouts')
    .select(['id', sql<boolean>`paid_at is not null`.as('isPaid')])
    .where('order_id', '=', orderId)
    .where('return_id', 'is', null)
    .where('reason', '=', reason)
    .forUpdate()
    .execute()
  if (payouts.some(({ isPaid }) => isPaid)) return false
  const ids = payouts.map(({ id }) => id)
  if (ids.length > 0) await trx.deleteFrom('payouts').where('id', 'in', ids).execute()
  return withdrawRefund({ trx, orderId, reason })
}
