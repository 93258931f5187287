import { sql } from 'kysely'
import type { ProductStatus } from '#contract/catalog/product-status.ts'
import { errorText } from '#contract/errors/errors.ts'
import type { Database } from '../../database/schema.ts'
import { AppError } from '../../errors.ts'
import { isKept, requireKeptProduct } from './repository.ts'

interface Status {
  readonly status: ProductStatus
  /** with `published`: a draft until then */
  readonly publishAt?: Date | undefined
}

const notOnSale = sql<Date>`coalesce(deleted_at, now())`

/** The columns of a product with this status. A draft that is published becomes the newest product. */
export function statusValues({ status, publishAt }: Status) {
  if (status === 'archived') return { deleted_at: notOnSale, hidden_as: 'archived', publish_at: null } as const
  if (status === 'draft') return { deleted_at: notOnSale, hidden_as: 'draft', publish_at: null } as const
  if (publishAt) return { deleted_at: notOnSale, hidden_as: 'draft', publish_at: publishAt } as const
  return {
    ...{ deleted_at: null, hidden_as: null, publish_at: null },
    created_at: sql<Date>`case when hidden_as = 'draft' then now() else created_at end`,
  } as const
}

interface StatusChange extends Status {
  readonly id: string
  readonly version: number
}

/**
 * Changes the status of a product; the status that it has already is no error. Throws `AppError`: 404, 400 for a
 * date that has passed, or 409 for another version.
 */
export async function setStatus({ database, change }: { database: Database; change: StatusChange }): Promise<void> {
  const { id, version, publishAt } = change
  if (publishAt && publishAt.getTime() <= Date.now()) {
    throw new AppError('publishing_date_passed', { fields: { publishAt: errorText('publishing_date_passed') } })
  }
  const values = statusValues(change)
  const { numUpdatedRows } = await database
    .updateTable('products')
    .set({ ...values, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .where(isKept)
    .executeTakeFirst()
  if (numUpdatedRows === 1n) return
  const current = await requireKeptProduct({ database, id })
  const isSame = current.hidden_as === values.hidden_as && current.publish_at?.getTime() === values.publish_at?.getTime()
  if (!isSame) throw new AppError('product_changed')
}

/** Publishes the drafts whose date has come. Returns their number. */
export async function publishDueProducts({ database }: { database: Database }): Promise<number> {
  const { numUpdatedRows } = await database
    .updateTable('products')
    .set((eb) => ({ ...statusValues({ status: 'published' }), version: eb('version', '+', 1) }))
    // Locked in the order of all locks of products.
    .where('id', 'in', (eb) => eb.selectFrom('products').select('id').where('publish_at', '<=', sql<Date>`now()`).orderBy('id').forUpdate())
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** The number of products that shoppers do not see. */
export async function countHidden({ database }: { database: Database }): Promise<{ draft: number; archived: number }> {
  const rows = await database
    .selectFrom('products')
    .select((eb) => ['hidden_as', eb.fn.countAll<number>().as('count')] as const)
    .where('hidden_as', 'is not', null)
    .groupBy('hidden_as')
    .execute()
  const count = (hiddenAs: string) => rows.find((row) => row.hidden_as === hiddenAs)?.count ?? 0
  return { draft: count('draft'), archived: count('archived') }
}
