import { convert } from 'html-to-text'
import { productDraft } from '#contract/catalog/admin-products.ts'
import { type StoredDetails, storedDetails } from '#contract/catalog/product-details.ts'
import { type ImportField, importFields, importLimits } from '#contract/catalog-admin/import-fields.ts'
import { importTexts } from '#contract/catalog-admin/import-texts.ts'
import type { ImportItem } from '#contract/catalog-admin/product-import.ts'
import { errorText } from '#contract/errors/errors.ts'
import { formatRupees, type Paise, toPaise, toRupees } from '#contract/money.ts'
import type { ProductRecord } from '../read/group-rows.ts'
import type { ExistingProduct } from './find-existing.ts'
import type { Plan, PlannedItem } from './import-plan.ts'
import { planPictures, type UploadedFiles } from './plan-pictures.ts'
import { type LineError, planStock } from './plan-sizes.ts'

export interface PlanContext {
  readonly existing: ExistingProduct | undefined
  /** the key of the category that a file means; undefined when the shop has none */
  readonly findCategory: (value: string) => string | undefined
  readonly files: UploadedFiles
  /** another product has this name */
  readonly isNameTaken: boolean
}

type Changes = ImportItem['changes']

const productRules = productDraft.pick({ name: true, description: true, price: true, mrp: true })
const maxHandleLength = 200
const maxShownLength = 80
/** Deeper elements are left out: nested lists take a time that grows with the square of their depth. */
const maxHtmlDepth = 100

/** What the import does with one product, by the rules of the administrators' forms. */
export function planProduct({ record, context }: { record: ProductRecord; context: PlanContext }): PlannedItem {
  const { existing } = context
  const { line, fields } = record
  const name = (fields.name ?? existing?.name ?? record.handle).slice(0, 200)
  const item = { line, name, productId: existing?.id ?? null, changes: [], error: null, warnings: [], plan: null, pictures: [] }
  if (record.error !== undefined) return { ...item, outcome: 'error', error: record.error }

  const basics = planBasics({ record, context })
  const details = planDetails({ record, existing })
  const stock = planStock({ rows: record.sizes, existing, line })
  const errors = [...basics.errors, ...details.errors, ...stock.errors]
  if (record.handle.length > maxHandleLength) errors.push({ line, text: importTexts.handleTooLong })
  if (errors.length > 0) return { ...item, outcome: 'error', error: formatErrors({ errors, line }) }

  const { planned, warnings } = planPictures({ pictures: record.pictures, existing, files: context.files })
  if (!existing && context.isNameTaken) warnings.push(importTexts.sameName)
  const changes = [...basics.changes, ...details.changes, ...stock.changes]
  const draft = !existing && isDraft(fields)
  if (draft) changes.push({ field: importFields.status, before: '', after: 'draft' })
  if (planned.length > 0) changes.push({ field: 'Pictures', before: '', after: `${planned.length} to add` })
  if (changes.length === 0) return { ...item, outcome: 'unchanged', warnings }
  const seen = existing ? { version: existing.version, detailsVersion: existing.details_version } : null
  const isNamed = record.handle !== '' && existing?.id !== record.handle && (existing?.handle ?? null) === null
  const plan: Plan = {
    seen,
    ...(isNamed && { handle: record.handle }),
    ...(draft && { isDraft: true }),
    ...basics.plan,
    ...details.plan,
    ...stock.plan,
  }
  return { ...item, outcome: existing ? 'changed' : 'new', changes, warnings, plan, pictures: planned }
}

/** A new product that the file does not publish is a draft; the status of others stays. */
const isDraft = ({ published = 'true', status = 'published' }: ProductRecord['fields']): boolean =>
  /^(false|no|0)$/i.test(published) || !/^(active|published)$/i.test(status)

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

interface PartPlan {
  readonly plan: Partial<Plan>
  readonly changes: Changes
  readonly errors: readonly LineError[]
}

interface PartInput {
  readonly record: ProductRecord
  readonly context: PlanContext
}

