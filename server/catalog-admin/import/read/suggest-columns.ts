import {
  type ImportField,
  type ImportSource,
  importFieldNames,
  importFields,
  repeatedFields,
} from '#contract/catalog-admin/import-fields.ts'
import type { ImportColumn } from '#contract/catalog-admin/product-import.ts'
import { cutText } from '#contract/cut-text.ts'
import { columnAliases, findDetailField, findDetailRule, shopifyColumns, wooColumns } from './column-names.ts'

const ownFields = new Map(importFieldNames.map((name) => [importFields[name].toLowerCase(), name]))

const toKey = (name: string): string => name.trim().toLowerCase().replace(/\s+/g, ' ')

/** The shop whose columns these are. */
export function findSource(header: readonly string[]): ImportSource {
  const names = new Set(header.map(toKey))
  if (names.has('title') && (names.has('handle') || names.has('url handle')) && !names.has('name')) return 'shopify'
  if (names.has('type') && names.has('name') && (names.has('regular price') || names.has('parent'))) return 'woocommerce'
  return 'own'
}

/** The name of a metafield, such as `Fabric (product.metafields.shopify.fabric)` or `Meta: fabric`. */
const metafield = /^(.*?)\s*\(product\.metafields\..*\)$|^meta: (.*)$/

function findField({ source, key }: { source: ImportSource; key: string }): ImportField | undefined {
  if (source === 'own') return ownFields.get(key) ?? columnAliases.get(key)
  const known = source === 'shopify' ? shopifyColumns : wooColumns
  if (source === 'woocommerce' && /^attribute \d+ name$/.test(key)) return 'attributeName'
  if (source === 'woocommerce' && /^attribute \d+ value\(s\)$/.test(key)) return 'attributeValues'
  const [, name, other] = metafield.exec(key) ?? []
  return known.get(key) ?? findDetailField(name ?? other ?? '')
}

/** How sure a suggestion is: a smaller number is surer. */
const findRank = (key: string): number => {
  const [, name, other] = metafield.exec(key) ?? []
  return name === undefined && other === undefined ? -1 : findDetailRule(name ?? other ?? '')
}

/** The field of each column by its name. A field is suggested once: for the column whose name says it best. */
export function suggestColumns({ header, samples }: { header: readonly string[]; samples: readonly string[] }): ImportColumn[] {
  const source = findSource(header)
  const found = header.map((name, index) => ({ index, key: toKey(name), field: findField({ source, key: toKey(name) }) }))
  const best = new Map<ImportField, number>()
  // An empty column is the last choice.
  const ranked = found.toSorted((a, b) => Number(!samples[a.index]) - Number(!samples[b.index]) || findRank(a.key) - findRank(b.key))
  for (const { index, field } of ranked) if (field !== undefined && !best.has(field)) best.set(field, index)
  return found.map(({ index, field }) => ({
    name: cutText(header[index] ?? '', 200),
    sample: samples[index] ?? '',
    field: field !== undefined && (repeatedFields.includes(field) || best.get(field) === index) ? field : null,
  }))
}
