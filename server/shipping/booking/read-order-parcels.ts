import { type Paise, paise, toRupees } from '#contract/kernel/money.ts'
import { sumPaise } from '#contract/kernel/pricing.ts'
import type { ShopSettings } from '#contract/settings/setting-groups.ts'
import type { Database } from '../../database/schema.ts'
import type { BookingItem } from './booking-parcel.ts'

/** Length, breadth and height in cm. */
type Box = readonly [lengthCm: number, breadthCm: number, heightCm: number]

export interface OrderParcel {
  readonly items: readonly BookingItem[]
  readonly itemsPaise: Paise
  /** items and packaging */
  readonly weightGrams: number
  readonly box: Box
  /** of the parcel that is booked already */
  readonly trackingNumber: string | null
}

const measureBox = ([lengthCm, breadthCm, heightCm]: Box): number => lengthCm * breadthCm * heightCm

/**
 * What is in the parcels of orders, by order id. An item weighs what its product says, else what its category says, else what the settings
 * say. The box is the largest one of the categories of the items, or the one of the settings.
 */
export async function readOrderParcels({
  database,
  settings: { parcels },
  ids,
}: {
  database: Database
  settings: ShopSettings
  ids: readonly string[]
}): Promise<Map<string, OrderParcel>> {
  if (ids.length === 0) return new Map()
  const rows = await database
    .selectFrom('order_lines as line')
    .innerJoin('orders', 'orders.id', 'line.order_id')
    .leftJoin('products', 'products.id', 'line.product_id')
    .leftJoin('categories', 'categories.key', 'products.category')
    .leftJoin('product_sizes', (join) =>
      join.onRef('product_sizes.product_id', '=', 'line.product_id').onRef('product_sizes.size', '=', 'line.size'),
    )
    .leftJoin('shipments', (join) => join.onRef('shipments.order_id', '=', 'line.order_id').on('shipments.direction', '=', 'forward'))
    .select([
      'line.order_id as orderId',
      'orders.number',
      'line.line',
      'line.name',
      'line.size',
      'line.quantity',
      'line.price_paise as price',
    ])
    .select(['products.details', 'product_sizes.sku', 'categories.item_weight_grams as categoryGrams', 'categories.box_cm as box'])
    .select('shipments.tracking_number as trackingNumber')
    .where('line.order_id', 'in', ids)
    .orderBy('line.order_id')
    .orderBy('line.line')
    .execute()
  const usualBox: Box = [parcels.boxLengthCm, parcels.boxBreadthCm, parcels.boxHeightCm]
  return new Map(
    Array.from(
      Map.groupBy(rows, ({ orderId }) => orderId),
      ([orderId, lines]) => {
        const boxes = lines.map(({ box }) => (box as Box | null) ?? usualBox)
        return [
          orderId,
          {
            items: lines.map(({ number, line, name, size, sku, quantity, price }) => ({
              name: size === null ? name : `${name}, ${size}`,
              sku: sku ?? `${number}-${line}`,
              quantity,
              price: toRupees(price),
            })),
            itemsPaise: sumPaise(lines.map(({ price, quantity }) => paise(price * quantity))),
            weightGrams:
              parcels.packagingGrams +
              lines.reduce(
                (sum, { quantity, details, categoryGrams }) =>
                  sum + quantity * (details?.weightGrams ?? categoryGrams ?? parcels.itemWeightGrams),
                0,
              ),
            box: boxes.reduce((largest, box) => (measureBox(box) > measureBox(largest) ? box : largest)),
            trackingNumber: lines[0]?.trackingNumber ?? null,
          },
        ]
      },
    ),
  )
}
