import { type ImportField, importFieldNames, importFields } from '#contract/catalog-admin/import-fields.ts'
import type { ImportColumn } from '#contract/catalog-admin/product-import.ts'

/** A map, because an object also has properties such as `constructor`, as which a file may name a column. */
const toMap = (fields: Readonly<Record<string, ImportField>>): ReadonlyMap<string, ImportField> => new Map(Object.entries(fields))

/** The columns of Shopify's product CSV by their names before and since 2025. */
const shopifyColumns = toMap({
  handle: 'handle',
  'url handle': 'handle',
  title: 'name',
  'body (html)': 'descriptionHtml',
  description: 'descriptionHtml',
  type: 'category',
  tags: 'searchWords',
  published: 'published',
  'published on online store': 'published',
  status: 'status',
  'option1 name': 'option1Name',
  'option1 value': 'option1Value',
  'option2 name': 'option2Name',
  'option2 value': 'option2Value',
  'option3 name': 'option3Name',
  'option3 value': 'option3Value',
  'variant sku': 'sku',
  sku: 'sku',
  'variant barcode': 'barcode',
  barcode: 'barcode',
  'variant inventory qty': 'stock',
  'inventory quantity': 'stock',
  'variant price': 'price',
  price: 'price',
  'variant compare at price': 'mrp',
  'compare-at price': 'mrp',
  'variant grams': 'weightGrams',
  'weight value (grams)': 'weightGrams',
  'image src': 'pictures',
  'product image url': 'pictures',
  'image position': 'picturePosition',
  'image alt text': 'pictureTexts',
  'google shopping / gender': 'gender',
  'google shopping / age group': 'ageGroup',
  'variant image': 'variantPicture',
  'variant image url': 'variantPicture',
})

/** Metafields are columns such as `Fabric (product.metafields.shopify.fabric)`. */
const metafields: readonly (readonly [pattern: RegExp, field: ImportField])[] = [
  [/fabric|material/, 'fabric'],
  [/care/, 'care'],
  [/\bfit\b/, 'fit'],
  [/colou?r/, 'colour'],
  [/hsn/, 'hsnCode'],
  [/country.*origin/, 'countryOfOrigin'],
]

/** Other usual names of columns. */
const aliases = toMap({
  slug: 'handle',
  title: 'name',
  'product name': 'name',
  'selling price': 'price',
  quantity: 'stock',
  qty: 'stock',
  color: 'colour',
  age_group: 'ageGroup',
  hsn: 'hsnCode',
  images: 'pictures',
  picture: 'pictures',
  image: 'pictures',
  material: 'fabric',
  tags: 'searchWords',
  keywords: 'searchWords',
  type: 'category',
})

const ownFields = new Map(importFieldNames.map((name) => [importFields[name].toLowerCase(), name]))

function findShopifyField(name: string): ImportField | undefined {
  if (name.includes('product.metafields')) return metafields.find(([pattern]) => pattern.test(name))?.[1]
  return shopifyColumns.get(name)
}

/** Whether the columns are those of a product CSV of Shopify. */
export function isShopifyFile(header: readonly string[]): boolean {
  const names = header.map((name) => name.toLowerCase())
  return names.includes('title') && names.some((name) => name === 'handle' || name === 'url handle') && !names.includes('name')
}

/** The field of each column by its name; a field is suggested once. */
export function suggestColumns({ header, samples }: { header: readonly string[]; samples: readonly string[] }): ImportColumn[] {
  const isShopify = isShopifyFile(header)
  const taken = new Set<ImportField>()
  return header.map((name, index) => {
    const key = name.trim().toLowerCase()
    const found = isShopify ? findShopifyField(key) : (ownFields.get(key) ?? aliases.get(key))
    const field = found !== undefined && !taken.has(found) ? found : null
    if (field !== null) taken.add(field)
    return { name: name.slice(0, 200), sample: samples[index] ?? '', field }
  })
}
