import { sql } from 'kysely'
import type { ProductDetails, StoredDetails } from '#contract/catalog/product-details.ts'
import { isBeforeShipping, orderStatuses } from '#contract/orders/order-status.ts'
import { notDeleted, onSale } from '../../database/product-conditions.ts'
import type { Database } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { imagePath, type ProductRow } from './product-row.ts'
import { requireProduct } from './repository.ts'

/** Details of a request as the database stores them. */
export const toStoredDetails = ({ keywords, ...details }: ProductDetails): StoredDetails => ({
  ...details,
  ...(keywords !== undefined && { searchWords: keywords }),
})

interface DetailsChange {
  readonly database: Database
  readonly id: string
  readonly version: number
  readonly details: StoredDetails
}

/**
 * Replaces the details of a product.
 * @throws AppError 404 for an unknown product.
 * @throws AppError 409 when `version` is not the current one.
 */
export async function changeDetails({ database, id, version, details }: DetailsChange): Promise<void> {
  const { numUpdatedRows } = await database
    .updateTable('products')
    .set({ details: JSON.stringify(details), details_version: version + 1 })
    .where('id', '=', id)
    .where('details_version', '=', version)
    .where(notDeleted)
    .executeTakeFirst()
  if (numUpdatedRows === 1n) return
  await requireProduct({ database, id, condition: notDeleted })
  throw new AppError('product_changed')
}

/** How many open orders keep the day on which this product was promised to leave, after another one was entered; empty for none. */
export async function describeEarlierPromises({ database, id }: { database: Database; id: string }): Promise<string> {
  const { orders } = await database
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .innerJoin('products', 'products.id', 'order_lines.product_id')
    .select(sql<number>`count(distinct orders.id)::int`.as('orders'))
    .where('order_lines.product_id', '=', id)
    .where('orders.status', 'in', orderStatuses.filter(isBeforeShipping))
    .where(sql<boolean>`available_from > (now() at time zone 'Asia/Kolkata')::date`)
    .where(sql<boolean>`available_from is distinct from find_available_from(products.details)`)
    .executeTakeFirstOrThrow()
  if (orders === 0) return ''
  return orders === 1 ? '. 1 open order keeps the day it was promised.' : `. ${orders} open orders keep the day they were promised.`
}

const maxColours = 20

/** The products of the same style in their colours, this one included; undefined when there is no other. */
export async function findColours({ database, product }: { database: Database; product: Pick<ProductRow, 'id' | 'details'> }) {
  const { style } = product.details
  if (style === undefined) return undefined
  const rows = await database
    // Materialized, because PostgreSQL has no statistics of styles and would read all products in the order of the sort.
    .with(
      (cte) => cte('of_style').materialized(),
      (query) =>
        query
          .selectFrom('products')
          .select(['id', 'name', 'image_key', 'placeholder_color', 'details', 'created_at'])
          .where((eb) => eb.ref('details', '->>').key('style'), '=', style)
          .where((eb) => eb.ref('details', '->>').key('colour'), 'is not', null)
          .where(onSale),
    )
    .selectFrom('of_style')
    .select(['id', 'name', 'image_key', 'placeholder_color', 'details'])
    .orderBy('created_at')
    .orderBy('id')
    .limit(maxColours)
    .execute()
  if (!rows.some(({ id }) => id !== product.id)) return undefined
  return rows.map(({ id, name, image_key, placeholder_color, details }) => ({
    _id: id,
    name,
    colour: details.colour ?? '',
    image: imagePath(image_key),
    backdrop: placeholder_color,
  }))
}
