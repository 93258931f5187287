import { type RawBuilder, sql } from 'kysely'
import type { CallReply } from '#contract/contract.ts'
import { type ItemToPack, maxQueue, type OrderToPack } from '#contract/orders/packing.ts'
import { imagePath } from '../../catalog/product/product-row.ts'
import { countRows } from '../../database/count-rows.ts'
import type { Database } from '../../database/schema.ts'
import { filterView, listFoundProblems, readOrderStates } from '../desk/order-views.ts'
import type { OrderDependencies } from '../order/order-dependencies.ts'
import { presentShopperNote } from '../order/present.ts'
import { isCurrentClaim } from './packing-claims.ts'

/** Sorts A2 before A10: each number has 20 digits. */
const toShelfKey = (shelf: RawBuilder<string>) => sql<string>`(regexp_replace(
  regexp_replace(lower(${shelf}), '\\d+', repeat('0', 20) || '\\&', 'g'), '\\d*(\\d{20})', '\\1', 'g'
) collate "C")`

/**
 * The first shelf of each confirmed order. The lines are read before their sizes, and a key is made once for each shelf, which takes 40 ms
 * in place of 400 with 3,000 orders to pack.
 */
const firstShelves = sql<{ order_id: string; key: string }>`(
  with lines as materialized (
    select order_id, product_id, size from orders join order_lines on order_id = orders.id where status = 'Confirmed'
  ), shelves as materialized (
    select order_id, shelf from lines join product_sizes using (product_id, size) where shelf <> ''
  ), keys as materialized (
    select shelf, ${toShelfKey(sql.ref('shelf'))} as key from (select distinct shelf from shelves) as distinct_shelves
  )
  select order_id, min(key) as key from shelves join keys using (shelf) group by order_id
)`.as<'first_shelves'>('first_shelves')

type Sources = Pick<OrderDependencies, 'database' | 'payments' | 'shopSettings'>

/** The confirmed orders that can be packed now, in the order of a packing table. `packer` is the table, whose own order comes first. */
export async function readPackingQueue({
  packer = null,
  ...sources
}: Sources & { packer?: string | null | undefined }): Promise<CallReply<'GET /order/admin/pack'>> {
  const { database, payments, shopSettings } = sources
  const orders = filterView({ database, view: 'to-pack', foundProblems: [] })
  const [rows, total, foundProblems] = await Promise.all([
    selectQueue({ database, packer }).execute(),
    countRows(orders),
    listFoundProblems({ database, payments, settings: shopSettings.current }),
  ])
  const ids = rows.map(({ id }) => id)
  const [items, notes, { late, listProblems }] = await Promise.all([
    listItems({ database, ids }),
    listNotes({ database, ids }),
    readOrderStates({ database, ids, foundProblems }),
  ])
  return {
    total,
    orders: rows.map((row): OrderToPack => {
      const { firstName, lastName, city } = row.delivery_address
      return {
        _id: row.id,
        number: row.number,
        version: row.version,
        name: `${firstName} ${lastName}`.trim(),
        city,
        createdAt: row.placed_at.toISOString(),
        items: items.get(row.id)?.map(presentItem) ?? [],
        ...presentShopperNote(row),
        notes: notes.get(row.id)?.map(({ text }) => text) ?? [],
        ...(row.exchange_return_id !== null && { isExchange: true }),
        isLate: late.has(row.id),
        problems: listProblems(row.id),
        ...(row.minutes !== null && row.packer !== packer && { opened: { by: row.openedBy, minutes: row.minutes } }),
      }
    }),
  }
}

const selectQueue = ({ database, packer }: { database: Database; packer: string | null }) =>
  filterView({ database, view: 'to-pack', foundProblems: [] })
    .leftJoin('packing_claims as claim', (join) => join.onRef('claim.order_id', '=', 'orders.id').on(isCurrentClaim))
    .leftJoin('users', 'users.id', 'claim.opened_by')
    .leftJoin(firstShelves, 'first_shelves.order_id', 'orders.id')
    .select(['orders.id', 'number', 'orders.version', 'delivery_address', 'placed_at', 'exchange_return_id', 'shopper_note', 'is_gift'])
    .select(['claim.packer', 'users.name as openedBy'])
    .select(sql<number | null>`floor(extract(epoch from clock_timestamp() - claim.opened_at) / 60)::int`.as('minutes'))
    .orderBy(sql`case when claim.packer is null then 1 when claim.packer = ${packer}::text then 0 else 2 end`)
    .orderBy('first_shelves.key', (order) => order.asc().nullsLast())
    .orderBy('placed_at')
    .orderBy('orders.id')
    .limit(maxQueue)

interface ItemRow extends Pick<ItemToPack, 'line' | 'name' | 'quantity' | 'size' | 'sku' | 'barcode'> {
  readonly order_id: string
  readonly product_id: string
  readonly image_key: string
  readonly shelf: string | null
  readonly colour: string | null
  readonly availableFrom: string | null
  readonly returned: number | null
}

/** The lines of orders by shelf, with how many of each came back to stock in the last three days. */
async function listItems({ database, ids }: { database: Database; ids: readonly string[] }) {
  const { rows } = await sql<ItemRow>`
    with returned as (
      select product_id, size, sum(change)::int as items from stock_movements
      where cause in ('return', 'refused') and moved_at > now() - interval '3 days'
      group by product_id, size having sum(change) > 0
    )
    select order_lines.order_id, order_lines.line, order_lines.product_id, order_lines.name, order_lines.image_key, order_lines.quantity,
      order_lines.size, order_lines.available_from::text as "availableFrom", products.details ->> 'colour' as colour,
      product_sizes.sku, product_sizes.barcode, product_sizes.shelf, returned.items as returned
    from order_lines
    left join products on products.id = order_lines.product_id
    left join product_sizes on product_sizes.product_id = order_lines.product_id and product_sizes.size = order_lines.size
    left join returned on returned.product_id = order_lines.product_id
      and returned.size is not distinct from case when products.has_sizes then order_lines.size end
    where order_lines.order_id = any(${ids}::uuid[])
    order by order_lines.order_id, case when product_sizes.shelf <> '' then ${toShelfKey(sql.ref('product_sizes.shelf'))} end nulls last, order_lines.line
  `.execute(database)
  return Map.groupBy(rows, ({ order_id }) => order_id)
}

const presentItem = ({ order_id: _, product_id, image_key, shelf, colour, availableFrom, returned, ...item }: ItemRow): ItemToPack => ({
  ...item,
  _id: product_id,
  image: imagePath(image_key),
  ...(shelf && { shelf }),
  ...(colour && { colour }),
  ...(availableFrom !== null && { availableFrom }),
  ...(returned !== null && { returned }),
})

async function listNotes({ database, ids }: { database: Database; ids: readonly string[] }) {
  const rows = await database
    .selectFrom('order_notes')
    .select(['order_id', 'text'])
    .where('order_id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id', 'desc')
    .execute()
  return Map.groupBy(rows, ({ order_id }) => order_id)
}
