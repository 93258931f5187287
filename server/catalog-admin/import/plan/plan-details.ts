import { type StoredDetails, storedDetails } from '#contract/catalog/product-details.ts'
import { type ImportField, importFields } from '#contract/catalog-admin/import-fields.ts'
import { importTexts } from '#contract/catalog-admin/import-texts.ts'
import { describeChange } from './describe-change.ts'
import type { PartInput, PartPlan } from './plan-context.ts'

const detailFields = Object.keys(storedDetails.shape) as (keyof StoredDetails)[]
const numberFields: ReadonlySet<ImportField> = new Set<ImportField>(['weightGrams', 'itemsInPack', 'dispatchDays', 'taxPieces'])

/** What the file declares about a product. What another shop's file has in a way that this shop does not know is left out. */
export function planDetails({ record: { fields, line }, context: { existing, source, options } }: PartInput): PartPlan {
  const notes: string[] = []
  const given = detailFields.flatMap((field) => {
    const text = fields[field] ?? (existing ? undefined : readDefault({ field, options, notes }))
    // Shopify writes 0 for no weight.
    const isNothing = field !== 'dispatchDays' && numberFields.has(field) && Number(text) === 0
    if (text === undefined || isNothing) return []
    const value = numberFields.has(field) ? Number(text) : text
    const rule = storedDetails.shape[field].safeParse(value)
    if (source === 'own' || rule.success) return [[field, value] as const]
    notes.push(importTexts.codeLeftOut(importFields[field], text, rule.error.issues[0]?.message ?? ''))
    return []
  })
  const current: StoredDetails = existing?.details ?? {}
  const parsed = storedDetails.safeParse({ ...current, ...Object.fromEntries(given) })
  if (!parsed.success) return { plan: {}, changes: [], errors: parsed.error.issues.map(({ message }) => ({ line, text: message })), notes }
  const changes = detailFields.flatMap((field) => describeChange(field, toCell(current[field]), toCell(parsed.data[field])))
  return { plan: changes.length > 0 ? { details: parsed.data } : {}, changes, errors: [], notes }
}

interface DefaultInput extends Pick<PartInput['context'], 'options'> {
  readonly field: keyof StoredDetails
  readonly notes: string[]
}

/** What the administrator has chosen for products that declare none. */
function readDefault({ field, options, notes }: DefaultInput): string | undefined {
  if ((field !== 'countryOfOrigin' && field !== 'maker') || options[field] === '') return undefined
  notes.push(importTexts.defaultUsed(importFields[field], options[field]))
  return options[field]
}

const toCell = (value: string | number | undefined): string | undefined => (value === undefined ? undefined : String(value))
