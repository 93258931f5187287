import { z } from 'zod'
import { defineCalls } from '../kernel/endpoint.ts'
import { periodQuery } from './figures.ts'
import { count, period } from './period.ts'

/** What a row of the deliveries is; `pin`: the first three digits of PIN codes. */
export const deliveryGroups = ['pin', 'state', 'payment', 'courier'] as const
export type DeliveryGroup = (typeof deliveryGroups)[number]

const figures = z.object({
  sent: count.describe('parcels that have left the shop'),
  delivered: count,
  refused: count.describe('refused on delivery'),
  undelivered: count.describe('could not be delivered'),
})
export type DeliveryFigures = z.infer<typeof figures>

const deliveryRow = z.object({
  name: z.string().describe('empty where the orders say none'),
  figures,
  before: figures,
  onDelivery: figures.optional().describe('of the figures, the parcels of orders that are paid on delivery; only by PIN code'),
})
export type DeliveryRow = z.infer<typeof deliveryRow>

const deliveryQuery = periodQuery.extend({ by: z.enum(deliveryGroups).default('pin') })

export const deliveryFiguresCalls = defineCalls({
  getDeliveryFigures: {
    route: 'GET /figures/deliveries',
    right: 'reports',
    summary: 'What became of the parcels of the orders placed in a period, beside the period before; the most that were not taken first',
    query: deliveryQuery,
    reply: {
      200: z.object({
        period,
        before: period,
        countedSince: z.iso.date().nullable().describe('the days before it are still being counted; null: all are counted'),
        sums: z.object({ figures, before: figures }),
        days: z
          .array(z.object({ day: z.iso.date(), sent: count, failed: count.describe('refused and undelivered') }))
          .describe('oldest first'),
        rows: z.array(deliveryRow),
      }),
    },
  },

  exportDeliveryFigures: {
    route: 'GET /figures/deliveries/export',
    right: 'reports',
    summary: 'The same rows as CSV',
    query: deliveryQuery,
    reply: { 200: z.unknown().describe('text/csv in UTF-8 with a byte order mark') },
  },
})
