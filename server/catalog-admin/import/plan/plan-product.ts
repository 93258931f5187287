import { importFields } from '#contract/catalog-admin/import-fields.ts'
import { importTexts } from '#contract/catalog-admin/import-texts.ts'
import type { ImportItem } from '#contract/catalog-admin/product-import.ts'
import { cutText } from '#contract/kernel/cut-text.ts'
import { toRupees } from '#contract/kernel/money.ts'
import { countTaxPieces, describePriceProblem } from '#contract/tax/price-problems.ts'
import type { ProductRecord } from '../read/product-record.ts'
import type { Plan, PlannedItem, PlannedPicture } from './import-plan.ts'
import { planBasics } from './plan-basics.ts'
import type { LineError, PartInput, PlanContext } from './plan-context.ts'
import { planDetails } from './plan-details.ts'
import { planPictures } from './plan-pictures.ts'
import { planStock } from './plan-sizes.ts'

const maxHandleLength = 200

/** What the import does with one product, by the rules of the administrators' forms. */
export function planProduct({ record, context }: PartInput): PlannedItem {
  const { existing } = context
  const { line, fields } = record
  const name = cutText(fields.name ?? existing?.name ?? record.handle, 200)
  const productId = existing?.id ?? null
  const item = { line, name, productId, changes: [], error: null, warnings: [], plan: null, pictures: [], preview: null }
  if (record.error !== undefined) return { ...item, outcome: 'error', error: record.error }

  const basics = planBasics({ record, context })
  const details = planDetails({ record, context })
  const stock = planStock({ record, context })
  const errors = [...basics.errors, ...details.errors, ...stock.errors]
  if (record.handle.length > maxHandleLength) errors.push({ line, text: importTexts.handleTooLong })
  if (errors.length > 0) return { ...item, outcome: 'error', error: formatErrors({ errors, line }) }

  const { planned, warnings: pictureNotes } = planPictures({ pictures: record.pictures, existing, files: context.files })
  const warnings = [...record.notes, ...basics.notes, ...details.notes, ...stock.notes, ...pictureNotes]
  if (!existing && context.isNameTaken) warnings.push(importTexts.sameName)
  const changes = [...basics.changes, ...details.changes, ...stock.changes]
  const draft = !existing && (isDraft(fields) || basics.plan.isDraft === true || stock.plan.isDraft === true)
  if (draft) changes.push({ field: importFields.status, before: '', after: 'draft' })
  if (planned.length > 0) changes.push({ field: 'Pictures', before: '', after: `${planned.length} to add` })
  const parts: Partial<Plan> = { ...basics.plan, ...details.plan, ...stock.plan }
  const { isPriceLow = false } = basics
  const { isUncounted = false } = stock
  const shown = previewProduct({ plan: parts, context, draft, planned })
  const preview = shown && { ...shown, ...(isPriceLow && { isPriceLow }), ...(isUncounted && { isUncounted }) }
  warnings.push(...listTaxProblems({ parts, context }))
  if (changes.length === 0) return { ...item, outcome: 'unchanged', warnings, preview }
  const seen = existing ? { version: existing.version, detailsVersion: existing.details_version } : null
  const isNamed = record.handle !== '' && existing?.id !== record.handle && (existing?.handle ?? null) === null
  const plan: Plan = { seen, ...(isNamed && { handle: record.handle }), ...(draft && { isDraft: true }), ...parts }
  return { ...item, outcome: existing ? 'changed' : 'new', changes, warnings, plan, pictures: planned, preview }
}

/** A new product that the file does not publish is a draft; the status of others stays. */
const isDraft = ({ published = 'true', status = 'published' }: ProductRecord['fields']): boolean =>
  /^(false|no|0|-1)$/i.test(published) || !/^(active|published?|enabled|live|on ?sale|available|in ?stock|true|yes|1)$/i.test(status)

/** Each error once, with its line unless that is the first line of the product. */
function formatErrors({ errors, line }: { errors: readonly LineError[]; line: number }): string {
  const byText = [...Map.groupBy(errors, ({ text }) => text)]
  return byText
    .map(([text, found]) => {
      const lines = [...new Set(found.map((error) => error.line))]
      if (lines.length > 1) return `Lines ${lines.join(', ')}: ${text}`
      return lines[0] === line ? text : `Line ${lines[0]}: ${text}`
    })
    .join(' ')
}

/** Why the tax rate of the product is in doubt after the import, at its price or at that of its sale. */
function listTaxProblems({ parts, context: { existing, category, taxRates } }: { parts: Partial<Plan>; context: PlanContext }): string[] {
  const { price, category: key } = parts.product ?? { price: existing?.price_paise, category: existing?.category }
  if (taxRates === undefined) return []
  const details = { ...existing?.details, ...parts.details }
  const hsnCode = details.hsnCode ?? (category?.key === key ? category?.hsnCode : undefined)
  const problems = [price, parts.sale?.price].flatMap((paid) => {
    if (paid === undefined) return []
    return describePriceProblem({ rates: taxRates, hsnCode, price: toRupees(paid), pieces: countTaxPieces(details) }) ?? []
  })
  return [...new Set(problems)].map((problem) => `Tax: ${problem}`)
}

interface PreviewInput {
  readonly plan: Partial<Plan>
  readonly context: PlanContext
  readonly draft: boolean
  readonly planned: readonly PlannedPicture[]
}

/** The product as it is after the import. */
function previewProduct({ plan, context: { existing, category }, draft, planned }: PreviewInput): ImportItem['preview'] {
  const { product, sizes, stock } = plan
  const price = product?.price ?? existing?.price_paise
  if (price === undefined) return null
  const mrp = product ? product.mrp : existing?.mrp_paise
  const cost = product ? product.cost : existing?.cost_paise
  const rows = (sizes ?? existing?.sizes ?? []).map((each) => ({ size: each.size, stock: each.stock }))
  const key = product?.category ?? existing?.category ?? ''
  const status = existing?.status === 'archived' ? 'archived' : existing?.status === 'draft' || draft ? 'draft' : 'on_sale'
  return {
    category: category?.key === key ? category.name : key,
    price: toRupees(price),
    mrp: mrp == null ? null : toRupees(mrp),
    cost: cost == null ? null : toRupees(cost),
    status,
    stock: rows.length > 0 ? rows.reduce((sum, row) => sum + row.stock, 0) : (stock?.target ?? existing?.stock ?? 0),
    sizes: rows,
    pictures: planned.map(({ source }) => source),
    ...(plan.sale && { sale: { ...plan.sale, price: toRupees(plan.sale.price) } }),
  }
}
