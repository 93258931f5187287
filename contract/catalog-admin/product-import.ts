import { z } from 'zod'
import { productStatuses } from '../catalog/admin-products.ts'
import { categoryLimits } from '../catalog/categories.ts'
import { defineCalls, rupees } from '../kernel/endpoint.ts'
import { byId, priceText, rowVersion, stockText } from '../kernel/field-schemas.ts'
import { paged, pageQuery } from '../kernel/paging.ts'
import { schemaRegistry } from '../kernel/schema-registry.ts'
import { importFieldNames, importLimits, importOutcomes, importSources, importStates, priceRules, uncountedRules } from './import-fields.ts'
import { importTexts } from './import-texts.ts'

const field = z.enum(importFieldNames).nullable().describe('null: the column is not imported')
const column = z.object({ name: z.string(), sample: z.string().describe('the first value of the column'), field })
export type ImportColumn = z.infer<typeof column>

const categoryChoice = z.object({
  value: z.string().max(200).describe('as the file has it; empty: products without a category'),
  category: z.string().max(40).nullable().describe('key of a category; null: not chosen yet'),
  isNew: z.boolean().describe('the import adds the category'),
  name: z.string().trim().max(categoryLimits.nameLength).optional().describe('of the category that is added'),
  products: z.int().optional().describe('of the file'),
})
export type CategoryChoice = z.infer<typeof categoryChoice>

const defaultText = z.string().trim().max(importLimits.defaultLength).default('')

const importOptions = z
  .object({
    prices: z.enum(priceRules).describe('of a product whose sizes have different prices'),
    isDoubleXlOne: z.boolean().describe('2XL is written XXL'),
    countryOfOrigin: defaultText.describe('of new products that declare none; empty: none is declared'),
    maker: defaultText.describe('of new products that declare none; empty: none is declared'),
    missingPrice: z
      .string()
      .trim()
      .max(20, 'Price is too long.')
      .refine((text) => text === '' || priceText('Price').safeParse(text).success, 'Price must be a number such as 799 or 799.50.')
      .default('')
      .describe('rupees, of new products without a price, which become drafts; empty: they are refused'),
    uncounted: z
      .enum(uncountedRules)
      .default('drafts')
      .describe('new products whose stock the file does not count become drafts, have the same number of each size, or are sold out'),
    uncountedStock: z
      .string()
      .trim()
      .max(10, 'Stock is too large.')
      .refine((text) => text === '' || stockText.safeParse(text).success, 'Stock must be a whole number.')
      .default('')
      .describe('of each size, with `figure`'),
  })
  .refine(({ uncounted, uncountedStock }) => uncounted !== 'figure' || uncountedStock !== '', {
    path: ['uncountedStock'],
    message: 'Enter the stock of each size.',
  })
  .register(schemaRegistry, { id: 'ImportOptions' })
export type ImportOptions = z.infer<typeof importOptions>

const importSummary = z
  .object({
    _id: z.string(),
    fileName: z.string(),
    format: z.enum(['own', 'shopify']).describe('shopify: of another shop'),
    source: z.enum(importSources).describe('whose columns the file has'),
    state: z.enum(importStates),
    error: z.string().nullable().describe('why nothing can be imported'),
    version: z.int(),
    rows: z.int(),
    createdAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
    outcomes: z.object({ new: z.int(), changed: z.int(), unchanged: z.int(), error: z.int() }).describe('products'),
    saved: z.int().describe('products that have been added or changed'),
    pictures: z.object({ waiting: z.int(), added: z.int(), failed: z.int() }),
  })
  .register(schemaRegistry, { id: 'ProductImport' })
export type ImportSummary = z.infer<typeof importSummary>

const importItem = z.object({
  _id: z.string(),
  line: z.int().describe('of the file'),
  name: z.string(),
  product: z.string().nullable().describe('id of the product'),
  outcome: z.enum(importOutcomes),
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  error: z.string().nullable(),
  warnings: z.array(z.string()),
  isSaved: z.boolean(),
  preview: z
    .object({
      category: z.string().describe('its name'),
      price: rupees,
      mrp: rupees.nullable(),
      cost: rupees.nullable(),
      status: z.enum(productStatuses),
      stock: z.int(),
      sizes: z.array(z.object({ size: z.string(), stock: z.int() })).describe('empty: one stock'),
      pictures: z.array(z.string()).describe('addresses or names of the pictures to add'),
      sale: z.object({ price: rupees, startsAt: z.iso.datetime(), endsAt: z.iso.datetime() }).optional().describe('is planned'),
      isPriceLow: z.boolean().optional().describe('below 30 % of the price before'),
      isUncounted: z.boolean().optional().describe('the file does not count its stock'),
    })
    .nullable()
    .describe('the product after the import; null with an error'),
})
export type ImportItem = z.infer<typeof importItem>

