import { sql } from 'kysely'
import type { CategoryChoice } from '#contract/catalog-admin/product-import.ts'
import { errorText } from '#contract/errors/errors.ts'
import { createCategory } from '../../../catalog/categories/categories.ts'
import type { StoredImage } from '../../../catalog/product/change-products.ts'
import { retryTransaction } from '../../../database/retry.ts'
import type { Database, Transaction } from '../../../database/schema.ts'
import { AppError } from '../../../errors.ts'
import { lockProducts } from '../../../inventory/stock.ts'
import { addImportedRedirects } from '../../../redirects/change-redirects.ts'
import type { Plan } from '../plan/import-plan.ts'
import { type ImportRun, selectRun } from './import-run.ts'
import { listProductAddresses, type OldAddress, redirectCategories } from './old-addresses.ts'
import { saveItem } from './save-item.ts'

/** Products of one transaction: few enough not to keep shoppers waiting for their locks. */
const batchSize = 25

interface SavedRun extends Pick<ImportRun, 'database' | 'id' | 'version' | 'signal' | 'onProgress'> {
  readonly placeholder: StoredImage
}

/**
 * Saves the products of a running import that are not saved yet, in batches. A product that cannot be saved has the reason and does
 * not stop the others. May run on several servers, and again after a crash: what is saved is marked in the same transaction.
 */
export async function saveProducts({ database, id, version, placeholder, signal, onProgress }: SavedRun): Promise<void> {
  await addCategories({ database, id })
  await redirectCategories({ database, id })
  let limit = batchSize
  while (!signal.aborted) {
    const batch = { id, version, placeholder, limit }
    try {
      const count = await retryTransaction(() => database.transaction().execute((trx) => saveBatch({ trx, ...batch })))
      if (count === 0) return
      onProgress()
      limit = batchSize
    } catch (error) {
      if (!isRefusal(error)) throw error
      // Found out one by one which product it is.
      if (limit === 1) await refuseNext({ database, id, error })
      limit = limit === 1 ? batchSize : 1
    }
  }
}

/** Whether the product was refused by the rules of the shop or of its database, and would be again. */
const isRefusal = (error: unknown): error is Error =>
  error instanceof AppError || /^(22|23)/.test(String((error as { code?: unknown }).code ?? ''))

/** Categories that the administrator wants to be added. Another one may have added them since. */
async function addCategories({ database, id }: { database: Database; id: string }): Promise<void> {
  const row = await database.selectFrom('product_imports').select('categories').where('id', '=', id).executeTakeFirst()
  for (const { value, name, category, isNew } of (row?.categories ?? []) satisfies CategoryChoice[]) {
    if (!isNew || category === null) continue
    const draft = { key: category, name: (name || value).slice(0, 60), keywords: '', isHidden: false, sizes: null, hsnCode: null }
    await createCategory({ database, draft }).catch((error: unknown) => {
      // Without the category its products are refused with the reason.
      if (!(error instanceof AppError)) throw error
    })
  }
}

interface Batch {
  readonly trx: Transaction
  readonly id: string
  readonly version: number
  readonly placeholder: StoredImage
  readonly limit: number
}

/** Returns the number of products. The lock of the import keeps other servers from the same batch. */
async function saveBatch({ trx, id, version, placeholder, limit }: Batch): Promise<number> {
  const running = await selectRun({ database: trx, id, version })
    .select(['file_name', 'created_by', 'format'])
    .forUpdate()
    .executeTakeFirst()
  if (!running) return 0
  const items = await selectPending({ trx, id, limit })
  // Locked together by id, as orders lock them.
  await lockProducts({ trx, ids: items.flatMap(({ product_id }) => product_id ?? []) })
  const context = { trx, placeholder, actorId: running.created_by ?? '', note: `Import of ${running.file_name}` }
  const redirects: OldAddress[] = []
  for (const { position, product_id, plan } of items) {
    const productId = await saveItem({ ...context, plan: plan as Plan, productId: product_id })
    if (running.format === 'shopify') redirects.push(...listProductAddresses({ productId, plan: plan as Plan }))
    await trx
      .updateTable('product_import_items')
      .set({ product_id: productId, saved_at: sql<Date>`now()` })
      .where('import_id', '=', id)
      .where('position', '=', position)
      .execute()
  }
  await addImportedRedirects({ transaction: trx, redirects })
  return items.length
}

const selectPending = ({ trx, id, limit }: { trx: Database; id: string; limit: number }) =>
  trx
    .selectFrom('product_import_items')
    .select(['position', 'product_id', 'plan'])
    .where('import_id', '=', id)
    .where('outcome', 'in', ['new', 'changed'])
    .where('saved_at', 'is', null)
    .orderBy('position')
    .limit(limit)
    .execute()

/** Marks the next product, which cannot be saved. */
async function refuseNext({ database, id, error }: { database: Database; id: string; error: Error }): Promise<void> {
  const text = error instanceof AppError ? error.message : errorText('unexpected')
  const [next] = await selectPending({ trx: database, id, limit: 1 })
  if (!next) return
  await database
    .updateTable('product_import_items')
    .set({ outcome: 'error', error: text })
    .where('import_id', '=', id)
    .where('position', '=', next.position)
    .where('saved_at', 'is', null)
    .execute()
}
