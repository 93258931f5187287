import { sql } from 'kysely'
import type { SavedAddress } from '#contract/kernel/address.ts'
import { type Paise, paise } from '#contract/kernel/money.ts'
import { type Adjustment, calculateOrder, type OrderTotals } from '#contract/kernel/pricing.ts'
import type { ManualPaymentMethod } from '#contract/orders/manual-payment.ts'
import type { OrderFlag } from '#contract/orders/order-flags.ts'
import type { OrderKind } from '#contract/orders/orders.ts'
import type { ShopperNote } from '#contract/orders/shopper-note.ts'
import type { Transaction } from '../../database/schema.ts'
import { selectRule } from '../../delivery-rules/find-rule.ts'
import { type NewEvent, recordEvents } from '../order/order-events.ts'
import { createOrderNumber } from '../order/order-number.ts'
import type { PresentableOrder, PresentedRow } from '../order/present.ts'
import type { LineItem } from '../order/rules.ts'
import type { CountedOrder } from './order-caps.ts'
import { listCountedKeys, listPersonKeys } from './order-source.ts'
import { insertOrderReport, type PurchaseReport } from './purchase-report.ts'
import type { Referral } from './referral.ts'

export interface NewOrder extends ShopperNote {
  readonly kind: OrderKind
  /** null for a guest */
  readonly userId: string | null
  readonly deliveryAddress: SavedAddress
  readonly lines: readonly LineItem[]
  readonly adjustments?: readonly Adjustment[]
  /** oldest first */
  readonly events: readonly NewEvent[]
  readonly flags?: readonly OrderFlag[]
  /** what was paid online of an order on delivery */
  readonly advance?: Paise
  /** what was paid to the shop itself, which is all of the order */
  readonly manualPayment?: EnteredPayment | undefined
  readonly isTakenAway?: boolean | undefined
  /** how many days ago it was placed; 0 for every order of a shopper */
  readonly daysAgo?: number | undefined
  /** the return that is answered with this order */
  readonly exchangeReturnId?: string
  /** a shopper's order that is paid on delivery */
  readonly counted?: CountedOrder | undefined
  /** undefined when it is not known, and for an order of a payment, which has its own */
  readonly referral?: Referral | undefined
  /** undefined unless the shopper agrees, and for an order of a payment, which has its own */
  readonly report?: PurchaseReport | undefined
}

/** A payment to the shop itself. */
export interface EnteredPayment {
  readonly method: ManualPaymentMethod
  readonly reference: string
  /** of its day in India */
  readonly at: Date
}

/**
 * Inserts an order, its lines and adjustments, its source and its first events with their mails. It is confirmed and paid if one of the
 * events says so; only card orders, and those that an administrator enters, are paid. Does not touch stock.
 */
export async function insertOrder({ trx, order }: { trx: Transaction; order: NewOrder }): Promise<PresentableOrder & { id: string }> {
  const { events, counted, referral, report, userId } = order
  const totals = calculateOrder(order)
  const row = await insertRow({ trx, order, totals })
  const { id } = row
  await insertLines({ trx, orderId: id, totals, counted, referral })
  if (report) await insertOrderReport({ trx, orderId: id, userId, report })
  await recordEvents({ trx, orderId: id, events })
  return { id, row, lines: totals.lines, adjustments: totals.adjustments }
}

interface InsertedRow {
  readonly trx: Transaction
  readonly order: NewOrder
  readonly totals: OrderTotals<LineItem>
}

async function insertRow({ trx, order, totals }: InsertedRow): Promise<PresentedRow> {
  const {
    kind,
    userId,
    deliveryAddress,
    events,
    flags = [],
    advance = paise(0),
    exchangeReturnId = null,
    note = '',
    isGift = false,
    manualPayment,
    isTakenAway = false,
    daysAgo = 0,
  } = order
  const { total, adjustment, toPay } = totals
  const isCard = kind === 'card'
  const isCollected = !isCard && manualPayment === undefined
  const isPaid = events.some(({ event }) => event === 'Paid') || (exchangeReturnId !== null && toPay === 0)
  const values: Omit<PresentedRow, 'id' | 'placed_at' | 'to_pay_paise' | 'delivery_address' | 'delivery_days'> = {
    number: createOrderNumber(),
    status: events.some(({ event }) => event === 'Confirmed') ? 'Confirmed' : 'Placed',
    payment_status: isPaid ? 'Paid' : isCard ? 'Failed' : 'Pending',
    total_paise: total,
    paid_paise: isPaid ? toPay : advance,
    refunded_paise: paise(0),
    advance_paise: advance,
    collect_paise: isCollected ? paise(toPay - advance) : paise(0),
    flags: [...flags],
    shopper_note: note,
    is_gift: isGift,
    manual_payment: manualPayment?.method ?? null,
    is_taken_away: isTakenAway,
  }
  const inserted = await trx
    .insertInto('orders')
    .values({
      ...values,
      kind,
      user_id: userId,
      adjustment_paise: adjustment,
      exchange_return_id: exchangeReturnId,
      delivery_address: JSON.stringify(deliveryAddress),
      // The estimate counts from the day of the entry, and the slowest item decides.
      delivery_days: sql<number>`coalesce((select days_to from ${selectRule(deliveryAddress.pinCode)} as rule), current_delivery_days()) + ${daysAgo}::int
        + ${selectDispatchDelay(order.lines)}`,
      manual_payment_reference: manualPayment?.reference ?? '',
      manual_payment_at: manualPayment?.at ?? null,
      ...(daysAgo > 0 && { placed_at: sql<Date>`clock_timestamp() - make_interval(days => ${daysAgo})` }),
    })
    .onConflict((conflict) => conflict.column('number').doNothing())
    .returning(['id', 'placed_at', 'delivery_days'])
    .executeTakeFirst()
  // Without a row the random number is taken: try another one.
  return inserted ? { ...values, ...inserted, to_pay_paise: toPay, delivery_address: deliveryAddress } : insertRow({ trx, order, totals })
}

