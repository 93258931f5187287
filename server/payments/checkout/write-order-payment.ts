import { sql } from 'kysely'
import { holdMinutes, minCardRupees } from '#contract/kernel/business.ts'
import { type Paise, paise, toPaise } from '#contract/kernel/money.ts'
import type { Adjustment } from '#contract/kernel/pricing.ts'
import { canBePaidOnline } from '#contract/orders/order-flags.ts'
import { retryTransaction } from '../../database/retry.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import type { GetPersonKey } from '../../offers/offer-person.ts'
import { lockOnlineOffers, recordUses, takeUsesAgain } from '../../offers/use-offers.ts'
import { calculateOnlineTotals } from '../../orders/lifecycle/online-discount.ts'
import { listAdjustments, listLineItems } from '../../orders/order/repository.ts'
import type { GatewayPayment } from '../provider/gateway.ts'
import { lockOrderPayment } from '../refunds/refunds.ts'
import { detachPayment } from './pay-order.ts'
import { firstCheckSeconds, writtenColumns } from './written-payment.ts'

// An order on delivery can be paid online until it is packed. Its payment has the order from the beginning, so it holds no stock: the
// order has taken it. Until the provider says that it is paid, the order is paid on delivery as before.

interface NewOrderPayment {
  readonly database: Database
  /** of the provider that takes the payment */
  readonly provider: string
  readonly orderId: string
  /** what the page has shown; undefined when the request does not say it */
  readonly shownAmount: Paise | undefined
  readonly getPersonKey: GetPersonKey
}

/**
 * Writes the payment of what the courier would collect of an order, or returns the one that is open. Its amount has the discount for paying online,
 * whose use counts for the time of a hold.
 * @throws AppError 404 for an unknown order.
 * @throws AppError 409 when the order is packed, paid or has ended, or when another amount than the shown one is to be paid.
 */
export function writeOrderPayment({ database, ...payment }: NewOrderPayment) {
  return retryTransaction(() => database.transaction().execute((trx) => openPayment({ trx, ...payment })))
}

async function openPayment({
  trx,
  provider,
  orderId,
  shownAmount,
  getPersonKey,
}: Omit<NewOrderPayment, 'database'> & { trx: Transaction }) {
  const { order, existing } = await lockOrder({ trx, orderId })
  if (!order) throw new AppError('address_link_invalid')
  if (!canBePaidOnline(order)) throw new AppError('order_payment_closed')
  const orderNumber = order.number
  if (existing?.status === 'authorized') return { ...existing, orderNumber }
  const { lines, applied, adjustments, due } = await readTotals({ trx, order })
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
  const nextCheckAt = sql<Date>`clock_timestamp() + make_interval(secs => ${firstCheckSeconds})`
  const opened = await insertPayment({ trx, order, lines, provider, amount: due, adjustments, holdEndsAt, nextCheckAt })
  const person = getPersonKey({ userId: order.user_id, deliveryAddress: order.delivery_address })
  await recordUses({ trx, applied: applied ? [applied] : [], person, of: { paymentId: opened.id } })
  return { ...opened, orderNumber }
}

interface KnownOrder {
  readonly database: Database
  readonly provider: string
  readonly providerOrderId: string
  /** the order that the provider's order was created for */
  readonly orderId: string
  /** captured */
  readonly payment: GatewayPayment
}

/**
 * Writes the payment of an order on delivery that was opened after the backup that is restored now, so that it can be settled. Returns its id;
 * undefined when the order is not open to online payment any more, or costs another amount.
 */
export function adoptOrderPayment({ database, ...payment }: KnownOrder): Promise<string | undefined> {
  return retryTransaction(() => database.transaction().execute((trx) => adoptPayment({ trx, ...payment })))
}

type AdoptedPayment = Omit<KnownOrder, 'database'> & { readonly trx: Transaction }

