import { z } from 'zod'
import { defineCalls, rupees } from '../kernel/endpoint.ts'
import { byId, priceText } from '../kernel/field-schemas.ts'
import { adminProduct } from './admin-products.ts'
import { saleReturnRule } from './shown-return-rule.ts'

const sale = z.object({
  price: rupees.describe('during the sale'),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  isRunning: z.boolean(),
  returnRule: saleReturnRule,
})

const productPrices = z.object({
  product: adminProduct,
  lowestPrice: rupees.describe('of the 30 days before the running sale; without one, of the last 30 days'),
  sale: sale.nullable().describe('running or planned'),
})
export type ProductPrices = z.infer<typeof productPrices>

const changedPrices = { 200: productPrices.extend({ message: z.string() }) }
export const productSalesCalls = defineCalls({
  getProductPrices: {
    route: 'GET /products/:id/prices',
    right: 'products',
    summary: 'The sale of a product and its lowest price of 30 days',
    params: byId,
    reply: { 200: productPrices },
  },

  startSale: {
    route: 'POST /products/:id/sale',
    right: 'prices',
    changes: 'products',
    summary: 'Lower the price of a product for a time; it comes back by itself',
    params: byId,
    body: z.object({
      price: priceText('Sale price').describe('rupees, at most two decimals'),
      startsAt: z.iso.datetime('Enter a date and a time.').optional().describe('without it the sale starts now'),
      endsAt: z.iso.datetime('Enter a date and a time.'),
      returnRule: saleReturnRule,
    }),
    reply: changedPrices,
  },

  endSale: {
    route: 'DELETE /products/:id/sale',
    right: 'prices',
    changes: 'products',
    summary: 'End the sale of a product now, or drop the planned one',
    params: byId,
    reply: changedPrices,
  },
})
