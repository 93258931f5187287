import { isDeepStrictEqual } from 'node:util'
import { cutText } from '#contract/kernel/cut-text.ts'
import { placeholderSource, storePlaceholder } from '../../catalog/pictures/placeholder-image.ts'
import { updateProduct } from '../../catalog/product/change-products.ts'
import { insertProducts, type StoredImage } from '../../catalog/product/insert-products.ts'
import { changeDetails } from '../../catalog/product/product-details.ts'
import { countRows } from '../../database/count-rows.ts'
import { notDeleted } from '../../database/product-conditions.ts'
import { retryTransaction } from '../../database/retry.ts'
import { setStockContext } from '../../inventory/stock.ts'
import { defineTablePart, describeProblem, type ImportContext, type ItemResult, LineProblem } from './import-part.ts'
import { requirePicture } from './pictures.ts'
import { readText } from './read-cells.ts'
import { type FileProduct, readProduct, setDetails } from './read-product.ts'

/**
 * Products with their sizes, stock and pictures. Of one that is here, only what describes it follows the file: orders have changed its
 * stock since.
 */
export const productsPart = defineTablePart({
  part: 'products',
  file: 'products.csv',
  needs: ['Handle', 'Title', 'Product id', 'Category key', 'Plain description', 'Variant Price', 'Status', 'Image key'],
  groupBy: 'Handle',
  batchSize: 50,
  countHere: (database) => countRows(database.selectFrom('products').where(notDeleted)),
  async prepare(context) {
    const placeholder = await storePlaceholder({ images: context.images })
    return async (groups) => {
      const results: ItemResult[] = []
      const read: ReadProduct[] = []
      for (const rows of groups) {
        const shown = { line: rows[0]?.line ?? 0, name: cutText(readText(rows[0]?.cells ?? {}, 'Title'), 100) }
        try {
          read.push({ shown, placeholder, ...(await readPictures({ context, product: readProduct(rows) })) })
        } catch (error) {
          results.push({ ...shown, outcome: 'refused', reason: describeProblem({ ...context, error }) })
        }
      }
      const existing = await findExisting({ context, read })
      const added = read.filter((item) => !existing.has(item))
      results.push(...(await addProducts({ context, added })))
      for (const [item, row] of existing) results.push(await changeProduct({ context, item, row }))
      return results
    }
  },
})

interface ReadProduct {
  readonly shown: Pick<ItemResult, 'line' | 'name'>
  readonly placeholder: StoredImage
  readonly product: FileProduct
  readonly pictures: readonly (StoredImage & { readonly alt: string })[]
  /** what is left out */
  readonly note: string | null
}

/** The pictures of a product that the store has. */
async function readPictures({ context, product }: { context: ImportContext; product: FileProduct }) {
  const pictures: (StoredImage & { alt: string })[] = []
  let note: string | null = null
  for (const cells of product.pictures) {
    try {
      const picture = await requirePicture({ context, cells, key: 'Image key', colour: 'Image colour' })
      if (picture) pictures.push({ ...picture, alt: cutText(readText(cells, 'Image Alt Text'), 200) })
    } catch (error) {
      if (!(error instanceof LineProblem)) throw error
      note = error.message
    }
  }
  return { product, pictures, note }
}

type ExistingRow = Awaited<ReturnType<typeof selectExisting>>[number]

const selectExisting = ({ context: { database }, ids, handles }: { context: ImportContext; ids: string[]; handles: string[] }) =>
  database
    .selectFrom('products')
    .select(['id', 'handle', 'name', 'description', 'category', 'price_paise', 'regular_price_paise', 'mrp_paise', 'cost_paise'])
    .select(['details', 'version', 'details_version'])
    .where((eb) => eb.or([eb('id', 'in', [...ids, nobody]), eb('handle', 'in', [...handles, ''])]))
    .where(notDeleted)
    .execute()

const nobody = '00000000-0000-0000-0000-000000000000'

