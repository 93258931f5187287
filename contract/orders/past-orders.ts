import { z } from 'zod'
import { maxLengths } from '../kernel/business.ts'
import { defineCalls, rupees } from '../kernel/endpoint.ts'
import { byId } from '../kernel/field-schemas.ts'
import { schemaRegistry } from '../kernel/schema-registry.ts'
import { lineCounts, lineOutcome, tableResult, uploadedTable } from '../kernel/table-file.ts'
import { pastOrderLimits } from './past-order-limits.ts'

const pastItem = z.object({
  name: z.string(),
  sku: z.string().optional(),
  size: z.string().optional(),
  quantity: z.int().nullable().describe('null: the file has none'),
  price: rupees.nullable().describe('of one'),
})
export type PastItem = z.infer<typeof pastItem>

export const pastOrder = z
  .object({
    _id: z.string(),
    number: z.string().describe('as the earlier shop had it'),
    placedOn: z.iso.date(),
    deliveredOn: z.iso.date().nullable(),
    lastReturnDay: z.iso.date().nullable().describe('by the return window of this shop; null: the file has no day of delivery'),
    status: z.string().describe('in the words of the earlier shop'),
    payment: z.string().describe('in the words of the earlier shop'),
    name: z.string(),
    phone: z.string(),
    email: z.string(),
    address: z.string(),
    total: rupees.nullable(),
    refunded: rupees.nullable(),
    items: z.array(pastItem),
  })
  .register(schemaRegistry, { id: 'PastOrder' })
export type PastOrder = z.infer<typeof pastOrder>

const fileLine = z.object({
  line: z.int().describe('the first one of the order in the file'),
  number: z.string(),
  text: z.string().describe('day, name and items'),
  outcome: lineOutcome.describe('an order that is there is unchanged'),
  reason: z.string().nullable().describe('why the order is refused, or what of it is left out'),
})
export type PastOrderLine = z.infer<typeof fileLine>

const fileResult = tableResult({ line: fileLine, shownLines: pastOrderLimits.shownLines }).extend({ counts: lineCounts.describe('orders') })

const pastOrderImport = z
  .object({ _id: z.string(), fileName: z.string(), orders: z.int(), importedBy: z.string().nullable(), importedAt: z.iso.datetime() })
  .register(schemaRegistry, { id: 'PastOrderImport' })
export type PastOrderImport = z.infer<typeof pastOrderImport>

export const pastOrdersCalls = defineCalls({
  getPastOrders: {
    route: 'GET /past-orders',
    right: 'orders',
    summary: 'Orders of an earlier shop that have all words of a search, newest first',
    query: z.object({ q: z.string().max(maxLengths.adminSearch).default('').describe('words of number, name, phone or email') }),
    reply: { 200: z.object({ orders: z.array(pastOrder).describe(`at most ${pastOrderLimits.found}`) }) },
  },

  checkPastOrderFile: {
    route: 'POST /past-orders/check',
    right: 'exports',
    changes: 'nothing',
    summary: 'What an import of this file of orders would do; nothing is changed (multipart/form-data)',
    form: true,
    body: uploadedTable,
    reply: { 200: fileResult },
  },

  importPastOrders: {
    route: 'POST /past-orders/import',
    right: 'exports',
    changes: 'nothing',
    summary: 'Add the orders of an earlier shop from a CSV file, for history only; refused ones are left out (multipart/form-data)',
    form: true,
    body: uploadedTable,
    reply: { 200: fileResult },
  },

  getPastOrderImports: {
    route: 'GET /past-orders/imports',
    right: 'exports',
    summary: 'The latest imports of orders of an earlier shop, newest first',
    reply: { 200: z.object({ imports: z.array(pastOrderImport) }) },
  },

  undoPastOrderImport: {
    route: 'DELETE /past-orders/imports/:id',
    right: 'exports',
    changes: 'nothing',
    summary: 'Remove the orders that an import has added',
    params: byId,
    reply: { 200: z.object({ message: z.string() }) },
  },
})
