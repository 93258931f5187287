import type { SavedAddress } from '#contract/address.ts'
import { type Paise, toRupees } from '#contract/money.ts'
import type { OrderStatus } from '#contract/order-status.ts'
import type { Order } from '#contract/orders.ts'
import { imagePath } from '../products/present.ts'
import type { LineItem } from './rules.ts'

export interface OrderRow {
  id: string
  number: string
  status: OrderStatus
  kind: 'guest' | 'cod' | 'card'
  payment_status: Order['paymentStatus']
  total_paise: Paise
  paid_paise: Paise
  collect_paise: Paise
  delivery_address: SavedAddress
  placed_at: Date
}

export function presentOrder({ row, lines }: { row: OrderRow; lines: readonly LineItem[] }): Order {
  return { _id: row.id, ...presentFacts({ row, lines }), createdAt: row.placed_at.toISOString() }
}

/** All of an order that is known before the database has it. */
export function presentFacts({
  row,
  lines,
}: {
  row: Omit<OrderRow, 'id' | 'placed_at'>
  lines: readonly LineItem[]
}): Omit<Order, '_id' | 'createdAt'> {
  const { firstName, lastName, email } = row.delivery_address
  return {
    number: row.number,
    userDetails: { name: `${firstName} ${lastName}`.trim(), email },
    products: lines.map((line) => ({
      _id: line.productId,
      name: line.name,
      image: imagePath(line.imageKey),
      quantity: line.quantity,
      price: toRupees(line.price),
      size: line.size,
    })),
    totalPrice: toRupees(row.total_paise),
    amountPaid: toRupees(row.paid_paise),
    cashOndelivery: toRupees(row.collect_paise),
    paymentStatus: row.payment_status,
    orderStatus: row.status,
  }
}
