import type { Selectable } from 'kysely'
import { toRupees } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import type { Tables } from '../database/schema.ts'
import { imagePath } from '../products/present.ts'
import type { LineItem } from './rules.ts'

export type OrderRow = Selectable<Tables['orders']>

/** An order with its lines. */
export interface FoundOrder {
  readonly row: OrderRow
  readonly lines: readonly LineItem[]
}

export function presentOrder({ row, lines }: FoundOrder): Order {
  const { firstName, lastName, email } = row.delivery_address
  return {
    _id: row.id,
    number: row.number,
    userDetails: { name: `${firstName} ${lastName}`.trim(), email },
    products: lines.map(({ productId, name, imageKey, price, quantity, size }) => {
      return { _id: productId, name, image: imagePath(imageKey), quantity, price: toRupees(price), size }
    }),
    totalPrice: toRupees(row.total_paise),
    amountPaid: toRupees(row.paid_paise),
    cashOndelivery: toRupees(row.collect_paise),
    paymentStatus: row.payment_status,
    orderStatus: row.status,
    createdAt: row.placed_at.toISOString(),
  }
}
