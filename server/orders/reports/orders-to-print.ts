import { sql } from 'kysely'
import { sizes } from '#contract/kernel/business.ts'
import { toRupees } from '#contract/kernel/money.ts'
import { presentTotals } from '#contract/orders/adjustments.ts'
import { needsPayment } from '#contract/orders/order-flags.ts'
import type { PrintedOrder } from '#contract/orders/order-print.ts'
import { imagePath } from '../../catalog/product/product-row.ts'
import type { Database } from '../../database/schema.ts'
import { readCashDue } from '../order/cash-due.ts'
import { readOrderBookings } from '../order/courier-bookings.ts'
import { parseOrderNumber } from '../order/order-number.ts'
import { presentShopperNote } from '../order/present.ts'
import { listAdjustments } from '../order/repository.ts'

interface PrintRow {
  readonly order_id: string
  readonly product_id: string
  readonly name: string
  readonly image_key: string
  readonly quantity: number
  readonly size: string | null
  readonly category: string | null
  readonly sku: string | null
  readonly position: number | null
  readonly shelf: string | null
  readonly availableFrom: string | null
}

/** The orders with these numbers, in any notation and in the same order. A number that is given twice counts once. */
export async function readOrdersToPrint({ database, numbers }: { database: Database; numbers: readonly string[] }) {
  const requested = [...new Set(numbers.map(parseOrderNumber))]
  const rows = await database
    .selectFrom('orders')
    .select([
      'id',
      'number',
      'version',
      'status',
      'flags',
      'payment_status',
      'delivery_address',
      'total_paise',
      'to_pay_paise',
      'collect_paise',
      'placed_at',
      'exchange_return_id',
      'shopper_note',
      'is_gift',
    ])
    .where('number', 'in', requested)
    .execute()
  const ids = rows.map(({ id }) => id)
  const [lines, adjustments, bookings] = await Promise.all([
    listLines({ database, ids }),
    listAdjustments({ database, ids }),
    readOrderBookings({ database, ids }),
  ])
  const byNumber = new Map(rows.map((row) => [row.number, row]))
  const orders = requested.flatMap((number): PrintedOrder[] => {
    const row = byNumber.get(number)
    if (!row) return []
    const { toSolve: bookingProblem, state: bookingState } = bookings.get(row.id) ?? {}
    return [
      {
        _id: row.id,
        number,
        version: row.version,
        orderStatus: row.status,
        ...(needsPayment(row) && { isToBePaid: true }),
        ...(row.exchange_return_id !== null && { isExchange: true }),
        deliveryAddress: row.delivery_address,
        products: lines.filter((line) => line.order_id === row.id).map(presentLine),
        ...presentTotals({ total: row.total_paise, toPay: row.to_pay_paise, adjustments: adjustments.get(row.id) ?? [] }),
        toCollect: toRupees(readCashDue(row)),
        ...(bookingState === 'booked' && { isBooked: true }),
        ...(bookingProblem !== undefined && { bookingProblem }),
        createdAt: row.placed_at.toISOString(),
        ...presentShopperNote(row),
      },
    ]
  })
  return { orders, missing: requested.filter((number) => !byNumber.has(number)) }
}

/** The lines of orders with what the shelf of a product needs, in line order. */
async function listLines({ database, ids }: { database: Database; ids: readonly string[] }): Promise<PrintRow[]> {
  if (ids.length === 0) return []
  return database
    .selectFrom('order_lines as line')
    .leftJoin('products', 'products.id', 'line.product_id')
    .leftJoin('product_sizes', (join) =>
      join.onRef('product_sizes.product_id', '=', 'line.product_id').onRef('product_sizes.size', '=', 'line.size'),
    )
    .select(['line.order_id', 'line.product_id', 'line.name', 'line.image_key', 'line.quantity', 'line.size'])
    .select(['products.category', 'product_sizes.sku', 'product_sizes.position', 'product_sizes.shelf'])
    .select(sql<string | null>`line.available_from::text`.as('availableFrom'))
    .where('line.order_id', 'in', ids)
    .orderBy('line.order_id')
    .orderBy(sql`line.line`)
    .execute()
}

function presentLine({ product_id, name, image_key, quantity, size, category, sku, position, shelf, availableFrom }: PrintRow) {
  const sizePosition = position ?? sizes.indexOf(size ?? '')
  return {
    _id: product_id,
    name,
    image: imagePath(image_key),
    quantity,
    size,
    sizePosition,
    category,
    sku,
    ...(shelf && { shelf }),
    ...(availableFrom !== null && { availableFrom }),
  }
}
