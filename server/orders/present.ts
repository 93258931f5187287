import type { Selectable } from 'kysely'
import { toRupees } from '#contract/money.ts'
import { isPaymentWanted } from '#contract/orders/order-flags.ts'
import { type Actor, listTransitions, type OrderStatus } from '#contract/orders/order-status.ts'
import type { Order } from '#contract/orders/orders.ts'
import { imagePath } from '../catalog/product/present.ts'
import type { Tables } from '../database/schema.ts'
import type { LineItem } from './placing/rules.ts'

export type OrderRow = Selectable<Tables['orders']>

/** An order with its lines. */
export interface FoundOrder {
  readonly row: OrderRow
  readonly lines: readonly LineItem[]
}

export type PresentedRow = Pick<
  OrderRow,
  | 'id'
  | 'number'
  | 'status'
  | 'payment_status'
  | 'total_paise'
  | 'paid_paise'
  | 'refunded_paise'
  | 'collect_paise'
  | 'delivery_address'
  | 'flags'
  | 'placed_at'
>

type OrderState = Pick<OrderRow, 'status' | 'kind' | 'payment_status' | 'paid_paise' | 'refunded_paise'>

/** Whether the whole payment of an order has been or will be refunded. */
export function isRefunded({ payment_status, paid_paise, refunded_paise }: OrderState): boolean {
  return payment_status === 'Refunded' || (refunded_paise > 0 && refunded_paise >= paid_paise)
}

/** The statuses to which this actor can move an order. */
export function listOrderTransitions({ order, actor }: { order: OrderState; actor: Actor }): OrderStatus[] {
  return listTransitions({ status: order.status, actor, collects: order.kind !== 'card', isRefunded: isRefunded(order) })
}

export const presentLine = ({ productId, name, imageKey, price, quantity, size }: LineItem): Order['products'][number] => {
  return { _id: productId, name, image: imagePath(imageKey), quantity, price: toRupees(price), size }
}

export function presentOrder({ row, lines }: Pick<FoundOrder, 'lines'> & { row: PresentedRow }): Order {
  const { firstName, lastName, email } = row.delivery_address
  return {
    _id: row.id,
    number: row.number,
    userDetails: { name: `${firstName} ${lastName}`.trim(), email },
    products: lines.map(presentLine),
    totalPrice: toRupees(row.total_paise),
    amountPaid: toRupees(row.paid_paise),
    amountRefunded: toRupees(row.refunded_paise),
    cashOndelivery: toRupees(row.collect_paise),
    ...(isPaymentWanted(row) && { isToBePaid: true }),
    paymentStatus: row.payment_status,
    orderStatus: row.status,
    createdAt: row.placed_at.toISOString(),
  }
}