/** Name, description, category and prices. */
function planBasics({ record: { fields, line }, context: { existing, findCategory } }: PartInput): PartPlan {
  const errors: LineError[] = []
  const category = fields.category === undefined && existing ? existing.category : findCategory(fields.category ?? '')
  if (category === undefined) errors.push({ line, text: importTexts.categoryUnknown(fields.category ?? '') })
  const regularPrice = existing && (existing.regular_price_paise ?? existing.price_paise)
  const html = fields.descriptionHtml
  if (html !== undefined && html.length > importLimits.htmlLength) errors.push({ line, text: importTexts.htmlTooLong })
  const parsed = productRules.safeParse({
    name: fields.name ?? existing?.name,
    description: fields.description ?? (html === undefined ? existing?.description : toText(html.slice(0, importLimits.htmlLength))),
    price: fields.price ?? (regularPrice === undefined ? undefined : String(toRupees(regularPrice))),
    // Shopify writes 0 for no MRP.
    ...(fields.mrp !== undefined && !/^0*(\.0*)?$/.test(fields.mrp) && { mrp: fields.mrp }),
  })
  if (!parsed.success) errors.push(...parsed.error.issues.map(({ message }) => ({ line, text: message })))
  if (!parsed.success || category === undefined) return { plan: {}, changes: [], errors }

  const price = toPaise(parsed.data.price)
  const mrp = parsed.data.mrp === undefined || parsed.data.mrp === null ? (existing?.mrp_paise ?? null) : toPaise(parsed.data.mrp)
  if (mrp !== null && mrp < price) errors.push({ line, text: errorText('mrp_too_low') })
  const hasSale = existing !== undefined && existing.regular_price_paise !== null
  if (hasSale && price !== regularPrice) errors.push({ line, text: errorText('sale_running') })
  const { name, description } = parsed.data
  const changes = [
    ...change('name', existing?.name, name),
    ...change('description', existing?.description, description),
    ...change('category', existing?.category, category),
    ...change('price', formatPaise(regularPrice), formatPaise(price)),
    ...change('mrp', formatPaise(existing?.mrp_paise ?? undefined), formatPaise(mrp ?? undefined)),
  ]
  // During a sale the price that is paid stays.
  const product = { name, description, category, price: hasSale ? existing.price_paise : price, mrp }
  return { plan: changes.length > 0 ? { product } : {}, changes, errors }
}

const formatPaise = (amount: Paise | undefined): string | undefined => (amount === undefined ? undefined : formatRupees(toRupees(amount)))

function change(field: ImportField, before: string | undefined, after: string | undefined): Changes {
  if (before === after || after === undefined) return []
  return [{ field: importFields[field], before: shorten(before ?? ''), after: shorten(after) }]
}

const shorten = (text: string): string => (text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text)

const toText = (html: string): string =>
  convert(html, {
    wordwrap: false,
    limits: { maxDepth: maxHtmlDepth },
    selectors: [
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'img', format: 'skip' },
      { selector: 'ul', options: { itemPrefix: '• ' } },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    ],
  })

const detailFields = Object.keys(storedDetails.shape) as (keyof StoredDetails)[]
const numberFields: ReadonlySet<ImportField> = new Set<ImportField>(['weightGrams', 'itemsInPack'])

function planDetails({ record: { fields, line }, existing }: { record: ProductRecord; existing: ExistingProduct | undefined }): PartPlan {
  const given = detailFields.flatMap((field) => {
    const text = fields[field]
    // Shopify writes 0 for no weight.
    if (text === undefined || (numberFields.has(field) && Number(text) === 0)) return []
    return [[field, numberFields.has(field) ? Number(text) : text] as const]
  })
  const current: StoredDetails = existing?.details ?? {}
  const parsed = storedDetails.safeParse({ ...current, ...Object.fromEntries(given) })
  if (!parsed.success) return { plan: {}, changes: [], errors: parsed.error.issues.map(({ message }) => ({ line, text: message })) }
  const changes = detailFields.flatMap((field) => change(field, toCell(current[field]), toCell(parsed.data[field])))
  return { plan: changes.length > 0 ? { details: parsed.data } : {}, changes, errors: [] }
}

const toCell = (value: string | number | undefined): string | undefined => (value === undefined ? undefined : String(value))
