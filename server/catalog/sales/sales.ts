import { type Selectable, sql } from 'kysely'
import type { SaleReturnRule } from '#contract/catalog/return-rules.ts'
import type { Paise } from '#contract/kernel/money.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Database, Tables, Transaction } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { forEachSettled } from '../../kernel/for-each-settled.ts'

export type SaleRow = Pick<Selectable<Tables['product_sales']>, (typeof saleColumns)[number]>

const saleColumns = ['id', 'price_paise', 'starts_at', 'ends_at', 'state', 'return_rule'] as const

/** The running or planned sale of a product. */
export function findSale({ database, productId }: { database: Database; productId: string }): Promise<SaleRow | undefined> {
  return database
    .selectFrom('product_sales')
    .select(saleColumns)
    .where('product_id', '=', productId)
    .where('state', '<>', 'over')
    .executeTakeFirst()
}

type PricedProduct = Pick<Selectable<Tables['products']>, 'id' | 'price_paise' | 'regular_price_paise'>

/** The lowest price of the 30 days before the running sale of a product, or before now; the price at their beginning is included. */
export async function findLowestPrice({ database, product }: { database: Database; product: PricedProduct }): Promise<Paise> {
  const { id, price_paise: price, regular_price_paise: regularPrice } = product
  const { rows } = await sql<{ price: Paise }>`
    with sale_start as (
      select id, changed_at from price_changes
      where product_id = ${id} and price_paise = ${price} and ${regularPrice !== null} order by id desc limit 1
    )
    select min(price_paise) as price from price_changes
    where product_id = ${id}
      and id < coalesce((select id from sale_start), 9223372036854775807)
      and id >= coalesce((
        select max(id) from price_changes
        where product_id = ${id} and changed_at <= coalesce((select changed_at from sale_start), now()) - interval '30 days'
      ), 0)
  `.execute(database)
  return rows[0]?.price ?? price
}

interface NewSale {
  readonly database: Database
  readonly productId: string
  readonly price: Paise
  readonly startsAt: Date
  readonly endsAt: Date
  readonly returnRule?: SaleReturnRule | undefined
}

/** Throws `AppError` (400) for a sale that would end before it starts, or has ended. */
export function requireSaleTimes({ startsAt, endsAt }: Pick<NewSale, 'startsAt' | 'endsAt'>): void {
  if (endsAt <= startsAt || endsAt.getTime() <= Date.now()) throw saleError({ code: 'sale_ends_too_early', field: 'endsAt' })
}

/**
 * Plans a sale, and starts it when it is due.
 * @throws AppError 404 for an unknown product.
 * @throws AppError 400 for a price or a time that is not possible.
 * @throws AppError 409 beside another sale.
 */
export async function planSale({ database, productId, price, startsAt, endsAt, returnRule }: NewSale): Promise<void> {
  requireSaleTimes({ startsAt, endsAt })
  await inTransaction(database, async (trx) => {
    const product = await lockProduct({ trx, productId })
    if (!product || product.status === 'deleted') throw new AppError('product_not_found')
    if (await findSale({ database: trx, productId })) throw new AppError('sale_exists')
    if (price >= product.price_paise) throw saleError({ code: 'sale_price_too_high', field: 'price' })
    const { id } = await trx
      .insertInto('product_sales')
      .values({ product_id: productId, price_paise: price, starts_at: startsAt, ends_at: endsAt, return_rule: returnRule ?? null })
      .returning('id')
      .executeTakeFirstOrThrow()
    await advanceSale({ trx, productId, saleId: id })
  })
}

/** Ends the sale of a product now. Throws `AppError` (404) when there is none. */
export async function endSale({ database, productId }: { database: Database; productId: string }): Promise<void> {
  await inTransaction(database, async (trx) => {
    await lockProduct({ trx, productId })
    const sale = await findSale({ database: trx, productId })
    if (!sale) throw new AppError('sale_not_found')
    if (sale.state === 'running') await restorePrice({ trx, productId, sale })
    await setState({ trx, saleId: sale.id, state: 'over' })
  })
}

interface DueSales {
  readonly database: Database
  readonly signal: AbortSignal
  /** only those of this sale of a group */
  readonly groupId?: string
}

/** Starts and ends the sales that are due, also when some fail, and throws their errors together. Returns their number. */
export async function applyDueSales({ database, signal, groupId }: DueSales): Promise<number> {
  const due = await database
    .selectFrom('product_sales')
    .select(['id', 'product_id'])
    .where(sql<boolean>`state = 'planned' and starts_at <= now() or state = 'running' and ends_at <= now()`)
    .$if(groupId !== undefined, (sales) => sales.where('group_id', '=', groupId ?? ''))
    .orderBy('product_id')
    .execute()
  const advance = (sale: (typeof due)[number]) =>
    inTransaction(database, async (trx) => {
      await lockProduct({ trx, productId: sale.product_id })
      await advanceSale({ trx, productId: sale.product_id, saleId: sale.id })
    })
  await forEachSettled(due, advance, signal)
  return due.length
}

const lockProduct = ({ trx, productId }: { trx: Transaction; productId: string }) =>
  trx.selectFrom('products').select(['price_paise', 'status']).where('id', '=', productId).forUpdate().executeTakeFirst()

/** Does what is due for one sale of a locked product. Another server may have done it before. */
async function advanceSale({ trx, productId, saleId }: { trx: Transaction; productId: string; saleId: string }): Promise<void> {
  const sale = await trx
    .selectFrom('product_sales')
    .select(saleColumns)
    .select([sql<boolean>`starts_at <= clock_timestamp()`.as('hasStarted'), sql<boolean>`ends_at <= clock_timestamp()`.as('hasEnded')])
    .where('id', '=', saleId)
    .executeTakeFirstOrThrow()
  if (sale.state === 'running' && sale.hasEnded) {
    await restorePrice({ trx, productId, sale })
    await setState({ trx, saleId, state: 'over' })
  }
  if (sale.state === 'planned' && sale.hasStarted) {
    const isLowered = !sale.hasEnded && (await lowerPrice({ trx, productId, sale }))
    await setState({ trx, saleId, state: isLowered ? 'running' : 'over' })
  }
}

/** False when the price is as low already. */
async function lowerPrice({ trx, productId, sale }: { trx: Transaction; productId: string; sale: SaleRow }): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('products')
    .set((eb) => ({
      regular_price_paise: eb.ref('price_paise'),
      price_paise: sale.price_paise,
      sale_ends_at: sale.ends_at,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', productId)
    .where('price_paise', '>', sale.price_paise)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** A price that a server of an earlier version has changed during the sale stays. */
async function restorePrice({ trx, productId, sale }: { trx: Transaction; productId: string; sale: SaleRow }): Promise<void> {
  await trx
    .updateTable('products')
    .set((eb) => ({
      price_paise: sql<Paise>`case when price_paise = ${sale.price_paise} then coalesce(regular_price_paise, price_paise) else price_paise end`,
      regular_price_paise: null,
      sale_ends_at: null,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', productId)
    .execute()
}

async function setState({ trx, saleId, state }: { trx: Transaction; saleId: string; state: SaleRow['state'] }): Promise<void> {
  await trx.updateTable('product_sales').set({ state }).where('id', '=', saleId).execute()
}

/** An error that the form shows at one of its fields. */
const saleError = ({ code, field }: { code: 'sale_price_too_high' | 'sale_ends_too_early'; field: string }) => new AppError(code, { field })
