import { type ImportField, type ImportSource, importFields } from '#contract/catalog-admin/import-fields.ts'
import { importTexts } from '#contract/catalog-admin/import-texts.ts'
import { inSlices } from '../../../kernel/in-slices.ts'
import type { ProductRecord } from '../read/product-record.ts'
import type { ExistingProduct, ExistingProducts } from './find-existing.ts'

export interface MatchedRecord {
  readonly record: ProductRecord
  /** undefined: a new one */
  readonly product: ExistingProduct | undefined
}

interface Matching {
  readonly records: readonly ProductRecord[]
  readonly existing: ExistingProducts
  readonly source: ImportSource
}

/** Finds the product of each record; records of the same product become one. */
export async function matchRecords({ records, existing, source }: Matching): Promise<MatchedRecord[]> {
  const groups = new Map<string | ProductRecord, MatchedRecord[]>()
  // What a handle names is not found by a SKU of another product.
  const claimed = new Set(records.flatMap(({ handle }) => existing.byHandle.get(handle)?.id ?? []))
  for await (const each of inSlices(records)) {
    const matched = source === 'own' ? matchRecord({ record: each, existing }) : matchForeign({ record: each, existing, claimed })
    const key = matched.product?.id ?? matched.record
    const group = groups.get(key)
    if (group) group.push(matched)
    else groups.set(key, [matched])
  }
  const merged: MatchedRecord[] = []
  for await (const group of inSlices(groups.values())) merged.push(mergeRecords(group))
  return source === 'own' ? refuseSharedSkus(merged) : leaveOutSharedSkus(merged)
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

interface ForeignMatch {
  readonly record: ProductRecord
  readonly existing: ExistingProducts
  /** ids of products that belong to other records */
  readonly claimed: Set<string>
}

/** Other shops use a SKU for several products: it finds only one without a handle, and when all SKUs of the record are that product's. */
function matchForeign({ record, existing, claimed }: ForeignMatch): MatchedRecord {
  const skus = record.sizes.flatMap(({ sku }) => (sku === '' ? [] : [sku]))
  const [bySku] = skus.flatMap((sku) => existing.bySku.get(sku) ?? [])
  const isSame =
    bySku !== undefined && bySku.handle === null && !claimed.has(bySku.id) && skus.every((sku) => existing.bySku.get(sku)?.id === bySku.id)
  const product = existing.byHandle.get(record.handle) ?? (isSame ? bySku : undefined)
  if (product) claimed.add(product.id)
  const notes: string[] = []
  const sizes = record.sizes.map((row) => {
    const owner = existing.bySku.get(row.sku)
    if (row.sku === '' || owner === undefined || owner.id === product?.id) return row
    notes.push(importTexts.codeLeftOut('SKU', row.sku, importTexts.skuRepeated))
    return { ...row, sku: '' }
  })
  return { record: { ...record, sizes, notes: [...record.notes, ...notes] }, product }
}

function mergeRecords(group: readonly MatchedRecord[]): MatchedRecord {
  const [first] = group
  if (!first) throw new Error('A group has at least one record.')
  const records = group.map(({ record }) => record)
  const fields: Partial<Record<ImportField, string>> = {}
  let error: string | undefined
  for (const record of records) {
    const given = Object.entries(record.fields) as [ImportField, string][]
    const conflict = given.find(([field, value]) => fields[field] !== undefined && fields[field] !== value)
    error ??= record.error ?? (conflict && importTexts.values(importFields[conflict[0]]))
    for (const [field, value] of given) fields[field] ??= value
  }
  const record = {
    line: first.record.line,
    handle: records.find(({ handle }) => handle !== '')?.handle ?? '',
    fields,
    sizes: records.flatMap(({ sizes }) => sizes),
    pictures: records.flatMap(({ pictures }) => pictures),
    sale: first.record.sale,
    formerPrice: first.record.formerPrice,
    notes: records.flatMap(({ notes }) => notes),
    error,
  }
  return { record, product: first.product }
}

/** A SKU belongs to one product: the second one of the file is refused. */
async function refuseSharedSkus(matched: readonly MatchedRecord[]): Promise<MatchedRecord[]> {
  const firstLines = new Map<string, number>()
  const checked: MatchedRecord[] = []
  for await (const { record, product } of inSlices(matched)) {
    const named = record.sizes.filter(({ sku }) => sku !== '')
    const shared = named.find(({ sku }) => firstLines.has(sku))
    const error = shared && importTexts.skuTwice(shared.sku, firstLines.get(shared.sku) ?? 0)
    for (const { sku, line } of named) if (!firstLines.has(sku)) firstLines.set(sku, line)
    checked.push({ record: { ...record, error: record.error ?? error }, product })
  }
  return checked
}

/** The SKU that two products of another shop's file have stays with the first one. */
async function leaveOutSharedSkus(matched: readonly MatchedRecord[]): Promise<MatchedRecord[]> {
  const taken = new Set<string>()
  const checked: MatchedRecord[] = []
  for await (const { record, product } of inSlices(matched)) {
    const notes: string[] = []
    const sizes = record.sizes.map((row) => {
      if (row.sku === '' || !taken.has(row.sku)) return row
      notes.push(importTexts.codeLeftOut('SKU', row.sku, importTexts.skuRepeated))
      return { ...row, sku: '' }
    })
    for (const { sku } of sizes) taken.add(sku)
    checked.push({ record: { ...record, sizes, notes: [...record.notes, ...notes] }, product })
  }
  return checked
}
