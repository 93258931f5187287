import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { type bulkEditCalls, type ChangeResult, changedValues } from '#contract/catalog-admin/bulk-edit.ts'
import { errorText } from '#contract/errors/errors.ts'
import { toPaise } from '#contract/money.ts'
import { presentAdminProduct } from '../catalog/product/product-row.ts'
import { findProducts } from '../catalog/product/repository.ts'
import { isUuid } from '../database/is-uuid.ts'
import { notDeleted } from '../database/product-conditions.ts'
import type { Database } from '../database/schema.ts'
import { AppError } from '../errors.ts'
import { defineRoute } from '../http/define-route.ts'
import { requireUser } from '../http/session.ts'
import { type RowChange, saveChange } from './bulk-edit.ts'

type Row = z.output<(typeof bulkEditCalls)['saveProductChanges']['body']>['changes'][number]

/** Calls of administrators that change many products. */
export function bulkEditRoutes(api: FastifyInstance, { database }: { database: Database }): void {
  defineRoute(api, 'saveProductChanges', async ({ body: { changes, note }, request }) => {
    const actorId = requireUser(request).id
    const outcomes: Omit<ChangeResult, 'product'>[] = []
    for (const row of changes) outcomes.push({ _id: row.id, ...(await saveRow({ database, row, note, actorId })) })
    const ids = outcomes.flatMap(({ _id }) => (isUuid(_id) ? [_id] : []))
    const products = new Map((await findProducts({ database, ids, condition: notDeleted })).map((product) => [product.id, product]))
    const results = outcomes.map((outcome) => {
      const product = products.get(outcome._id.toLowerCase())
      return { ...outcome, ...(product && { product: presentAdminProduct(product) }) }
    })
    return { message: describeResults(results), results }
  })
}

interface SavedRow {
  readonly database: Database
  readonly row: Row
  readonly note: string
  readonly actorId: string
}

async function saveRow({ database, row, note, actorId }: SavedRow): Promise<Omit<ChangeResult, '_id' | 'product'>> {
  try {
    const change = parseRow(row)
    const outcome = await saveChange({ database, change, note, actorId })
    return outcome === 'saved' ? { outcome } : { outcome, message: errorText('product_changed') }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { message, fields } = error
    return { outcome: 'refused', message, ...(fields && { fields }) }
  }
}

/** The values of a row. Throws `AppError` (400) with a sentence for each text that is wrong. */
function parseRow({ id, version, price, mrp, stock, status }: Row): RowChange {
  const { data, error } = changedValues.safeParse({ price, mrp, stock: stock.map(({ value }) => value) })
  if (error) {
    const fields = error.issues.map(({ path: [field, index], message }) => {
      const size = field === 'stock' ? stock[Number(index)]?.size : undefined
      return [size === undefined ? String(field) : `stock.${size}`, message] as const
    })
    throw new AppError('invalid_request', { fields: Object.fromEntries(fields) })
  }
  return {
    id,
    version,
    status,
    price: data.price === undefined ? undefined : toPaise(data.price),
    mrp: data.mrp === undefined || data.mrp === null ? data.mrp : toPaise(data.mrp),
    stock: stock.map(({ size = null, seen }, index) => ({ size, seen, value: data.stock[index] ?? seen })),
  }
}

function describeResults(results: readonly ChangeResult[]): string {
  const saved = results.filter(({ outcome }) => outcome === 'saved').length
  const count = (number: number) => `${number} ${number === 1 ? 'product' : 'products'}`
  return saved === results.length ? `${count(saved)} saved` : `${count(saved)} saved, ${results.length - saved} not saved`
}
