import { z } from 'zod'
import { defineCalls } from '../kernel/endpoint.ts'
import { byId } from '../kernel/field-schemas.ts'
import { cursor } from './cursor.ts'
import { webhookLimits } from './webhook-limits.ts'

const order = z.record(z.string(), z.unknown()).describe('as in the `data` of its events')

export const programOrdersCalls = defineCalls({
  getOrderForProgram: {
    route: 'GET /orders/:id',
    right: 'orders',
    summary: 'An order with its lines, amounts, address, parcels, documents and returns, by its number or `_id`',
    params: byId,
    reply: { 200: z.object({ order }) },
  },

  getChangedOrders: {
    route: 'GET /orders',
    right: 'exports',
    summary:
      'The orders that were placed or changed after a place in the list, the oldest change first. An order that changes again comes once more, later. A session needs the PIN again',
    query: z.object({
      after: cursor.describe('`next` of the reply before'),
      changedSince: z.iso.datetime({ offset: true }).optional().describe('the first request of a program that does not want older orders'),
      limit: z.coerce.number().int().min(1).max(webhookLimits.maxOrders).default(50),
    }),
    reply: { 200: z.object({ orders: z.array(order), next: z.string(), hasMore: z.boolean() }) },
  },
})
