import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { rowVersion } from '../field-schemas.ts'
import { adminProduct, product } from './products.ts'

/** Shoppers see published products only. */
export const productStatuses = ['published', 'draft', 'archived'] as const
export type ProductStatus = (typeof productStatuses)[number]

const byId = z.object({ id: z.string().max(64) })

export const setProductStatus = defineEndpoint('setProductStatus', {
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
})

export const removeDemoProducts = defineEndpoint('removeDemoProducts', {
  summary: 'Delete all demo products and collections; products with orders are archived',
  reply: { 200: z.object({ message: z.string(), deleted: z.int(), archived: z.int() }) },
})

export const getProductPreview = defineEndpoint('getProductPreview', {
  summary: 'One product as its page shows it, a draft or archived one too',
  params: byId,
  reply: { 200: product },
})
