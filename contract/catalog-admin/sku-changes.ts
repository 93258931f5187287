import { z } from 'zod'
import { productStatuses } from '../catalog/admin-products.ts'
import { productSizes } from '../catalog/product-sizes.ts'
import { maxLengths, quantities } from '../kernel/business.ts'
import { defineCalls, idempotencyHeaders, rupees } from '../kernel/endpoint.ts'
import { byId, optionalPriceText, priceText, stockText } from '../kernel/field-schemas.ts'

export const maxSkuRows = 1_000

/** JSON of a program has numbers; rows of a sheet have texts. */
const textOf = <Schema extends z.ZodType<unknown, string>>(schema: Schema) =>
  z.union([z.string(), z.number()]).transform(String).pipe(schema)

const sku = z
  .string('SKU is required.')
  .trim()
  .min(1, 'SKU is required.')
  .max(maxLengths.sku, `SKU has at most ${maxLengths.sku} characters.`)
  .describe('SKU of a size, in any case; or the `_id` of a product with one stock')

const stockValues = {
  stock: textOf(stockText).optional().describe('the new stock'),
  change: z
    .int('Change must be a whole number.')
    .min(-quantities.maxStock, 'Change is too large.')
    .max(quantities.maxStock, 'Change is too large.')
    .optional()
    .describe('in place of `stock`: how many are added or, below zero, taken; orders that come in meanwhile count'),
  ifStock: z.int('Expected stock must be a whole number.').optional().describe('changes nothing when the stock is not this one'),
}

const hasOneValue = ({ stock, change }: { stock?: unknown; change?: unknown }): boolean => (stock === undefined) !== (change === undefined)
const oneValue = 'Give either stock or change.'

export const stockRow = z.object({ sku, ...stockValues }).refine(hasOneValue, oneValue)
export type StockRow = z.output<typeof stockRow>

export const priceRow = z.object({
  sku,
  price: textOf(priceText('Price')).describe('rupees; of the product, for all its sizes'),
  mrp: textOf(optionalPriceText('MRP')).nullable().optional().describe('rupees; null for none; missing: as it is'),
})

const note = z
  .string()
  .trim()
  .max(maxLengths.reason, 'Reason is too long.')
  .default('')
  .describe('why the stock changes, for its list of movements')

/** Each row is checked by itself, so that a wrong one does not stop the others. */
const checkedRows = (row: z.ZodType) =>
  z
    .array(z.union([row, z.unknown()]))
    .min(1, 'Send at least one row.')
    .max(maxSkuRows, `Send at most ${maxSkuRows.toLocaleString('en-IN')} rows.`)

const outcome = {
  sku: z.string().describe('as it was sent'),
  outcome: z
    .enum(['saved', 'refused', 'changed'])
    .describe('`changed`: the stock is not `ifStock`. A value that is set already counts as saved'),
  code: z.string().optional().describe('of the error'),
  message: z.string().optional().describe('why it is not saved'),
}

const stockOutcome = z.object({ ...outcome, stock: z.int().optional().describe('the new stock') })
export type StockOutcome = z.infer<typeof stockOutcome>

const priceOutcome = z.object({ ...outcome, price: rupees.optional().describe('the new price') })
export type PriceOutcome = z.infer<typeof priceOutcome>

const listedProduct = z.object({
  _id: z.string(),
  name: z.string(),
  status: z.enum(productStatuses),
  price: rupees,
  mrp: rupees.nullable(),
  stock: z.int(),
  sizes: productSizes.describe('empty for a product with one stock, whose `_id` stands for its SKU'),
})

export const skuChangeCalls = defineCalls({
  getSkus: {
    route: 'GET /products/skus',
    right: 'products',
    summary: 'Products with the stock and SKU of each size, oldest first, for programs that read all of them',
    query: z.object({
      after: z.uuid().optional().describe('`_id` of the last product of the reply before'),
      limit: z.coerce.number().int().min(1).max(maxSkuRows).default(100),
    }),
    reply: { 200: z.object({ products: z.array(listedProduct), hasMore: z.boolean() }) },
  },

  setStockBySku: {
    route: 'PUT /products/:id/stock',
    right: 'products',
    changes: 'products',
    summary: 'Set or change the stock of a SKU',
    params: byId.extend({ id: sku }),
    headers: idempotencyHeaders,
    body: z.object({ ...stockValues, note }).refine(hasOneValue, oneValue),
    reply: { 200: z.object({ message: z.string(), sku: z.string(), stock: z.int() }) },
  },

  setStocksBySku: {
    route: 'PUT /products/stock',
    right: 'products',
    changes: 'products',
    summary: `Set or change the stocks of up to ${maxSkuRows} SKUs, each on its own`,
    headers: idempotencyHeaders,
    body: z.object({ rows: checkedRows(stockRow), note }),
    reply: { 200: z.object({ message: z.string(), results: z.array(stockOutcome) }) },
  },

  setPricesBySku: {
    route: 'PUT /products/prices',
    right: 'prices',
    changes: 'products',
    summary: `Set the prices of the products of up to ${maxSkuRows} SKUs, each on its own`,
    body: z.object({ rows: checkedRows(priceRow) }),
    reply: { 200: z.object({ message: z.string(), results: z.array(priceOutcome) }) },
  },
})
