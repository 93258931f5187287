import { z } from 'zod'
import { defineCalls } from '../kernel/endpoint.ts'
import { byId, rowVersion } from '../kernel/field-schemas.ts'
import { adminProduct, productStatuses } from './admin-products.ts'
import { product } from './products.ts'

/** The status that a call sets. `published` is the former name of `on_sale`. */
export const newStatus = z.enum([...productStatuses, 'published']).transform((status) => (status === 'published' ? 'on_sale' : status))

export const productStatusCalls = defineCalls({
  setProductStatus: {
    route: 'POST /products/:id/status',
    right: 'products',
    changes: 'products',
    summary: 'Publish a product, now or later, make it a draft, or archive it',
    params: byId,
    body: z.object({
      version: rowVersion.describe('of the product as the editor saw it; 409 when it has changed since'),
      status: newStatus,
      publishAt: z.iso
        .datetime({ offset: true, error: 'Enter a date and a time.' })
        .optional()
        .describe('with `on_sale`: it stays a draft until then'),
    }),
    reply: { 200: z.object({ message: z.string(), product: adminProduct }) },
  },

  removeDemoProducts: {
    route: 'POST /products/admin/demo/remove',
    right: 'products',
    changes: 'products',
    summary: 'Delete all demo products and collections; products with orders are archived',
    reply: { 200: z.object({ message: z.string(), deleted: z.int(), archived: z.int() }) },
  },

  getProductPreview: {
    route: 'GET /products/:id/preview',
    right: 'products',
    summary: 'One product as its page shows it, a draft or archived one too',
    params: byId,
    reply: { 200: product },
  },
})