/** The products of the file that are here: with the same handle, else with the same id. */
async function findExisting({ context, read }: { context: ImportContext; read: readonly ReadProduct[] }) {
  const ids = read.flatMap(({ product }) => product.id ?? [])
  const handles = read.flatMap(({ product }) => product.handle ?? [])
  const rows = await selectExisting({ context, ids, handles })
  const byHandle = new Map(rows.flatMap((row) => (row.handle === null ? [] : [[row.handle, row]])))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return new Map(
    read.flatMap((item): [ReadProduct, ExistingRow][] => {
      const row = byHandle.get(item.product.handle ?? '') ?? byId.get(item.product.id ?? '')
      return row ? [[item, row]] : []
    }),
  )
}

interface Additions {
  readonly context: ImportContext
  readonly added: readonly ReadProduct[]
}

/** Adds products together, or one by one when one of them is refused. */
async function addProducts({ context, added }: Additions): Promise<ItemResult[]> {
  if (added.length === 0) return []
  try {
    await retryTransaction(() => insertAll({ context, added }))
    return added.map(({ shown, note }) => ({ ...shown, outcome: 'new', reason: note }))
  } catch (error) {
    const [only, ...others] = added
    if (only && others.length === 0) return [{ ...only.shown, outcome: 'refused', reason: describeProblem({ ...context, error }) }]
    const middle = Math.ceil(added.length / 2)
    return [
      ...(await addProducts({ context, added: added.slice(0, middle) })),
      ...(await addProducts({ context, added: added.slice(middle) })),
    ]
  }
}

async function insertAll({ context: { database, actorId, fileName }, added }: Additions): Promise<void> {
  await database.transaction().execute(async (trx) => {
    await setStockContext({ trx, context: { cause: 'opening', actorId, reference: null, note: `Import of ${fileName}` } })
    const wanted = added.flatMap(({ product }) => product.id ?? [])
    const taken = await trx
      .selectFrom('products')
      .select('id')
      .where('id', 'in', [...wanted, nobody])
      .execute()
    const takenIds = new Set(taken.map(({ id }) => id))
    const ids = await insertProducts({
      trx,
      products: added.map(({ product, pictures: [first], placeholder }) => ({
        ...product,
        id: product.id === undefined || takenIds.has(product.id) ? undefined : product.id,
        image: first ?? placeholder,
        isDraft: true,
      })),
    })
    const saved = added.map(({ product: { details, status, publishAt } }, index) => ({ id: ids[index] ?? '', details, status, publishAt }))
    await setDetails(saved).execute(trx)
    await trx.deleteFrom('product_pictures').where('product_id', 'in', ids).execute()
    const pictures = added.flatMap(({ pictures, placeholder }, index) =>
      (pictures.length > 0 ? pictures : [{ ...placeholder, alt: '' }]).map(({ imageKey, placeholderColor, alt }, place) => ({
        product_id: ids[index] ?? '',
        position: place + 1,
        image_key: imageKey,
        placeholder_color: placeholderColor,
        alt,
        source: pictures.length > 0 ? null : placeholderSource,
      })),
    )
    await trx.insertInto('product_pictures').values(pictures).execute()
  })
}

interface Change {
  readonly context: ImportContext
  readonly item: ReadProduct
  readonly row: ExistingRow
}

async function changeProduct({ context, item: { shown, product: read }, row }: Change): Promise<ItemResult> {
  const { product, details } = read
  const before = {
    name: row.name,
    description: row.description,
    category: row.category,
    price: row.regular_price_paise ?? row.price_paise,
    mrp: row.mrp_paise,
    cost: row.cost_paise,
  }
  const [isProductSame, areDetailsSame] = [
    isDeepStrictEqual({ ...before }, { ...product }),
    isDeepStrictEqual({ ...row.details }, { ...details }),
  ]
  if (context.choice === 'mine' || (isProductSame && areDetailsSame)) return { ...shown, outcome: 'unchanged', reason: null }
  try {
    await context.database.transaction().execute(async (trx) => {
      const { id, version, details_version: detailsVersion } = row
      if (!isProductSame) await updateProduct({ database: trx, id, version, product, image: undefined })
      if (!areDetailsSame) await changeDetails({ database: trx, id, version: detailsVersion, details })
    })
    return { ...shown, outcome: 'changed', reason: null }
  } catch (error) {
    return { ...shown, outcome: 'refused', reason: describeProblem({ ...context, error }) }
  }
}