async function adoptPayment({ trx, provider, providerOrderId, orderId, payment }: AdoptedPayment): Promise<string | undefined> {
  const { order, existing } = await lockOrder({ trx, orderId })
  // Another process has found it at the same time.
  const known = await trx.selectFrom('payments').select('id').where('provider_order_id', '=', providerOrderId).executeTakeFirst()
  if (known) return known.id
  if (!order || !canBePaidOnline(order) || payment.currency !== 'INR') return undefined
  const { lines, adjustmentsOfOrder, due, ...online } = await readTotals({ trx, order })
  const amount = paise(payment.amount)
  // The offer for paying online may have begun or ended since.
  if (amount !== due && amount !== order.collect_paise) return undefined
  if (existing) await detachPayment({ trx, id: existing.id })
  const adjustments = amount === due ? online.adjustments : adjustmentsOfOrder
  const now = sql<Date>`clock_timestamp()`
  const adopted = { providerOrderId, amount, adjustments, holdEndsAt: now, nextCheckAt: now }
  return (await insertPayment({ trx, order, lines, provider, ...adopted })).id
}

/** Locks, in this order: the payments of the order, offers, the order. `existing`: its payment, which is not that of an advance. */
async function lockOrder({ trx, orderId }: { trx: Transaction; orderId: string }) {
  await lockOrderPayment({ trx, orderId })
  await lockOnlineOffers({ trx, orderId })
  const order = await trx.selectFrom('orders').selectAll().where('id', '=', orderId).forUpdate().executeTakeFirst()
  const existing = await trx
    .selectFrom('payments')
    .select([...writtenColumns, 'delivery_address as contact', 'status', 'provider', 'adjustments'])
    .select(sql<boolean>`hold_ends_at <= clock_timestamp()`.as('hasEnded'))
    .where('order_id', '=', orderId)
    .where('kind', '=', 'order')
    .executeTakeFirst()
  return { order, existing }
}

type LockedOrder = NonNullable<Awaited<ReturnType<typeof lockOrder>>['order']>

/** The lines of an order, and what it costs when it is paid online now. */
async function readTotals({ trx, order }: { trx: Transaction; order: LockedOrder }) {
  const { id } = order
  const lines = (await listLineItems({ database: trx, ids: [id] })).get(id) ?? []
  const adjustmentsOfOrder = (await listAdjustments({ database: trx, ids: [id] })).get(id) ?? []
  const online = await calculateOnlineTotals({ database: trx, orderId: id, ...order, lines, adjustments: adjustmentsOfOrder })
  return { ...online, lines, adjustmentsOfOrder }
}

const isSameSum = (one: readonly Adjustment[], other: readonly Adjustment[]): boolean => {
  const describe = (each: Adjustment) => `${each.line} ${each.labelCode} ${each.amount}`
  return one.map(describe).join() === other.map(describe).join()
}

interface InsertedPayment {
  readonly trx: Transaction
  readonly order: LockedOrder
  readonly lines: Awaited<ReturnType<typeof readTotals>>['lines']
  readonly provider: string
  readonly providerOrderId?: string
  readonly amount: Paise
  readonly adjustments: readonly Adjustment[]
  readonly holdEndsAt: ReturnType<typeof sql<Date>>
  readonly nextCheckAt: ReturnType<typeof sql<Date>>
}

async function insertPayment({ trx, order, lines, adjustments, ...payment }: InsertedPayment) {
  return trx
    .insertInto('payments')
    .values({
      user_id: order.user_id,
      provider: payment.provider,
      provider_order_id: payment.providerOrderId,
      amount_paise: payment.amount,
      cart_snapshot: JSON.stringify(lines),
      adjustments: JSON.stringify(adjustments),
      delivery_address: JSON.stringify(order.delivery_address),
      kind: 'order',
      // Servers of the version before know a payment of an order by this text.
      fingerprint: `order ${order.id}`,
      order_id: order.id,
      hold_ends_at: payment.holdEndsAt,
      next_check_at: payment.nextCheckAt,
    })
    .returning([...writtenColumns, 'delivery_address as contact'])
    .executeTakeFirstOrThrow()
}
