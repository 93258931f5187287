import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { catalogErrors } from '#contract/catalog/catalog-errors.ts'
import type { SaleReturnRule } from '#contract/catalog/return-rules.ts'
import { type bulkEditCalls, type ChangeResult, changedValues } from '#contract/catalog-admin/bulk-edit.ts'
import { paise, toPaise } from '#contract/kernel/money.ts'
import { recordChange } from '../activity/record-change.ts'
import { requireCategory } from '../catalog/categories/categories.ts'
import { presentAdminProduct } from '../catalog/product/product-row.ts'
import { findProducts, requireProduct } from '../catalog/product/repository.ts'
import { planSale } from '../catalog/sales/sales.ts'
import { isUuid } from '../database/is-uuid.ts'
import { notDeleted } from '../database/product-conditions.ts'
import type { Database } from '../database/schema.ts'
import { defineRoute } from '../http/define-route.ts'
import { requireRight, requireUser } from '../http/session.ts'
import { AppError } from '../kernel/errors.ts'
import { type RowChange, saveChange } from './bulk-edit.ts'

type Row = z.output<(typeof bulkEditCalls)['saveProductChanges']['body']>['changes'][number]

/** Calls of administrators that change many products. */
export function bulkEditRoutes(api: FastifyInstance, { database }: { database: Database }): void {
  defineRoute(api, 'saveProductChanges', async ({ body: { changes, note }, request }) => {
    const actorId = requireUser(request).id
    if (changes.some(({ price, mrp }) => price !== undefined || mrp !== undefined)) requireRight(request, 'prices')
    const outcomes: Outcome[] = []
    for (const row of changes) outcomes.push({ _id: row.id, ...(await saveRow({ database, row, note, actorId })) })
    const results = await addProducts({ database, outcomes })
    return { message: describeResults(results), results }
  })

  defineRoute(api, 'startSales', async ({ body: { ids, percent, startsAt, endsAt, returnRule }, request }) => {
    const actorId = requireUser(request).id
    const sale = { percent, startsAt: startsAt === undefined ? new Date() : new Date(startsAt), endsAt: new Date(endsAt), returnRule }
    const outcomes: Outcome[] = []
    for (const id of ids) outcomes.push({ _id: id, ...(await startSale({ database, id, actorId, ...sale })) })
    const results = await addProducts({ database, outcomes })
    return { message: describeResults(results), results }
  })
}

type Outcome = Omit<ChangeResult, 'product'>

/** The outcomes with the products as they are now. */
async function addProducts({ database, outcomes }: { database: Database; outcomes: readonly Outcome[] }): Promise<ChangeResult[]> {
  const ids = outcomes.flatMap(({ _id }) => (isUuid(_id) ? [_id] : []))
  const products = new Map((await findProducts({ database, ids, condition: notDeleted })).map((product) => [product.id, product]))
  return outcomes.map((outcome) => {
    const product = products.get(outcome._id.toLowerCase())
    return { ...outcome, ...(product && { product: presentAdminProduct(product) }) }
  })
}

/** Paise of a rupee. */
const rupee = 100

interface PlannedSale {
  readonly database: Database
  readonly actorId: string
  readonly id: string
  readonly percent: number
  readonly startsAt: Date
  readonly endsAt: Date
  readonly returnRule: SaleReturnRule | undefined
}

async function startSale({ database, actorId, id, percent, ...terms }: PlannedSale): Promise<Omit<Outcome, '_id'>> {
  return describeRefusal(async () => {
    const product = await requireProduct({ database, id, condition: notDeleted })
    const lowered = Math.max(rupee, Math.round((product.price_paise * (100 - percent)) / 100 / rupee) * rupee)
    await recordChange({ database, actorId, call: 'startSales', id: product.id }, (trx) =>
      planSale({ database: trx, productId: product.id, price: paise(lowered), ...terms }),
    )
    return { outcome: 'saved' }
  })
}

/** The outcome of one row; an expected error is that of its row only. */
async function describeRefusal(save: () => Promise<Omit<Outcome, '_id'>>): Promise<Omit<Outcome, '_id'>> {
  try {
    return await save()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { message, fields } = error
    return { outcome: 'refused', message, ...(fields && { fields }) }
  }
}

interface SavedRow {
  readonly database: Database
  readonly row: Row
  readonly note: string
  readonly actorId: string
}

async function saveRow({ database, row, note, actorId }: SavedRow): Promise<Omit<Outcome, '_id'>> {
  return describeRefusal(async () => {
    const change = parseRow(row)
    if (change.category !== undefined) await requireCategory({ database, key: change.category })
    const outcome = await saveChange({ database, change, note, actorId, call: 'saveProductChanges' })
    return outcome === 'saved' ? { outcome } : { outcome, message: catalogErrors.product_changed.text }
  })
}

/** The values of a row. Throws `AppError` (400) with a sentence for each text that is wrong. */
function parseRow({ id, version, price, mrp, stock, status, category, dispatchDays, returnRule }: Row): RowChange {
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
    category,
    dispatchDays,
    returnRule,
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
