import { sql } from 'kysely'
import type { GroupSale, SaleGroup } from '#contract/catalog/group-sales.ts'
import type { SaleReturnRule } from '#contract/catalog/return-rules.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import { isUuid } from '../../database/is-uuid.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { requireSaleTimes } from './sales.ts'

// The sale of a category or a collection is one row of `product_sales` for each of its products. The job that starts and ends the sales
// of single products does the same with these.

interface GroupContext extends SaleGroup {
  readonly database: Database
}

interface NewGroupSale extends GroupContext {
  readonly percent: number
  readonly startsAt: Date
  readonly endsAt: Date
  readonly returnRule?: SaleReturnRule | undefined
  readonly actorId: string
}

/** The products of a group, also those that are not on sale at the moment. */
const productsOf = ({ kind, key }: SaleGroup) =>
  kind === 'category'
    ? sql`select id from products where category = ${key} and status <> 'deleted'`
    : sql`select product_id as id from collection_products join products on products.id = product_id
        where collection_id = ${isUuid(key) ? key : null} and status <> 'deleted'`

/** Throws `AppError` (404) for a category or a collection that does not exist. */
async function requireGroup({ database, kind, key }: GroupContext): Promise<void> {
  const found =
    kind === 'category'
      ? await database.selectFrom('categories').select('key').where('key', '=', key).executeTakeFirst()
      : isUuid(key) && (await database.selectFrom('collections').select('id').where('id', '=', key).executeTakeFirst())
  if (!found) throw new AppError(kind === 'category' ? 'category_not_found' : 'collection_not_found')
}

/** The sales of a group that run or are planned, newest first. */
export async function listGroupSales({ database, kind, key }: GroupContext): Promise<GroupSale[]> {
  const { rows } = await sql<{ id: string; percent: number; starts_at: Date; ends_at: Date; products: number }>`
    select group_sales.id, percent, group_sales.starts_at, group_sales.ends_at, count(*)::int as products
    from group_sales join product_sales on group_id = group_sales.id and state <> 'over'
    where kind = ${kind} and key = ${key}
    group by group_sales.id order by group_sales.id desc
  `.execute(database)
  return rows.map(({ id, percent, starts_at, ends_at, products }) => {
    return { _id: id, percent, startsAt: starts_at.toISOString(), endsAt: ends_at.toISOString(), products }
  })
}

/**
 * Plans a sale for all products of a group, rounded to whole rupees. Products that have a sale, or would not become cheaper, are left out.
 * @throws AppError 404 for a category or a collection that does not exist.
 * @throws AppError 400 for a time that is not possible.
 * @throws AppError 409 when no product can have the sale.
 */
export async function startGroupSale({ database, ...sale }: NewGroupSale): Promise<GroupSale> {
  requireSaleTimes(sale)
  await requireGroup({ database, ...sale })
  return inTransaction(database, (trx) => writeGroupSale({ trx, ...sale }))
}

async function writeGroupSale({
  trx,
  kind,
  key,
  percent,
  startsAt,
  endsAt,
  returnRule,
  actorId,
}: Omit<NewGroupSale, 'database'> & { trx: Transaction }) {
  const { id } = await trx
    .insertInto('group_sales')
    .values({ kind, key, percent, starts_at: startsAt, ends_at: endsAt, started_by: actorId })
    .returning('id')
    .executeTakeFirstOrThrow()
  // In the order of the ids, as orders lock them. A statement of its own, so that the next one sees what was committed meanwhile.
  await sql`select from products where id in (${productsOf({ kind, key })}) order by id for update`.execute(trx)
  const { rows } = await sql<{ isPlanned: boolean }>`
    with priced as (
      select id, price_paise, greatest(100, round(price_paise * ${100 - percent} / 10000.0) * 100)::bigint as sale_paise
      from products where id in (${productsOf({ kind, key })})
    ), planned as (
      insert into product_sales (product_id, price_paise, starts_at, ends_at, group_id, return_rule)
      select id, sale_paise, ${startsAt}, ${endsAt}, ${id}, ${returnRule ?? null} from priced
      where sale_paise < price_paise
        and not exists (select from product_sales as other where other.product_id = priced.id and other.state <> 'over')
      returning product_id
    )
    select product_id is not null as "isPlanned" from priced left join planned on product_id = id
  `.execute(trx)
  const products = rows.filter(({ isPlanned }) => isPlanned).length
  if (products === 0) throw new AppError('no_product_for_sale')
  return { _id: id, percent, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString(), products, skipped: rows.length - products }
}

/** Ends the sale of a group for all its products: planned ones never start. Throws `AppError` (404) when it has ended or never was. */
export async function endGroupSale({ database, id, actorId }: { database: Database; id: string; actorId: string }): Promise<void> {
  if (!isUuid(id)) throw new AppError('sale_not_found')
  await inTransaction(database, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('product_sales')
      .set({
        state: sql`case when state = 'planned' then 'over' else state end`,
        ends_at: sql<Date>`greatest(clock_timestamp(), starts_at + interval '1 millisecond')`,
      })
      .where('group_id', '=', id)
      .where('state', '<>', 'over')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new AppError('sale_not_found')
    await trx.updateTable('group_sales').set({ ended_by: actorId }).where('id', '=', id).execute()
  })
}
