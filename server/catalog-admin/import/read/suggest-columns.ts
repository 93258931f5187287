import {
  type ImportField,
  type ImportSource,
  importFieldNames,
  importFields,
  ownColumns,
  repeatedFields,
} from '#contract/catalog-admin/import-fields.ts'
import type { ImportColumn } from '#contract/catalog-admin/product-import.ts'
import { cutText } from '#contract/kernel/cut-text.ts'
import { findDetailField, findDetailRule, shopifyColumns, wixColumns, wooColumns } from './column-names.ts'
import { findOtherColumn } from './other-columns.ts'

const ownFields = new Map(importFieldNames.map((name) => [importFields[name].toLowerCase(), name]))

const toKey = (name: string): string => name.trim().toLowerCase().replace(/\s+/g, ' ')

/** The shop whose columns these are. */
export function findSource(header: readonly string[]): ImportSource {
  const names = new Set(header.map(toKey))
  if (names.has('title') && (names.has('handle') || names.has('url handle')) && !names.has('name')) return 'shopify'
  if (names.has('type') && names.has('name') && (names.has('regular price') || names.has('parent'))) return 'woocommerce'
  if (names.has('handleid') && names.has('fieldtype')) return 'wix'
  return isOwn(header) ? 'own' : 'other'
}

const ownLabels: ReadonlySet<string> = new Set(Object.values(ownColumns))

/** Files of other programs have fewer of this shop's headings. */
const minOwnLabels = 10

/** A file of this shop, a part of its columns, or most of them with further ones. Tables of other programs can have the same names, but no handle. */
function isOwn(header: readonly string[]): boolean {
  const own = header.filter((name) => ownLabels.has(name))
  if (header.includes('Handle') && own.length >= minOwnLabels) return true
  return header.every((name) => name === '' || ownLabels.has(name)) && (header.includes('Handle') || !header.includes('Name'))
}

/** The name of a metafield, such as `Fabric (product.metafields.shopify.fabric)` or `Meta: fabric`. */
const metafield = /^(.*?)\s*\(product\.metafields\..*\)$|^meta: (.*)$/

function findField({ source, key, name: typed }: { source: ImportSource; key: string; name: string }): ImportField | undefined {
  if (source === 'own') return ownFields.get(key)
  if (source === 'other') return findOtherColumn(typed)?.field ?? ownFields.get(key) ?? findDetailField(typed)
  const known = source === 'shopify' ? shopifyColumns : source === 'wix' ? wixColumns : wooColumns
  if (source === 'woocommerce' && /^attribute \d+ name$/.test(key)) return 'attributeName'
  if (source === 'woocommerce' && /^attribute \d+ value\(s\)$/.test(key)) return 'attributeValues'
  const [, name, other] = metafield.exec(key) ?? []
  // The export of everything has further columns of this shop behind Shopify's.
  const own = source === 'shopify' ? ownFields.get(key) : undefined
  return known.get(key) ?? own ?? findDetailField(name ?? other ?? '')
}

/** How sure a suggestion is: a smaller number is surer. */
const findRank = ({ source, key, name: typed }: { source: ImportSource; key: string; name: string }): number => {
  if (source === 'other') return findOtherColumn(typed)?.rank ?? 100 + findDetailRule(typed)
  const [, name, other] = metafield.exec(key) ?? []
  return name === undefined && other === undefined ? -1 : findDetailRule(name ?? other ?? '')
}

const kinds = /^(simple|variable|variation|grouped|external|product|variant|physical|configurable)$/i

interface FoundColumn {
  readonly index: number
  rank: number
  field: ImportField | undefined
}

/** Some names mean another field beside others: a regular price beside a price is the MRP, and a type can be that of WooCommerce's products. */
function correctColumns({ found, header, samples }: { found: FoundColumn[]; header: readonly string[]; samples: readonly string[] }): void {
  const isNamed = ({ index }: FoundColumn, name: RegExp) => name.test((header[index] ?? '').replaceAll('_', ' ').trim())
  const hasPrice = found.some((column) => samples[column.index] && isNamed(column, /^((selling|current|base) )?price$/i))
  for (const column of found) {
    if (column.field === 'category' && kinds.test(samples[column.index] ?? '')) column.field = undefined
    if (column.field === 'price' && hasPrice && isNamed(column, /^regular ?price$/i)) column.field = 'mrp'
  }
}

/** The field of each column by its name. A field is suggested once: for the column whose name says it best. */
export function suggestColumns({ header, samples }: { header: readonly string[]; samples: readonly string[] }): ImportColumn[] {
  const source = findSource(header)
  const found = header.map((name, index) => {
    const column = { source, key: toKey(name), name }
    return { index, rank: findRank(column), field: findField(column) }
  })
  if (source === 'other') correctColumns({ found, header, samples })
  const best = new Map<ImportField, number>()
  // An empty column is the last choice.
  const ranked = found.toSorted((a, b) => Number(!samples[a.index]) - Number(!samples[b.index]) || a.rank - b.rank)
  for (const { index, field } of ranked) if (field !== undefined && !best.has(field)) best.set(field, index)
  return found.map(({ index, field }) => ({
    name: cutText(header[index] ?? '', 200),
    sample: samples[index] ?? '',
    field: field !== undefined && (repeatedFields.includes(field) || best.get(field) === index) ? field : null,
  }))
}
