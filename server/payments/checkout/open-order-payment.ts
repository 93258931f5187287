import { sql, type Transaction } from 'kysely'
import type { SavedAddress } from '#contract/address.ts'
import { minCardRupees } from '#contract/business.ts'
import { type Paise, toPaise } from '#contract/money.ts'
import { canBePaidOnline } from '#contract/orders/order-flags.ts'
import { retryTransaction } from '../../database/retry.ts'
import type { Database, Tables } from '../../database/schema.ts'
import { AppError } from '../../errors.ts'
import { listAdjustments, listLineItems } from '../../orders/repository.ts'
import type { Gateway } from '../gateway.ts'
import { lockOrderPayment } from '../refunds/refunds.ts'
import { firstCheckSeconds, openPaymentColumns } from './hold-items.ts'
import { createProviderOrder } from './open-payment.ts'
import { detachPayment } from './pay-order.ts'

// An order on delivery can be paid online until it is packed. Its payment has the order from the beginning, so it holds no stock: the
// order has taken it. Until the provider says that it is paid, the order is paid on delivery as before.

const fingerprintStart = 'order '

/** Whether a payment was opened for an order on delivery. */
export const isOrderPayment = ({ fingerprint }: { readonly fingerprint: string }): boolean => fingerprint.startsWith(fingerprintStart)

interface OpenedPayment {
  readonly providerOrderId: string
  readonly amount: Paise
  readonly contact: SavedAddress
}

interface NewOrderPayment {
  readonly database: Database
  /** takes the payment */
  readonly gateway: Gateway
  readonly orderId: string
}

/**
 * Opens the payment of an order that is paid on delivery, or returns the one that is open.
 * @throws AppError 404 for an unknown order.
 * @throws AppError 409 when the order is packed, paid or has ended.
 * @throws AppError 503 when the provider does not answer.
 */
export async function openOrderPayment({ database, gateway, orderId }: NewOrderPayment): Promise<OpenedPayment> {
  const { provider } = gateway
  const payment = await retryTransaction(() => database.transaction().execute((trx) => writeOrderPayment({ trx, provider, orderId })))
  const { id, amount, contact } = payment
  const providerOrderId = payment.providerOrderId ?? (await createProviderOrder({ database, gateway, id, amount }))
  if (!providerOrderId) throw new AppError('order_payment_closed')
  return { providerOrderId, amount, contact }
}

async function writeOrderPayment({ trx, provider, orderId }: { trx: Transaction<Tables>; provider: string; orderId: string }) {
  await lockOrderPayment({ trx, orderId })
  const order = await trx.selectFrom('orders').selectAll().where('id', '=', orderId).forUpdate().executeTakeFirst()
  if (!order) throw new AppError('address_link_invalid')
  if (!canBePaidOnline({ ...order, advance: order.advance_paise })) throw new AppError('order_payment_closed')
  const existing = await trx
    .selectFrom('payments')
    .select([...openPaymentColumns, 'delivery_address as contact', 'status', 'provider'])
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  // Items were removed since, or another provider takes new payments now.
  const isOutdated = existing && (existing.amount !== order.to_pay_paise || existing.provider !== provider)
  if (existing && (!isOutdated || existing.status === 'authorized')) return existing
  if (existing) await detachPayment({ trx, id: existing.id })
  if (order.to_pay_paise < toPaise(minCardRupees)) throw new AppError('amount_too_small')
  const lines = (await listLineItems({ database: trx, ids: [orderId] })).get(orderId) ?? []
  const adjustments = (await listAdjustments({ database: trx, ids: [orderId] })).get(orderId) ?? []
  return trx
    .insertInto('payments')
    .values({
      user_id: order.user_id,
      provider,
      amount_paise: order.to_pay_paise,
      cart_snapshot: JSON.stringify(lines),
      adjustments: JSON.stringify(adjustments),
      delivery_address: JSON.stringify(order.delivery_address),
      fingerprint: `${fingerprintStart}${orderId}`,
      order_id: orderId,
      hold_ends_at: sql<Date>`clock_timestamp()`,
      next_check_at: sql<Date>`clock_timestamp() + make_interval(secs => ${firstCheckSeconds})`,
    })
    .returning([...openPaymentColumns, 'delivery_address as contact'])
    .executeTakeFirstOrThrow()
}
