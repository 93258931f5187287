import { sql, type Transaction } from 'kysely'
import type { SavedAddress } from '#contract/kernel/address.ts'
import { holdMinutes, minCardRupees } from '#contract/kernel/business.ts'
import { type Paise, toPaise } from '#contract/kernel/money.ts'
import type { Adjustment } from '#contract/kernel/pricing.ts'
import { canBePaidOnline } from '#contract/orders/order-flags.ts'
import { retryTransaction } from '../../database/retry.ts'
import type { Database, Tables } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import type { GetPersonKey } from '../../offers/offer-person.ts'
import { lockOnlineOffers, recordUses, takeUsesAgain } from '../../offers/use-offers.ts'
import { calculateOnlineTotals } from '../../orders/lifecycle/online-discount.ts'
import { listAdjustments, listLineItems } from '../../orders/order/repository.ts'
import type { Gateway } from '../provider/gateway.ts'
import { lockOrderPayment } from '../refunds/refunds.ts'
import { createOrderFingerprint, firstCheckSeconds, openPaymentColumns } from './hold-items.ts'
import { createProviderOrder } from './open-payment.ts'
import { detachPayment } from './pay-order.ts'

// An order on delivery can be paid online until it is packed. Its payment has the order from the beginning, so it holds no stock: the
// order has taken it. Until the provider says that it is paid, the order is paid on delivery as before.

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
  /** what the page has shown; undefined when the request does not say it */
  readonly shownAmount: Paise | undefined
  readonly getPersonKey: GetPersonKey
}

/**
 * Opens the payment of what the courier would collect of an order, or returns the one that is open. Its amount has the discount for paying online,
 * whose use counts for the time of a hold.
 * @throws AppError 404 for an unknown order.
 * @throws AppError 409 when the order is packed, paid or has ended, or when another amount than the shown one is to be paid.
 * @throws AppError 503 when the provider does not answer.
 */
export async function openOrderPayment({ database, gateway, ...order }: NewOrderPayment): Promise<OpenedPayment> {
  const { provider } = gateway
  const payment = await retryTransaction(() => database.transaction().execute((trx) => writeOrderPayment({ trx, provider, ...order })))
  const { id, amount, contact, orderNumber } = payment
  const providerOrderId = payment.providerOrderId ?? (await createProviderOrder({ database, gateway, id, amount, orderNumber }))
  if (!providerOrderId) throw new AppError('order_payment_closed')
  return { providerOrderId, amount, contact }
}

type WrittenPayment = Omit<NewOrderPayment, 'database' | 'gateway'> & { readonly trx: Transaction<Tables>; readonly provider: string }

/** Locks, in this order: the payment of the order, offers, the order. */
async function writeOrderPayment({ trx, provider, orderId, shownAmount, getPersonKey }: WrittenPayment) {
  await lockOrderPayment({ trx, orderId })
  await lockOnlineOffers({ trx, orderId })
  const order = await trx.selectFrom('orders').selectAll().where('id', '=', orderId).forUpdate().executeTakeFirst()
  if (!order) throw new AppError('address_link_invalid')
  if (!canBePaidOnline(order)) throw new AppError('order_payment_closed')
  const existing = await trx
    .selectFrom('payments')
    .select([...openPaymentColumns, 'delivery_address as contact', 'status', 'provider', 'adjustments'])
    .select(sql<boolean>`hold_ends_at <= clock_timestamp()`.as('hasEnded'))
    .where('order_id', '=', orderId)
    .where('kind', '=', 'order')
    .executeTakeFirst()
  const orderNumber = order.number
  if (existing?.status === 'authorized') return { ...existing, orderNumber }
  const lines = (await listLineItems({ database: trx, ids: [orderId] })).get(orderId) ?? []
  const ofOrder = (await listAdjustments({ database: trx, ids: [orderId] })).get(orderId) ?? []
  const { applied, adjustments, due } = await calculateOnlineTotals({ database: trx, orderId, ...order, lines, adjustments: ofOrder })
  if (shownAmount !== undefined && shownAmount !== due) throw new AppError('advance_changed')
  const holdEndsAt = sql<Date>`clock_timestamp() + make_interval(mins => ${applied ? holdMinutes : 0})`
  // Items were removed since, the offer is another one, or another provider takes new payments now.
  const isSame = existing?.provider === provider && isSameSum(existing.adjustments, adjustments) && existing.amount === due
  if (existing && isSame) {
    if (applied && existing.hasEnded)
      await trx.updateTable('payments').set({ hold_ends_at: holdEndsAt }).where('id', '=', existing.id).execute()
    await takeUsesAgain({ trx, paymentId: existing.id })
    return { ...existing, orderNumber }
  }
  if (existing) await detachPayment({ trx, id: existing.id })
  if (due < toPaise(minCardRupees)) throw new AppError('amount_too_small')
  const opened = await trx
    .insertInto('payments')
    .values({
      user_id: order.user_id,
      provider,
      amount_paise: due,
      cart_snapshot: JSON.stringify(lines),
      adjustments: JSON.stringify(adjustments),
      delivery_address: JSON.stringify(order.delivery_address),
      kind: 'order',
      fingerprint: createOrderFingerprint(orderId),
      order_id: orderId,
      hold_ends_at: holdEndsAt,
      next_check_at: sql<Date>`clock_timestamp() + make_interval(secs => ${firstCheckSeconds})`,
    })
    .returning([...openPaymentColumns, 'delivery_address as contact'])
    .executeTakeFirstOrThrow()
  const person = getPersonKey({ userId: order.user_id, deliveryAddress: order.delivery_address })
  await recordUses({ trx, applied: applied ? [applied] : [], person, of: { paymentId: opened.id } })
  return { ...opened, orderNumber }
}

const isSameSum = (one: readonly Adjustment[], other: readonly Adjustment[]): boolean => {
  const describe = (each: Adjustment) => `${each.line} ${each.labelCode} ${each.amount}`
  return one.map(describe).join() === other.map(describe).join()
}
