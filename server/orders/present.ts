import type { Selectable } from 'kysely'
import { toRupees } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import type { Tables } from '../database/schema.ts'
import { imagePath } from '../products/present.ts'
import type { LineItem } from './rules.ts'

export const orderColumns = [
  'id',
  'number',
  'status',
  'kind',
  'payment_status',
  'total_paise',
  'paid_paise',
  'collect_paise',
  'delivery_address',
  'placed_at',
] as const

export type OrderRow = Pick<Selectable<Tables['orders']>, (typeof orderColumns)[number]>

export function presentOrder({ row, lines }: { row: OrderRow; lines: readonly LineItem[] }): Order {
  const { firstName, lastName, email } = row.delivery_address
  return {
    _id: row.id,
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
    createdAt: row.placed_at.toISOString(),
  }
}
