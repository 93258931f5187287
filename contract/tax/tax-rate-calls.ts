import { z } from 'zod'
import { defineCalls } from '../kernel/endpoint.ts'
import { byId } from '../kernel/field-schemas.ts'
import { schemaRegistry } from '../kernel/schema-registry.ts'
import { taxLimits as limits } from './tax-limits.ts'
import { taxTexts as texts } from './tax-texts.ts'

const hasTwoDecimals = (value: number): boolean => Number(value.toFixed(2)) === value

const day = (error: string) =>
  z.iso
    .date({ error })
    .max(10, error)
    .refine((text) => text <= limits.lastDay, error)

const toDay = day(texts.toDay).nullable().describe('the last day; null: none')

/** What a rate says. */
const taxRateValues = z.object({
  hsnPrefix: z
    .string({ error: texts.hsnPrefix })
    .trim()
    .max(8, texts.hsnPrefix)
    .regex(/^[0-9]{2,8}$/, texts.hsnPrefix)
    .describe('the first digits of HSN codes: the longest prefix of a code counts'),
  upTo: z
    .number({ error: texts.upTo })
    .positive(texts.upTo)
    .max(limits.upTo, texts.upTo)
    .refine(hasTwoDecimals, texts.upTo)
    .nullable()
    .describe('of the value of a piece without tax, in rupees; null: any. The lowest limit that a value keeps counts'),
  rate: z
    .number({ error: texts.rate })
    .min(0, texts.rate)
    .max(100, texts.rate)
    .refine(hasTwoDecimals, texts.rate)
    .describe('per cent, such as 5 or 18'),
  fromDay: day(texts.fromDay).describe('the first day, Indian time'),
  toDay,
})

const newTaxRate = taxRateValues.refine(({ fromDay, toDay }) => toDay === null || fromDay <= toDay, { path: ['toDay'], error: texts.days })
export type TaxRateValues = z.output<typeof newTaxRate>

const shownTaxRate = z
  .object({
    _id: z.uuid(),
    ...taxRateValues.shape,
    state: z.enum(['now', 'planned', 'past']),
    changedAt: z.iso.datetime(),
    changedBy: z.string().nullable().describe('the name of the administrator; null: since the shop was installed, or a deleted account'),
  })
  .register(schemaRegistry, { id: 'TaxRate' })
export type ShownTaxRate = z.infer<typeof shownTaxRate>

const saved = { message: z.string(), rate: shownTaxRate }

export const taxRateCalls = defineCalls({
  getTaxRates: {
    route: 'GET /tax-rates',
    right: 'settings',
    summary: 'The rates of GST by HSN code: those of today, planned and past ones',
    reply: {
      200: z.object({
        rates: z.array(shownTaxRate),
        isTaxed: z.boolean().describe('whether sales have tax: the shop has a GSTIN, and is not registered under the composition scheme'),
      }),
    },
  },

  getGroupSaleTaxProblems: {
    route: 'GET /tax-rates/group-sales/:id',
    right: 'prices',
    summary: 'The products of a planned or running sale of a category or a collection whose price fits no rate',
    params: byId,
    reply: {
      200: z.object({
        count: z.int(),
        problems: z
          .array(z.object({ product: z.string().describe('its id'), name: z.string(), text: z.string().describe('with both sides') }))
          .describe(`at most ${limits.shownProblems}, by their names`),
      }),
    },
  },

  addTaxRate: {
    route: 'POST /tax-rates',
    right: 'settings',
    changes: 'nothing',
    summary: 'Add a rate that begins today or later',
    body: newTaxRate,
    reply: { 201: z.object(saved) },
  },

  endTaxRate: {
    route: 'POST /tax-rates/:id/end',
    right: 'settings',
    changes: 'nothing',
    summary: 'Set or take back the last day of a rate that has not ended. Past days are never changed',
    params: byId,
    body: z.object({
      lastDay: toDay,
      seenLastDay: toDay.optional().describe('the last day as it was seen: another one is answered with 409'),
    }),
    reply: { 200: z.object(saved) },
  },

  deleteTaxRate: {
    route: 'DELETE /tax-rates/:id',
    right: 'settings',
    changes: 'nothing',
    summary: 'Delete a rate that has not begun',
    params: byId,
    reply: { 200: z.object({ message: z.string() }) },
  },
})
