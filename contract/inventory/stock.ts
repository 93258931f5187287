import { z } from 'zod'
import { adminProduct } from '../catalog/admin-products.ts'
import { productSizes, sizeName, sizesChange } from '../catalog/product-sizes.ts'
import { maxLengths, quantities } from '../kernel/business.ts'
import { defineCalls, idempotencyHeaders } from '../kernel/endpoint.ts'
import { byId, requiredText } from '../kernel/field-schemas.ts'

/** Why a stock changed: `opening` is a new product's stock, `correction` a manual change. */
export const stockCauses = ['opening', 'sale', 'hold', 'release', 'cancel', 'refused', 'return', 'correction'] as const
export type StockCause = (typeof stockCauses)[number]

const stockMovement = z.object({
  _id: z.string(),
  size: z.string().nullable().describe('null: the product has one stock for all sizes'),
  change: z.int(),
  stockAfter: z.int().describe('of this size'),
  cause: z.enum(stockCauses),
  actor: z.string().nullable().describe('user name; null for a guest or the shop itself'),
  order: z.object({ _id: z.string(), number: z.string() }).nullable(),
  isSold: z.boolean().optional().describe('`hold`: its payment has become the order, and nothing was released'),
  note: z.string().nullable(),
  movedAt: z.iso.datetime(),
})
export type StockMovement = z.infer<typeof stockMovement>

const stockWithMovements = z.object({
  product: adminProduct,
  sizes: productSizes.describe('empty for a product with one stock'),
  waiting: z
    .array(z.object({ size: z.string().describe('empty for a product with one stock'), count: z.int() }))
    .describe('how many confirmed requests for a stock notification there are'),
  movements: z.array(stockMovement).describe('newest first, at most 50'),
})

export const stockCalls = defineCalls({
  getStockMovements: {
    route: 'GET /products/:id/stock',
    right: 'products',
    summary: 'A product and its stock movements',
    params: byId,
    reply: { 200: stockWithMovements },
  },

  changeStock: {
    route: 'POST /products/:id/stock',
    right: 'products',
    changes: 'products',
    summary: 'Add to the stock of a product or take from it, with the reason',
    params: byId,
    headers: idempotencyHeaders,
    body: z.object({
      change: z
        .int('Enter a whole number.')
        .min(-quantities.maxStock)
        .max(quantities.maxStock)
        .refine((change) => change !== 0, 'Enter how many items to add or remove.'),
      cause: z.enum(['return', 'correction']),
      size: sizeName.optional().describe('required for a product with stock by size'),
      note: requiredText('Reason', maxLengths.reason),
    }),
    reply: { 200: stockWithMovements.extend({ message: z.string() }) },
  },

  setProductSizes: {
    route: 'POST /products/:id/sizes',
    right: 'products',
    changes: 'products',
    summary: 'Set the sizes of a product, divide its stock into sizes, or give it one stock again',
    params: byId,
    body: sizesChange,
    reply: { 200: stockWithMovements.extend({ message: z.string() }) },
  },
})