const importDetail = importSummary.extend({
  columns: z.array(column),
  categories: z.array(categoryChoice).describe('values of the file that are no category of the shop'),
  options: importOptions,
  notes: z.array(z.string()).describe('what concerns the whole file'),
  soldOut: z.int().describe('products that are on sale with a stock of 0 after the import'),
  lowPrices: z.int().describe('products with a price below 30 % of the one before, which must be confirmed'),
  uncounted: z.int().describe('new products whose stock the file does not count'),
  files: z.int().describe('pictures of uploaded zip files'),
  isDeleted: z.boolean().describe('the file has been deleted, so the import cannot be checked again'),
})
export type ImportDetail = z.infer<typeof importDetail>

const changed = importDetail.extend({ message: z.string() })
const uploadedFile = z.file({ error: importTexts.fileMissing }).min(1, importTexts.fileMissing)

export const productImportCalls = defineCalls({
  exportProducts: {
    route: 'GET /products/export',
    right: 'products',
    summary: 'All products as a CSV file, which can be imported again. Needs the PIN again',
    reply: { 200: z.unknown().describe('text/csv') },
  },

  getImports: {
    route: 'GET /products/imports',
    right: 'products',
    summary: 'The latest imports of products, newest first',
    reply: { 200: z.object({ imports: z.array(importSummary) }) },
  },

  createImport: {
    route: 'POST /products/imports',
    right: 'products',
    changes: 'nothing',
    summary: 'Upload a CSV file of products, which is then checked (multipart/form-data)',
    form: true,
    body: z.object({ file: uploadedFile.describe(`CSV, at most ${importLimits.csvMegabytes} MB`) }),
    reply: { 201: changed },
  },

  getImport: {
    route: 'GET /products/imports/:id',
    right: 'products',
    summary: 'An import of products',
    params: byId,
    reply: { 200: importDetail },
  },

  getImportItems: {
    route: 'GET /products/imports/:id/items',
    right: 'products',
    summary: 'What an import does with each product of its file',
    params: byId,
    query: pageQuery.extend({
      outcome: z.enum([...importOutcomes, 'warning']).optional(),
    }),
    reply: { 200: z.object({ items: z.array(importItem), ...paged }) },
  },

  addImportPictures: {
    route: 'POST /products/imports/:id/pictures',
    right: 'products',
    changes: 'nothing',
    summary: 'Upload a zip file with the pictures that an import names; the import is checked again (multipart/form-data)',
    params: byId,
    form: true,
    body: z.object({ zip: uploadedFile.describe(`at most ${importLimits.zipMegabytes} MB`) }),
    reply: { 200: changed },
  },

  changeImport: {
    route: 'PATCH /products/imports/:id',
    right: 'products',
    changes: 'nothing',
    summary: 'Choose what the columns and the categories of a file are; the import is checked again',
    params: byId,
    body: z.object({
      version: rowVersion.describe('of the import as the administrator saw it; 409 when it has changed since'),
      columns: z.array(field).max(importLimits.columns).describe('the field of each column of the file'),
      categories: z.array(categoryChoice).max(importLimits.columns).default([]),
      options: importOptions.optional().describe('left out: as they are'),
    }),
    reply: { 200: changed },
  },

  runImport: {
    route: 'POST /products/imports/:id/run',
    right: 'products',
    furtherRights: ['prices'],
    changes: 'nothing',
    summary: 'Add and change the products of a checked import',
    params: byId,
    body: z.object({ version: rowVersion, acceptsLowPrices: z.boolean().default(false).describe('required when there are some') }),
    reply: { 200: changed },
  },

  retryImportPictures: {
    route: 'POST /products/imports/:id/pictures/retry',
    right: 'products',
    changes: 'nothing',
    summary: 'Load the pictures again that could not be loaded',
    params: byId,
    body: z.object({ version: rowVersion }),
    reply: { 200: changed },
  },

  stopImport: {
    route: 'POST /products/imports/:id/stop',
    right: 'products',
    changes: 'nothing',
    summary: 'Stop an import; what it has saved stays',
    params: byId,
    reply: { 200: changed },
  },
})
