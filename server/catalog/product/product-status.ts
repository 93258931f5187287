import { sql } from 'kysely'
import type { ProductStatus } from '#contract/catalog/admin-products.ts'
import { notDeleted } from '../../database/product-conditions.ts'
import type { Database } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { requireProduct } from './repository.ts'

interface Status {
  readonly status: ProductStatus
  /** with `on_sale`: a draft until then */
  readonly publishAt?: Date | undefined
}

/** The columns of a product with this status. A draft that is published becomes the newest product. */
export function statusValues({ status, publishAt }: Status) {
  if (status !== 'on_sale') return { status, publish_at: null }
  if (publishAt) return { status: 'draft', publish_at: publishAt } as const
  return { status, publish_at: null, created_at: sql<Date>`case when status = 'draft' then now() else created_at end` }
}

interface StatusChange extends Status {
  readonly id: string
  readonly version: number
}

/**
 * Changes the status of a product; the status that it has already is no error.
 * @throws AppError 404
 * @throws AppError 400 for a date that has passed
 * @throws AppError 409 for another version
 */
export async function setStatus({ database, change }: { database: Database; change: StatusChange }): Promise<void> {
  const { id, version, publishAt } = change
  if (publishAt && publishAt.getTime() <= Date.now()) {
    throw new AppError('publishing_date_passed', { field: 'publishAt' })
  }
  const values = statusValues(change)
  const { numUpdatedRows } = await database
    .updateTable('products')
    .set({ ...values, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .where(notDeleted)
    .executeTakeFirst()
  if (numUpdatedRows === 1n) return
  const current = await requireProduct({ database, id, condition: notDeleted })
  const isSame = current.status === values.status && current.publish_at?.getTime() === values.publish_at?.getTime()
  if (!isSame) throw new AppError('product_changed')
}

/** Publishes the drafts whose date has come. Returns their number. */
export async function publishDueProducts({ database }: { database: Database }): Promise<number> {
  const { numUpdatedRows } = await database
    .updateTable('products')
    .set((eb) => ({ ...statusValues({ status: 'on_sale' }), version: eb('version', '+', 1) }))
    // Locked in the order of all locks of products.
    .where('id', 'in', (eb) => eb.selectFrom('products').select('id').where('publish_at', '<=', sql<Date>`now()`).orderBy('id').forUpdate())
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** The numbers of drafts and of archived products. */
export async function countHidden({ database }: { database: Database }): Promise<{ draft: number; archived: number }> {
  const rows = await database
    .selectFrom('products')
    .select((eb) => ['status', eb.fn.countAll<number>().as('count')] as const)
    .where(sql<boolean>`status in ('draft', 'archived')`)
    .groupBy('status')
    .execute()
  const count = (status: ProductStatus) => rows.find((row) => row.status === status)?.count ?? 0
  return { draft: count('draft'), archived: count('archived') }
}
