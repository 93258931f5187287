import { sql } from 'kysely'
import { categoryLimits } from '#contract/catalog/categories.ts'
import { importTexts } from '#contract/catalog-admin/import-texts.ts'
import type { CategoryChoice } from '#contract/catalog-admin/product-import.ts'
import { cutText } from '#contract/kernel/cut-text.ts'
import { createCategory } from '../../../catalog/categories/categories.ts'
import type { StoredImage } from '../../../catalog/product/insert-products.ts'
import { isDatabaseDown } from '../../../database/is-database-down.ts'
import { retryTransaction } from '../../../database/retry.ts'
import type { Database, Transaction } from '../../../database/schema.ts'
import { lockProducts } from '../../../inventory/stock.ts'
import { AppError } from '../../../kernel/errors.ts'
import { addImportedRedirects } from '../../../redirects/change-redirects.ts'
import type { Plan } from '../plan/import-plan.ts'
import { type ImportRun, selectRun } from './import-run.ts'
import { listProductAddresses, redirectCategories } from './old-addresses.ts'
import { logFault } from './record-fault.ts'
import { addProducts, changeProduct } from './save-items.ts'

/** Products of one transaction. Changed ones are few enough not to keep shoppers waiting for their locks. */
const batchSizes = { added: 100, changed: 25 } as const

interface SavedRun extends Pick<ImportRun, 'database' | 'id' | 'version' | 'signal' | 'log' | 'onProgress'> {
  readonly placeholder: StoredImage
}

/**
 * Saves the products of a running import that are not saved yet, in batches. A product that cannot be saved has the reason and does
 * not stop the others. May run on several servers, and again after a crash: what is saved is marked in the same transaction.
 */
export async function saveProducts({ database, id, version, placeholder, signal, log, onProgress }: SavedRun): Promise<void> {
  await addCategories({ database, id })
  await redirectCategories({ database, id })
  let limit: number = batchSizes.added
  while (!signal.aborted) {
    const batch = { id, version, placeholder, limit }
    try {
      const count = await retryTransaction(() => database.transaction().execute((trx) => saveBatch({ trx, ...batch })))
      if (count === 0) return
      onProgress()
      limit = Math.min(limit * 2, batchSizes.added)
    } catch (error) {
      if (isDatabaseDown(error)) throw error
      // Found out by halves which product it is.
      if (limit === 1) await refuseNext({ database, id, text: describeError({ error, id, log }) })
      limit = Math.ceil(limit / 2)
    }
  }
}

/** Why a product was not saved. What is no rule of the shop is logged with a number. */
const describeError = ({ error, id, log }: Pick<SavedRun, 'id' | 'log'> & { error: unknown }): string =>
  error instanceof AppError ? error.message : importTexts.faultOfProduct(logFault({ error, id, log }))

/** Categories that the administrator wants to be added. Another one may have added them since. */
async function addCategories({ database, id }: { database: Database; id: string }): Promise<void> {
  const row = await database.selectFrom('product_imports').select('categories').where('id', '=', id).executeTakeFirst()
  for (const { value, name, category, isNew } of (row?.categories ?? []) satisfies CategoryChoice[]) {
    if (!isNew || category === null) continue
    const draft = {
      key: category,
      name: cutText(name || value, categoryLimits.nameLength),
      keywords: '',
      isHidden: false,
      sizes: null,
      hsnCode: null,
    }
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
  const pending = await selectPending({ trx, id, limit })
  const items = pending.some(({ product_id }) => product_id !== null) ? pending.slice(0, batchSizes.changed) : pending
  // Locked together by id, as orders lock them.
  await lockProducts({ trx, ids: items.flatMap(({ product_id }) => product_id ?? []) })
  const context = { trx, placeholder, actorId: running.created_by ?? '', note: `Import of ${running.file_name}` }
  const changed: SavedProduct[] = []
  for (const { position, product_id: productId, plan } of items) {
    if (productId === null) continue
    await changeProduct({ ...context, productId, plan: plan as Plan })
    changed.push({ position, productId, plan: plan as Plan })
  }
  const added = items.filter(({ product_id }) => product_id === null).map(({ position, plan }) => ({ position, plan: plan as Plan }))
  const ids = await addProducts({ ...context, plans: added.map(({ plan }) => plan) })
  const saved = [...changed, ...added.map((item, index) => ({ ...item, productId: ids[index] ?? '' }))]
  await markSaved({ trx, id, saved })
  if (running.format === 'shopify') {
    await addImportedRedirects({ transaction: trx, redirects: saved.flatMap((product) => listProductAddresses(product)) })
  }
  return items.length
}

interface SavedProduct {
  readonly position: number
  readonly productId: string
  readonly plan: Plan
}

async function markSaved({ trx, id, saved }: { trx: Transaction; id: string; saved: readonly SavedProduct[] }): Promise<void> {
  await sql`
    update product_import_items as items set product_id = saved.product_id, saved_at = now()
    from unnest(${saved.map(({ position }) => position)}::int[], ${saved.map(({ productId }) => productId)}::uuid[])
      as saved (position, product_id)
    where import_id = ${id} and items.position = saved.position
  `.execute(trx)
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

/** Whether products of an import are neither saved nor refused. */
export const hasPending = async ({ database, id }: Pick<ImportRun, 'database' | 'id'>): Promise<boolean> =>
  (await selectPending({ trx: database, id, limit: 1 })).length > 0

/** Marks the next product, which cannot be saved. */
async function refuseNext({ database, id, text }: { database: Database; id: string; text: string }): Promise<void> {
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
