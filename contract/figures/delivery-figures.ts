import { z } from 'zod'
import { defineCalls, rupees } from '../kernel/endpoint.ts'
import { paise, toPaise, toRupees } from '../kernel/money.ts'
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

const freightRates = z.object({
  freight: rupees.describe('of a parcel to a customer'),
  returnFreight: rupees.describe('of a parcel that comes back'),
})

export type DeliveryRates = z.infer<typeof freightRates>

/**
 * What parcels that were not taken cost both ways, in rupees, at what a parcel costs on average: nobody tells what a single parcel
 * costs. Null while no freight is entered.
 */
export function estimateFreight({ figures, rates }: { figures: DeliveryFigures; rates: DeliveryRates }): number | null {
  const parcel = toPaise(rates.freight) + toPaise(rates.returnFreight)
  return parcel === 0 ? null : toRupees(paise(parcel * (figures.refused + figures.undelivered)))
}

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
        rates: freightRates.describe('what parcels cost on average, as entered under Profit; 0: not entered'),
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
