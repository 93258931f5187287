import type { Selectable } from 'kysely'
import { policy } from '#contract/kernel/limits/policy-numbers.ts'
import { type Paise, paise, toRupees } from '#contract/kernel/money.ts'
import type { Adjustment } from '#contract/kernel/pricing.ts'
import { presentTotals } from '#contract/orders/adjustments.ts'
import { estimateDelivery } from '#contract/orders/delivery-estimate.ts'
import { needsPayment } from '#contract/orders/order-flags.ts'
import { type Actor, endsEarly, listTransitions, type OrderStatus } from '#contract/orders/order-status.ts'
import type { Order, ShownOrderKind } from '#contract/orders/orders.ts'
import { imagePath, presentDispatch, presentReturnRule } from '../../catalog/product/product-row.ts'
import type { Tables } from '../../database/schema.ts'
import { findPinCode } from '../../pin-codes/pin-codes.ts'
import type { LineItem } from './rules.ts'

/** Named, so that statements about orders are prepared. */
export const orderColumns = [
  'id',
  'number',
  'user_id',
  'kind',
  'status',
  'payment_status',
  'total_paise',
  'adjustment_paise',
  'to_pay_paise',
  'paid_paise',
  'collect_paise',
  'advance_paise',
  'refunded_paise',
  'returned_parcel',
  'delivery_address',
  'placed_at',
  'version',
  'flags',
  'confirmed_by_link',
  'delivery_days',
  'cancels_at',
  'exchange_return_id',
  'link_revision',
  'shopper_note',
  'is_gift',
  'manual_payment',
  'manual_payment_reference',
  'manual_payment_at',
  'is_taken_away',
] as const satisfies readonly (keyof Tables['orders'])[]

/** An order without what only searches need. */
export type OrderRow = Pick<Selectable<Tables['orders']>, (typeof orderColumns)[number]>

/** A line as it was ordered, with its stored amounts. */
export interface PricedLineItem extends LineItem {
  /** price × quantity */
  readonly subtotal: Paise
  /** its share of the order's discounts, 0 or less */
  readonly adjustment: Paise
}

/** An order with its lines and adjustments. */
export interface FoundOrder extends PresentableOrder {
  readonly row: OrderRow
}

export type PresentedRow = Pick<
  OrderRow,
  | 'id'
  | 'number'
  | 'status'
  | 'payment_status'
  | 'total_paise'
  | 'to_pay_paise'
  | 'paid_paise'
  | 'refunded_paise'
  | 'collect_paise'
  | 'advance_paise'
  | 'delivery_address'
  | 'flags'
  | 'placed_at'
  | 'delivery_days'
  | 'shopper_note'
  | 'is_gift'
  | 'manual_payment'
  | 'is_taken_away'
>

/** What replies about an order are made from. */
export interface PresentableOrder {
  readonly row: PresentedRow
  readonly lines: readonly PricedLineItem[]
  readonly adjustments: readonly Adjustment[]
}

type OrderState = Pick<
  OrderRow,
  'status' | 'kind' | 'payment_status' | 'paid_paise' | 'refunded_paise' | 'collect_paise' | 'manual_payment'
>

/** Whether the courier collects the money of an order, or has collected it. */
export const isPaidOnDelivery = ({ kind, manual_payment }: Pick<OrderRow, 'kind' | 'manual_payment'>): boolean =>
  kind !== 'card' && manual_payment === null

/** Whether the whole payment of an order has been or will be refunded. The courier collects the rest of an order whose advance is refunded. */
export function isRefunded({ payment_status, paid_paise, refunded_paise, collect_paise }: OrderState): boolean {
  if (payment_status === 'Pending' && collect_paise > 0) return false
  return payment_status === 'Refunded' || (refunded_paise > 0 && refunded_paise >= paid_paise)
}

/** The kind of an order as replies name it. */
export const presentKind = ({ kind, exchange_return_id: returnId }: Pick<OrderRow, 'kind' | 'exchange_return_id'>): ShownOrderKind =>
  returnId === null ? kind : 'exchange'

/** The statuses that this actor can give an order. */
export function listOrderTransitions({ order, actor }: { order: OrderState; actor: Actor }): OrderStatus[] {
  return listTransitions({ status: order.status, actor, collects: isPaidOnDelivery(order), isRefunded: isRefunded(order) })
}

interface ExchangeKey {
  readonly order: Pick<OrderRow, 'exchange_return_id'>
  readonly lines: readonly LineItem[]
  readonly actor: Actor
}

/** Whether a shopper would turn an exchange into money by cancelling its order, which the rules of its items exclude. */
export const isExchangeOnly = ({ order, lines, actor }: ExchangeKey): boolean =>
  actor !== 'admin' &&
  actor !== 'system' &&
  order.exchange_return_id !== null &&
  lines.some(({ returnRule = 'returnable' }) => returnRule !== 'returnable')

export function presentLine({
  productId,
  name,
  imageKey,
  price,
  quantity,
  size,
  subtotal,
  adjustment,
  dispatchDays,
  availableFrom,
  returnRule,
}: PricedLineItem): Order['products'][number] {
  const reduced = adjustment !== 0 && { toPay: toRupees(paise(subtotal + adjustment)) }
  return {
    _id: productId,
    name,
    image: imagePath(imageKey),
    quantity,
    price: toRupees(price),
    size,
    ...reduced,
    ...presentDispatch({ dispatchDays, availableFrom }),
    ...presentReturnRule(returnRule),
  }
}

/**
 * The day by which an order should arrive. Nothing is promised for an order that has ended or waits for its payment, and to a PIN code that
 * may not exist.
 */
function findExpectedDay(row: PresentedRow): string | undefined {
  const isOnItsWay = row.status !== 'Delivered' && !endsEarly(row.status) && !needsPayment(row)
  const isPinCodeKnown = findPinCode(row.delivery_address.pinCode).state !== ''
  if (!isOnItsWay || !isPinCodeKnown) return undefined
  const [from, to] = policy.deliveryDays
  return estimateDelivery({ orderedAt: row.placed_at, policies: { deliveryDays: [from, row.delivery_days ?? to] } }).by
}

/** What the shopper has said about an order; empty for nothing. */
export const presentShopperNote = ({ shopper_note: note, is_gift }: Pick<OrderRow, 'shopper_note' | 'is_gift'>) => ({
  ...(note !== '' && { note }),
  ...(is_gift && { isGift: true as const }),
})

export function presentOrder({ row, lines, adjustments }: PresentableOrder): Order {
  const { firstName, lastName, email } = row.delivery_address
  const expectedBy = findExpectedDay(row)
  return {
    _id: row.id,
    number: row.number,
    userDetails: { name: `${firstName} ${lastName}`.trim(), email },
    products: lines.map(presentLine),
    ...presentTotals({ total: row.total_paise, toPay: row.to_pay_paise, adjustments }),
    amountPaid: toRupees(row.paid_paise),
    amountRefunded: toRupees(row.refunded_paise),
    cashOndelivery: toRupees(row.collect_paise),
    ...(row.advance_paise > 0 && { advance: toRupees(row.advance_paise) }),
    ...(needsPayment(row) && { isToBePaid: true }),
    ...(row.manual_payment !== null && { manualPayment: row.manual_payment }),
    ...(row.is_taken_away && { isTakenAway: true }),
    paymentStatus: row.payment_status,
    orderStatus: row.status,
    createdAt: row.placed_at.toISOString(),
    ...(expectedBy && { expectedBy }),
    ...presentShopperNote(row),
  }
}
