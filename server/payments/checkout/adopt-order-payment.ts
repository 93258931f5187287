import { sql } from 'kysely'
import { paise } from '#contract/kernel/money.ts'
import { canBePaidOnline } from '#contract/orders/order-flags.ts'
import { retryTransaction } from '../../database/retry.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import { lockOnlineOffers } from '../../offers/use-offers.ts'
import { calculateOnlineTotals } from '../../orders/lifecycle/online-discount.ts'
import { listAdjustments, listLineItems } from '../../orders/order/repository.ts'
import type { GatewayPayment } from '../provider/gateway.ts'
import { lockOrderPayment } from '../refunds/refunds.ts'
import { createOrderFingerprint } from './hold-items.ts'
import { detachPayment } from './pay-order.ts'

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
export async function adoptOrderPayment({ database, ...order }: KnownOrder): Promise<string | undefined> {
  return retryTransaction(() => database.transaction().execute((trx) => writePayment({ trx, ...order })))
}

type WrittenPayment = Omit<KnownOrder, 'database'> & { readonly trx: Transaction }

/** Locks, in this order: the payments of the order, offers, the order. */
async function writePayment({ trx, provider, providerOrderId, orderId, payment }: WrittenPayment): Promise<string | undefined> {
  await lockOrderPayment({ trx, orderId })
  await lockOnlineOffers({ trx, orderId })
  const order = await trx.selectFrom('orders').selectAll().where('id', '=', orderId).forUpdate().executeTakeFirst()
  // Another process has found it at the same time.
  const known = await trx.selectFrom('payments').select('id').where('provider_order_id', '=', providerOrderId).executeTakeFirst()
  if (known) return known.id
  if (!order || !canBePaidOnline(order) || payment.currency !== 'INR') return undefined
  const lines = (await listLineItems({ database: trx, ids: [orderId] })).get(orderId) ?? []
  const ofOrder = (await listAdjustments({ database: trx, ids: [orderId] })).get(orderId) ?? []
  const { adjustments, due } = await calculateOnlineTotals({ database: trx, orderId, ...order, lines, adjustments: ofOrder })
  const amount = paise(payment.amount)
  // The offer for paying online may have begun or ended since.
  if (amount !== due && amount !== order.collect_paise) return undefined
  const existing = await trx
    .selectFrom('payments')
    .select('id')
    .where('order_id', '=', orderId)
    .where('kind', '=', 'order')
    .executeTakeFirst()
  if (existing) await detachPayment({ trx, id: existing.id })
  const { id } = await trx
    .insertInto('payments')
    .values({
      user_id: order.user_id,
      provider,
      provider_order_id: providerOrderId,
      amount_paise: amount,
      cart_snapshot: JSON.stringify(lines),
      adjustments: JSON.stringify(amount === due ? adjustments : ofOrder),
      delivery_address: JSON.stringify(order.delivery_address),
      kind: 'order',
      fingerprint: createOrderFingerprint(orderId),
      order_id: orderId,
      hold_ends_at: sql<Date>`clock_timestamp()`,
      next_check_at: sql<Date>`clock_timestamp()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
