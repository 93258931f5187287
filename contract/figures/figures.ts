import { z } from 'zod'
import { maxLengths } from '../kernel/business.ts'
import { calendarMonth } from '../kernel/calendar-month.ts'
import { defineCalls, rupees } from '../kernel/endpoint.ts'
import { paged, pageQuery } from '../kernel/paging.ts'
import { count, period } from './period.ts'

/** Periods that end today, in days. */
export const figureDays = ['7', '30', '90'] as const
export type FigureDays = (typeof figureDays)[number]

/** What a row of the sales is: a product, one size of it, or the colours of one style together. */
export const salesGroups = ['product', 'size', 'style'] as const
export type SalesGroup = (typeof salesGroups)[number]

/** Days after which a product in stock counts as not sold. */
export const unsoldDays = 60

export const figuresPerPage = 50

/** `days`, or a calendar month; a month that is not over ends today. */
export const periodQuery = z.object({
  days: z.enum(figureDays).default('30'),
  month: calendarMonth.optional().describe('such as 2026-03, in place of the last days'),
})
export type PeriodQuery = z.infer<typeof periodQuery>

const figures = z.object({
  units: count.describe('items sold: of orders that are not cancelled, refused or undelivered'),
  sales: rupees.describe('what they cost after discounts, without fees of the order'),
  cancelled: count.describe('items of cancelled orders'),
  refused: count.describe('items of orders that were refused on delivery'),
  undelivered: count.describe('items of orders that could not be delivered'),
  returned: count.describe('of the items sold, those that came back and were accepted'),
})
export type SalesFigures = z.infer<typeof figures>

const sizeSales = z.object({ size: z.string(), units: count.describe('items sold') })
export type SizeSales = z.infer<typeof sizeSales>

const salesRow = z.object({
  _id: z.string().describe('unique in the list'),
  productId: z.string(),
  name: z.string().describe('of the product as it is now; of a style, of its best sold colour'),
  products: count.describe('colours that are one row'),
  size: z.string().nullable().describe('empty where the orders say none; null in a row for all sizes'),
  sizes: z.array(sizeSales).optional().describe('what was sold of each size, the most first; only in a list by product'),
  figures,
  before: figures,
  stock: z.int(),
  daysLeft: count.nullable().describe('for which the stock lasts at the sales of the period; null: none was sold'),
  cost: rupees.nullable().describe('of the items sold, at what one costs today; null: not known'),
})
export type SalesRow = z.infer<typeof salesRow>

const salesQuery = periodQuery.extend({
  by: z.enum(salesGroups).default('product'),
  q: z.string().max(maxLengths.adminSearch).optional().describe('part of the name of a product; the sums are those of all products'),
})

const unsoldProduct = z.object({
  _id: z.string(),
  name: z.string(),
  stock: z.int(),
  amount: rupees.describe('of the stock at the price of today'),
  lastSold: z.iso.date().nullable().describe('the day of the last order; null: never'),
})
export type UnsoldProduct = z.infer<typeof unsoldProduct>

const countedSince = z.iso.date().nullable().describe('the days before it are still being counted; null: all are counted')

export const figuresCalls = defineCalls({
  getSales: {
    route: 'GET /figures/sales',
    right: 'reports',
    summary: 'What was sold by product, and what came back, of the orders placed in a period, beside the period before; best sold first',
    query: pageQuery.extend(salesQuery.shape),
    reply: {
      200: z.object({
        period,
        before: period,
        countedSince,
        sums: z.object({ figures, before: figures, orders: count, ordersBefore: count }).describe('orders: without cancelled ones'),
        days: z.array(z.object({ day: z.iso.date(), units: count, sales: rupees })).describe('of the period, oldest first'),
        rows: z.array(salesRow),
        ...paged,
      }),
    },
  },

  exportSales: {
    route: 'GET /figures/sales/export',
    right: 'reports',
    summary: 'The same with all rows as CSV',
    query: salesQuery,
    reply: { 200: z.unknown().describe('text/csv in UTF-8 with a byte order mark') },
  },

  exportVisitsAndSales: {
    route: 'GET /figures/visits-and-sales/export',
    right: 'reports',
    summary: 'Visits, orders, sales and what couriers still collect of each of the last days as CSV, oldest first',
    query: periodQuery.pick({ days: true }),
    reply: { 200: z.unknown().describe('text/csv in UTF-8 with a byte order mark') },
  },

  getUnsoldProducts: {
    route: 'GET /figures/unsold',
    right: 'reports',
    summary: `Products on sale and in stock that nobody has ordered for ${unsoldDays} days, the most expensive stock first`,
    query: pageQuery,
    reply: { 200: z.object({ countedSince, products: z.array(unsoldProduct), ...paged }) },
  },

  exportUnsoldProducts: {
    route: 'GET /figures/unsold/export',
    right: 'reports',
    summary: 'The same with all products as CSV',
    reply: { 200: z.unknown().describe('text/csv in UTF-8 with a byte order mark') },
  },
})
