import type { z } from 'zod'
import { type PriceOutcome, priceRow, type StockOutcome, stockRow } from '#contract/catalog-admin/sku-changes.ts'
import { toPaise, toRupees } from '#contract/kernel/money.ts'
import type { Database } from '../database/schema.ts'
import { AppError } from '../kernel/errors.ts'
import { saveChange } from './bulk-edit.ts'
import { findSkus, type SkuTarget } from './find-skus.ts'
import { setStock } from './set-stock.ts'

interface SentRows {
  readonly database: Database
  readonly rows: readonly unknown[]
  readonly actorId: string
}

interface CheckedRow<Row> {
  readonly sku: string
  /** undefined for a row that cannot be saved */
  readonly row?: Row
  readonly target?: SkuTarget
  readonly error?: { readonly code?: string; readonly message: string }
}

interface RowSchema<Row extends { readonly sku: string }> extends Pick<SentRows, 'database' | 'rows'> {
  readonly schema: z.ZodType<Row>
}

/** Rows with what their SKUs name. A row that is wrong has an error and does not stop the others. */
async function checkRows<Row extends { readonly sku: string }>({ database, rows, schema }: RowSchema<Row>): Promise<CheckedRow<Row>[]> {
  const parsed = rows.map((sent) => ({ sent, ...schema.safeParse(sent) }))
  const skus = parsed.flatMap(({ data }) => (data ? [data.sku] : []))
  const findSku = await findSkus({ database, skus })
  return parsed.map(({ sent, data: row, error }) => {
    if (!row) return { sku: readSku(sent), error: { code: 'invalid_request', message: error?.issues[0]?.message ?? '' } }
    try {
      return { sku: row.sku, row, target: findSku(row.sku) }
    } catch (error) {
      return { sku: row.sku, error: toRowError(error) }
    }
  })
}

const readSku = (sent: unknown): string => {
  const { sku } = Object(sent) as { sku?: unknown }
  return typeof sku === 'string' ? sku : ''
}

/** What the reply says of an expected error. Throws any other. */
function toRowError(error: unknown): { code: string; message: string } {
  if (!(error instanceof AppError)) throw error
  return { code: error.code, message: error.message }
}

/** Sets or changes stocks one after the other. With an idempotency key each row is saved once. */
export async function saveStocks({ note, key, ...sent }: SentRows & { note: string; key: string | undefined }): Promise<StockOutcome[]> {
  const { database, actorId } = sent
  const checked = await checkRows({ ...sent, schema: stockRow })
  const rowsOfSize = Map.groupBy(checked, ({ target }) => `${target?.productId} ${target?.size}`)
  const results: StockOutcome[] = []
  for (const [index, { sku, row, target, error }] of checked.entries()) {
    if (!row || !target) {
      results.push({ sku, outcome: 'refused', ...error })
      continue
    }
    // Most rows of a list of all stocks change nothing, and need no transaction.
    const isOnly = rowsOfSize.get(`${target.productId} ${target.size}`)?.length === 1
    const isSet = key === undefined && isOnly && target.size !== null && row.ifStock === undefined && row.stock === target.stock
    const claim = { scope: `stocks of SKUs ${actorId}`, key: key && `${key} ${index}`, body: row }
    const save = isSet ? async () => target.stock : () => setStock({ database, target, row, note, actorId, claim })
    results.push(
      await save().then(
        (stock): StockOutcome => ({ sku, outcome: 'saved', stock }),
        (error: unknown) => ({
          sku,
          outcome: error instanceof AppError && error.code === 'stock_differs' ? 'changed' : 'refused',
          ...toRowError(error),
        }),
      ),
    )
  }
  return results
}

/** Sets prices of products one after the other. Rows of one product must agree. */
export async function savePrices(sent: SentRows): Promise<PriceOutcome[]> {
  const { database, actorId } = sent
  const checked = await checkRows({ ...sent, schema: priceRow })
  const rowsOfProduct = Map.groupBy(checked, ({ target }) => target?.productId)
  const results: PriceOutcome[] = []
  for (const { sku, row, target, error } of checked) {
    if (!row || !target) {
      results.push({ sku, outcome: 'refused', ...error })
      continue
    }
    const save = async (): Promise<PriceOutcome> => {
      const prices = rowsOfProduct.get(target.productId)?.map((other) => `${other.row?.price} ${other.row?.mrp}`)
      if (new Set(prices).size > 1) throw new AppError('sku_prices_differ')
      const mrp = row.mrp === undefined || row.mrp === null ? row.mrp : toPaise(row.mrp)
      const change = { ...unchanged, id: target.productId, price: toPaise(row.price), mrp }
      await saveChange({ database, change, note: '', actorId, call: 'setPricesBySku' })
      return { sku, outcome: 'saved', price: toRupees(change.price) }
    }
    results.push(await save().catch((error: unknown) => ({ sku, outcome: 'refused' as const, ...toRowError(error) })))
  }
  return results
}

const unchanged = {
  version: undefined,
  stock: [],
  status: undefined,
  category: undefined,
  dispatchDays: undefined,
  returnRule: undefined,
}