/** The days that the slowest item of an order leaves after the time of the policies; below 0 when all leave earlier. */
const selectDispatchDelay = (lines: NewOrder['lines']) => sql<number>`(
  select coalesce(max(coalesce(find_dispatch_days(details), current_dispatch_days()) - current_dispatch_days()), 0) from products
  where products.id = any(${lines.map(({ productId }) => productId)}::uuid[])
)`

interface InsertedLines {
  readonly trx: Transaction
  readonly orderId: string
  readonly totals: OrderTotals<LineItem>
  readonly counted: CountedOrder | undefined
  readonly referral: Referral | undefined
}

/** Lines, adjustments, the source and the referral in one statement. */
async function insertLines({ trx, orderId, totals: { lines, adjustments }, counted, referral }: InsertedLines): Promise<void> {
  const rows = lines.map(({ line, productId, name, imageKey, price, quantity, adjustment, size, returnRule = 'returnable' as const }) => ({
    order_id: orderId,
    line,
    product_id: productId,
    name,
    image_key: imageKey,
    price_paise: price,
    quantity,
    adjustment_paise: adjustment,
    size,
    dispatch_days: trx
      .selectFrom('products')
      .select(sql<number | null>`find_dispatch_days(details)`.as('dispatch_days'))
      .where('id', '=', productId),
    available_from: trx
      .selectFrom('products')
      .select(sql<string | null>`find_available_from(details)`.as('available_from'))
      .where('id', '=', productId),
    return_rule: returnRule,
    cost_paise: trx.selectFrom('products').select('cost_paise').where('id', '=', productId),
  }))
  const counting = counted
    ? trx.with('source', (query) => query.insertInto('order_sources').values(toSourceRow({ orderId, counted })).returning('order_id'))
    : trx
  const insertion = referral
    ? counting.with('referral', (query) =>
        query
          .insertInto('order_referrals')
          .values({ ...referral, order_id: orderId })
          .returning('order_id'),
      )
    : counting
  if (adjustments.length === 0) {
    await insertion.insertInto('order_lines').values(rows).execute()
    return
  }
  await insertion
    .with('lines', (query) => query.insertInto('order_lines').values(rows).returning('line'))
    .insertInto('order_adjustments')
    .values(toAdjustmentRows({ orderId, adjustments }))
    .execute()
}

function toSourceRow({ orderId, counted }: { orderId: string; counted: CountedOrder }) {
  const { keys, trust, items, total, countedAt, ipFactor } = counted
  return {
    order_id: orderId,
    keys: listPersonKeys(keys),
    range_key: keys.ipRange,
    counted_keys: listCountedKeys({ keys, trust }),
    ip_factor: ipFactor,
    items,
    total_paise: total,
    counted_at: countedAt,
  }
}

interface AdjustmentsOfOrder {
  readonly orderId: string
  /** with a share for each line, as `calculateOrder` returns them */
  readonly adjustments: readonly Adjustment[]
}

const toAdjustmentRows = ({ orderId, adjustments }: AdjustmentsOfOrder) =>
  adjustments.map(({ line, kind, source = 'offer', labelCode, amount, data = {} }) => {
    return { order_id: orderId, line, kind, source, label_code: labelCode, amount_paise: amount, data: JSON.stringify(data) }
  })

export async function insertAdjustments({ trx, ...adjustments }: AdjustmentsOfOrder & { readonly trx: Transaction }): Promise<void> {
  await trx.insertInto('order_adjustments').values(toAdjustmentRows(adjustments)).execute()
}
