import { z } from 'zod'
import { defineEndpoint, rupees } from '../endpoint.ts'
import { adminProduct, priceText } from './products.ts'

const sale = z.object({
  price: rupees.describe('during the sale'),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  isRunning: z.boolean(),
})
export type Sale = z.infer<typeof sale>

const productPrices = z.object({
  product: adminProduct,
  lowestPrice: rupees.describe('of the 30 days before the running sale; without one, of the last 30 days'),
  sale: sale.nullable().describe('running or planned'),
})
export type ProductPrices = z.infer<typeof productPrices>

const changedPrices = { 200: productPrices.extend({ message: z.string() }) }
const ofProduct = z.object({ id: z.string().max(64) })

export const getProductPrices = defineEndpoint('getProductPrices', {
  summary: 'The sale of a product and its lowest price of 30 days',
  params: ofProduct,
  reply: { 200: productPrices },
})

export const startSale = defineEndpoint('startSale', {
  summary: 'Lower the price of a product for a time; it comes back by itself',
  params: ofProduct,
  body: z.object({
    price: priceText('Sale price').describe('rupees, at most two decimals'),
    startsAt: z.iso.datetime('Enter a date and a time.').optional().describe('without it the sale starts now'),
    endsAt: z.iso.datetime('Enter a date and a time.'),
  }),
  reply: changedPrices,
})

export const endSale = defineEndpoint('endSale', {
  summary: 'End the sale of a product now, or drop the planned one',
  params: ofProduct,
  reply: changedPrices,
})
