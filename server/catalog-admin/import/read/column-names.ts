import type { ImportField } from '#contract/catalog-admin/import-fields.ts'

/** A map, because an object also has properties such as `constructor`, as which a file may name a column. */
const toMap = (fields: Readonly<Record<string, ImportField>>): ReadonlyMap<string, ImportField> => new Map(Object.entries(fields))

/** The columns of Shopify's product CSV by their names before and since 2025. */
export const shopifyColumns = toMap({
  handle: 'handle',
  'url handle': 'handle',
  title: 'name',
  'body (html)': 'descriptionHtml',
  body: 'descriptionHtml',
  description: 'descriptionHtml',
  type: 'category',
  'custom product type': 'category',
  'product category': 'productCategory',
  'standard product type': 'productCategory',
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
  'variant inventory tracker': 'stockTracker',
  'inventory tracker': 'stockTracker',
  'variant inventory qty': 'stock',
  'inventory quantity': 'stock',
  'variant price': 'price',
  price: 'price',
  'variant compare at price': 'mrp',
  'compare-at price': 'mrp',
  'cost per item': 'cost',
  'variant grams': 'weightGrams',
  'weight value (grams)': 'weightGrams',
  'image src': 'pictures',
  'product image url': 'pictures',
  'image position': 'picturePosition',
  'image alt text': 'pictureTexts',
  'gift card': 'giftCard',
  'seo title': 'seoTitle',
  'seo description': 'seoDescription',
  'google shopping / gender': 'gender',
  'google shopping / age group': 'ageGroup',
  'variant image': 'variantPicture',
  'variant image url': 'variantPicture',
})

/** The columns of WooCommerce's product CSV. */
export const wooColumns = toMap({
  id: 'productId',
  type: 'kind',
  sku: 'sku',
  'gtin, upc, ean, or isbn': 'barcode',
  name: 'name',
  published: 'published',
  'visibility in catalog': 'visibility',
  'visibility in catalogue': 'visibility',
  'short description': 'shortDescription',
  description: 'descriptionHtml',
  'date sale price starts': 'saleStartsAt',
  'date sale price ends': 'saleEndsAt',
  stock: 'stock',
  'in stock?': 'inStock',
  'weight (kg)': 'weightKilograms',
  'weight (g)': 'weightGrams',
  'weight (lbs)': 'weightPounds',
  'weight (oz)': 'weightOunces',
  'sale price': 'salePrice',
  'regular price': 'price',
  'cost of goods': 'cost',
  'meta: _wc_cog_cost': 'cost',
  'meta: _yoast_wpseo_title': 'seoTitle',
  'meta: _yoast_wpseo_metadesc': 'seoDescription',
  'meta: rank_math_title': 'seoTitle',
  'meta: rank_math_description': 'seoDescription',
  categories: 'category',
  tags: 'searchWords',
  images: 'pictures',
  parent: 'parent',
})

/** The columns of Wix' product CSV. */
export const wixColumns = toMap({
  handleid: 'handle',
  fieldtype: 'kind',
  name: 'name',
  description: 'descriptionHtml',
  productimageurl: 'pictures',
  collection: 'category',
  sku: 'sku',
  price: 'price',
  surcharge: 'surcharge',
  visible: 'published',
  discountmode: 'discountMode',
  discountvalue: 'discountValue',
  inventory: 'stock',
  cost: 'cost',
  productoptionname1: 'option1Name',
  productoptiondescription1: 'option1Value',
  productoptionname2: 'option2Name',
  productoptiondescription2: 'option2Value',
  productoptionname3: 'option3Name',
  productoptiondescription3: 'option3Value',
})

/** What metafields, attributes and options say about a product, the surest word of each field first. */
const details: readonly (readonly [pattern: RegExp, field: ImportField])[] = [
  [/composition/, 'fabric'],
  [/^fabrics?( type)?$|^materials?$/, 'fabric'],
  [/(fabric|material)(?!.*(weight|gsm|care|wash))/, 'fabric'],
  [/\bcare\b|\bwash/, 'care'],
  [/^fit( type)?$|\bfit\b(?!.*model)/, 'fit'],
  [/^colou?rs?$/, 'colour'],
  [/colou?r(?!.*(code|id|hex))/, 'colour'],
  [/hsn/, 'hsnCode'],
  [/country.*origin|^origin$|^made in$/, 'countryOfOrigin'],
  [/manufacturer|manufactured by|^maker$/, 'maker'],
  [/packer|packed by/, 'packer'],
  [/importer|imported by/, 'importer'],
  [/model.*(size|height|wears)/, 'modelSize'],
  [/target.gender|^gender$/, 'gender'],
  [/age.group/, 'ageGroup'],
]

/** The place of the rule that finds a field by the name of a metafield: a smaller one is surer. */
export const findDetailRule = (name: string): number => {
  const text = name.toLowerCase().replace(/^pa_/, '').replaceAll(/[_-]/g, ' ').trim()
  return details.findIndex(([pattern]) => pattern.test(text))
}

/** The field that an attribute such as `Fabric` or `Wash instructions` describes. */
export const findDetailField = (name: string): ImportField | undefined => details[findDetailRule(name)]?.[1]
