import { z } from 'zod'
import { defineCalls } from '../kernel/endpoint.ts'
import { byId } from '../kernel/field-schemas.ts'
import { saleReturnRule } from './shown-return-rule.ts'

const percentError = 'Enter a whole number from 1 to 90.'

/** How much a sale lowers prices, and for how long. */
export const saleTerms = z.object({
  percent: z.int(percentError).min(1, percentError).max(90, percentError),
  startsAt: z.iso.datetime('Enter a date and a time.').optional().describe('without it the sale starts now'),
  endsAt: z.iso.datetime('Enter a date and a time.'),
  returnRule: saleReturnRule,
})

const group = z.object({
  kind: z.enum(['category', 'collection']),
  key: z.string().max(64).describe('the key of the category, or the id of the collection'),
})
export type SaleGroup = z.infer<typeof group>

const groupSale = z.object({
  _id: z.string(),
  percent: z.int(),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  products: z.int().describe('whose sale runs or is planned'),
  skipped: z.int().optional().describe('after the start: products that have a sale already, or cost as little'),
})
export type GroupSale = z.infer<typeof groupSale>

export const groupSalesCalls = defineCalls({
  getGroupSales: {
    route: 'GET /products/admin/group-sales',
    right: 'prices',
    summary: 'The sales of a category or a collection that run or are planned, newest first',
    query: group,
    reply: { 200: z.object({ sales: z.array(groupSale) }) },
  },

  startGroupSale: {
    route: 'POST /products/admin/group-sales',
    right: 'prices',
    changes: 'products',
    summary: 'Lower the prices of all products of a category or a collection by a percentage for a time, to whole rupees',
    body: group.extend(saleTerms.shape),
    reply: { 200: z.object({ message: z.string(), sale: groupSale }) },
  },

  endGroupSale: {
    route: 'DELETE /products/admin/group-sales/:id',
    right: 'prices',
    changes: 'products',
    summary: 'End the sale of a category or a collection for all its products now',
    params: byId,
    reply: { 200: z.object({ message: z.string() }) },
  },
})
