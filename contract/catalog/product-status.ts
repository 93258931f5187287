import { z } from 'zod'
import { defineCalls } from '../endpoint.ts'
import { byId, rowVersion } from '../field-schemas.ts'
import { adminProduct } from './admin-products.ts'
import { product } from './products.ts'

/** Shoppers see published products only. */
export const productStatuses = ['published', 'draft', 'archived'] as const
export type ProductStatus = (typeof productStatuses)[number]

export const productStatusCalls = defineCalls({
  setProductStatus: {
    method: 'POST',
    path: '/products/:id/status',
    who: 'admin',
    changes: 'products',
    summary: 'Publish a product, now or later, make it a draft, or archive it',
    params: byId,
    body: z.object({
      version: rowVersion.describe('of the product as the editor saw it; 409 when it has changed since'),
      status: z.enum(productStatuses),
      publishAt: z.iso
        .datetime({ offset: true, error: 'Enter a date and a time.' })
        .optional()
        .describe('with `published`: it stays a draft until then'),
    }),
    reply: { 200: z.object({ message: z.string(), product: adminProduct }) },
  },

  removeDemoProducts: {
    method: 'POST',
    path: '/products/admin/demo/remove',
    who: 'admin',
    changes: 'products',
    summary: 'Delete all demo products and collections; products with orders are archived',
    reply: { 200: z.object({ message: z.string(), deleted: z.int(), archived: z.int() }) },
  },

  getProductPreview: {
    method: 'GET',
    path: '/products/:id/preview',
    who: 'admin',
    summary: 'One product as its page shows it, a draft or archived one too',
    params: byId,
    reply: { 200: product },
  },
})
