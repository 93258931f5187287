import { z } from 'zod'
import { adminProduct } from '../catalog/admin-products.ts'
import { saleTerms } from '../catalog/group-sales.ts'
import { dispatchDays } from '../catalog/product-details.ts'
import { sizeName } from '../catalog/product-sizes.ts'
import { newStatus } from '../catalog/product-status.ts'
import { returnRules } from '../catalog/return-rules.ts'
import { maxLengths, maxSizes, paging } from '../kernel/business.ts'
import { defineCalls } from '../kernel/endpoint.ts'
import { optionalPriceText, priceText, rowVersion, stockText } from '../kernel/field-schemas.ts'

const text = z.string().max(40)

const stockChange = z.object({
  size: sizeName.optional().describe('of a product with stock by size'),
  seen: z.int().min(0).describe('the stock as the editor saw it'),
  value: text.describe('the new stock'),
})

/** The texts of a row are checked row by row, so that one mistake does not stop the others. */
const productChange = z.object({
  id: z.string().max(64),
  version: rowVersion.describe('of the product as the editor saw it'),
  price: text.optional().describe('rupees, as in forms'),
  mrp: text.optional().describe('rupees; empty for none'),
  stock: z
    .array(stockChange)
    .max(maxSizes)
    .refine((rows) => new Set(rows.map(({ size }) => size)).size === rows.length, 'A size is listed twice.')
    .default([]),
  status: newStatus.optional(),
  category: z.string().max(40).optional().describe('the key of a category'),
  dispatchDays: dispatchDays.nullable().optional().describe('null: as the policies say'),
  returnRule: z.enum(returnRules).nullable().optional().describe('null: by its category or its sale'),
})
export type ProductChange = z.input<typeof productChange>

/** The values of a row. `stock` has one for each of its stocks. */
export const changedValues = z.object({
  price: priceText('Price').optional(),
  mrp: optionalPriceText('MRP').optional(),
  stock: z.array(stockText),
})

const changeResult = z.object({
  _id: z.string(),
  outcome: z.enum(['saved', 'refused', 'changed']).describe('`changed`: someone else has changed what the editor saw; nothing is saved'),
  message: z.string().optional().describe('why it is not saved'),
  fields: z.record(z.string(), z.string()).optional().describe('`price`, `mrp`, `stock` or `stock.M` → what is wrong with it'),
  product: adminProduct.optional().describe('as it is now, unless it was deleted'),
})
export type ChangeResult = z.infer<typeof changeResult>

export const bulkEditCalls = defineCalls({
  saveProductChanges: {
    route: 'POST /products/admin/changes',
    right: 'products',
    furtherRights: ['prices'],
    changes: 'products',
    summary: 'Change prices, stock and status of up to 100 products, each on its own. A change that was made before counts as saved',
    body: z.object({
      changes: z.array(productChange).min(1).max(paging.productsMaxLimit),
      note: z
        .string()
        .trim()
        .max(maxLengths.reason, 'Reason is too long.')
        .default('')
        .describe('why stock changes; required when it does'),
    }),
    reply: { 200: z.object({ message: z.string(), results: z.array(changeResult) }) },
  },

  startSales: {
    route: 'POST /products/admin/sales',
    right: 'prices',
    changes: 'products',
    summary: 'Lower the prices of up to 100 products by a percentage for a time, each on its own, to whole rupees',
    body: z.object({
      ids: z.array(z.string().max(64)).min(1, 'Select a product.').max(paging.productsMaxLimit),
      ...saleTerms.shape,
    }),
    reply: { 200: z.object({ message: z.string(), results: z.array(changeResult) }) },
  },
})
