import { type ImportField, importFields } from '#contract/catalog-admin/import-fields.ts'
import { importTexts } from '#contract/catalog-admin/import-texts.ts'
import type { ProductRecord } from '../read/group-rows.ts'
import type { ExistingProduct, ExistingProducts } from './find-existing.ts'

export interface MatchedRecord {
  readonly record: ProductRecord
  /** undefined: a new one */
  readonly product: ExistingProduct | undefined
}

interface Matching {
  readonly records: readonly ProductRecord[]
  readonly existing: ExistingProducts
}

/** Finds the product of each record; records of the same product become one. */
export function matchRecords({ records, existing }: Matching): MatchedRecord[] {
  const matched = records.map((record) => matchRecord({ record, existing }))
  const groups = Map.groupBy(matched, ({ record, product }) => product?.id ?? record)
  const merged = [...groups.values()].map(mergeRecords)
  return refuseSharedSkus(merged)
}

function matchRecord({ record, existing }: { record: ProductRecord; existing: ExistingProducts }): MatchedRecord {
  const named = existing.byHandle.get(record.handle)
  const bySku = record.sizes.flatMap(({ sku }) => existing.bySku.get(sku) ?? [])
  const product = named ?? bySku[0]
  const other = record.sizes.find(({ sku }) => sku !== '' && existing.bySku.has(sku) && existing.bySku.get(sku)?.id !== product?.id)
  if (other) return { record: { ...record, error: record.error ?? importTexts.skuOfOther(other.sku) }, product }
  if (record.handle !== '' || product) return { record, product }
  const sku = record.sizes[0]?.sku ?? ''
  return { record: { ...record, error: sku === '' ? importTexts.rowWithoutKey : importTexts.skuUnknown(sku) }, product }
}

function mergeRecords([first, ...rest]: readonly MatchedRecord[]): MatchedRecord {
  if (!first) throw new Error('A group has at least one record.')
  const record = rest.reduce<ProductRecord>((merged, { record: next }) => {
    const conflict = (Object.keys(next.fields) as ImportField[]).find(
      (field) => merged.fields[field] !== undefined && merged.fields[field] !== next.fields[field],
    )
    const error = merged.error ?? next.error ?? (conflict && importTexts.values(importFields[conflict]))
    return {
      line: merged.line,
      handle: merged.handle || next.handle,
      fields: { ...next.fields, ...merged.fields },
      sizes: [...merged.sizes, ...next.sizes],
      pictures: [...merged.pictures, ...next.pictures],
      error,
    }
  }, first.record)
  return { record, product: first.product }
}

/** A SKU belongs to one product: the second one of the file is refused. */
function refuseSharedSkus(matched: readonly MatchedRecord[]): MatchedRecord[] {
  const firstLines = new Map<string, number>()
  return matched.map(({ record, product }) => {
    const named = record.sizes.filter(({ sku }) => sku !== '')
    const shared = named.find(({ sku }) => firstLines.has(sku))
    const error = shared && importTexts.skuTwice(shared.sku, firstLines.get(shared.sku) ?? 0)
    for (const { sku, line } of named) if (!firstLines.has(sku)) firstLines.set(sku, line)
    return { record: { ...record, error: record.error ?? error }, product }
  })
}
