// Apart from product-import.ts, because the screen needs no validator.

/** The columns of the shop's own product CSV in their order, and what each is called in the file. */
export const ownColumns = {
  handle: 'Handle',
  name: 'Name',
  description: 'Description',
  category: 'Category',
  price: 'Price',
  mrp: 'MRP',
  size: 'Size',
  stock: 'Stock',
  sku: 'SKU',
  barcode: 'Barcode',
  pictures: 'Pictures',
  pictureTexts: 'Picture texts',
  fabric: 'Fabric',
  care: 'Care',
  fit: 'Fit',
  colour: 'Colour',
  style: 'Style',
  gender: 'Gender',
  ageGroup: 'Age group',
  modelSize: 'Size of the model',
  weightGrams: 'Weight in grams',
  itemsInPack: 'Items in a pack',
  dispatchDays: 'Dispatch days',
  availableFrom: 'Available from',
  hsnCode: 'HSN code',
  taxPieces: 'Pieces for the tax',
  maker: 'Maker',
  packer: 'Packer',
  importer: 'Importer',
  countryOfOrigin: 'Country of origin',
  consumerCare: 'Consumer care',
  // Imports are stored with this name, and the heading is that of all exported files.
  searchWords: 'Words for search',
  status: 'Status',
  cost: 'Cost',
  seoTitle: 'SEO title',
  seoDescription: 'SEO description',
  returnRule: 'Return rule',
  shelf: 'Shelf',
} as const
export type OwnColumn = keyof typeof ownColumns

/** Columns of other shops' files only. */
const foreignColumns = {
  descriptionHtml: 'Description (HTML)',
  option1Name: 'Option 1, name',
  option1Value: 'Option 1, value',
  option2Name: 'Option 2, name',
  option2Value: 'Option 2, value',
  option3Name: 'Option 3, name',
  option3Value: 'Option 3, value',
  variantPicture: 'Picture of the variant',
  picturePosition: 'Position of the picture',
  published: 'Published',
  productCategory: 'Category with its path',
  giftCard: 'Gift card',
  stockTracker: 'Stock is counted',
  inStock: 'In stock or not',
  weightKilograms: 'Weight in kilograms',
  weightPounds: 'Weight in pounds',
  weightOunces: 'Weight in ounces',
  kind: 'Kind of line',
  productId: 'Number of the product',
  parent: 'Parent of the variation',
  visibility: 'Visibility',
  shortDescription: 'Short description',
  salePrice: 'Sale price',
  saleStartsAt: 'First day of the sale',
  saleEndsAt: 'Last day of the sale',
  surcharge: 'Surcharge of the variant',
  discountMode: 'Kind of discount',
  discountValue: 'Discount',
  attributeName: 'Attribute, name',
  attributeValues: 'Attribute, values',
} as const

/** Fields of which a file can have several columns, in pairs. */
export const repeatedFields: readonly ImportField[] = ['attributeName', 'attributeValues']

/** The shops whose files are known by their columns; `other`: none of them. */
export const importSources = ['own', 'shopify', 'woocommerce', 'wix', 'other'] as const
export type ImportSource = (typeof importSources)[number]

/** What becomes of sizes of one product with different prices: a product has one price. */
export const priceRules = ['highest', 'lowest', 'refuse'] as const
export type PriceRule = (typeof priceRules)[number]

/** What becomes of new products whose stock the file does not count. */
export const uncountedRules = ['drafts', 'figure', 'sold_out'] as const
export type UncountedRule = (typeof uncountedRules)[number]

/** What a column of an imported file can hold. */
export const importFields = { ...ownColumns, ...foreignColumns } as const
export type ImportField = keyof typeof importFields
export const importFieldNames = Object.keys(importFields) as ImportField[]

export const importStates = ['checking', 'checked', 'running', 'done', 'stopped', 'failed'] as const
export type ImportState = (typeof importStates)[number]

/** What an import does with a product. */
export const importOutcomes = ['new', 'changed', 'unchanged', 'error'] as const
export type ImportOutcome = (typeof importOutcomes)[number]

/** Separates the pictures of a product, and their texts, in one cell. */
export const pictureSeparator = '|'

export const importLimits = {
  csvMegabytes: 20,
  rows: 50_000,
  /** lines of one product; a product of Shopify has at most 2,048 variants and 250 pictures */
  productLines: 2_500,
  /** a price below this share of the one before is asked about */
  lowPriceShare: 0.3,
  htmlLength: 100_000,
  columns: 500,
  /** characters of a choice for all products, such as the maker */
  defaultLength: 300,
  /** of a zip file with a CSV file, or of an Excel file, when it is unpacked */
  tableUnpackedMegabytes: 80,
  zipMegabytes: 100,
  zipFiles: 2_000,
  /** the size of all files of a zip together, when they are unpacked */
  zipUnpackedMegabytes: 400,
  /** files are deleted, and results too */
  fileDays: 7,
  resultDays: 90,
} as const
