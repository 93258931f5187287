import { z } from 'zod'
import { defineCalls } from '../kernel/endpoint.ts'
import { requiredText, rowVersion } from '../kernel/field-schemas.ts'
import { schemaRegistry } from '../kernel/schema-registry.ts'
import { categoryLimits } from './categories.ts'
import { measureNames } from './measures.ts'

export const sizeGuideLimits = { noteLength: 500, measures: 7, rows: 30 } as const

/** `92`, `92.5` or `92–97`; a hyphen becomes a dash. */
const centimetres = z
  .string()
  .trim()
  .max(20, { error: 'Enter centimetres such as 92 or 92-97.', abort: true })
  .overwrite((text) =>
    text
      .split(/[-–—]/)
      .map((bound) => bound.trim())
      .join('–'),
  )
  .regex(/^(\d{1,3}(\.\d)?(–\d{1,3}(\.\d)?)?)?$/, 'Enter centimetres such as 92 or 92-97.')

export const sizeGuide = z
  .object({
    note: z.string().trim().max(sizeGuideLimits.noteLength, 'The note is too long.').describe('how the clothes fit'),
    measures: z
      .array(z.enum(measureNames))
      .min(1, 'Choose at least one measurement.')
      .max(sizeGuideLimits.measures, `A size guide can have ${sizeGuideLimits.measures} measurements.`)
      .refine((names) => new Set(names).size === names.length, 'A measurement is chosen twice.'),
    rows: z
      .array(
        z.object({
          size: requiredText('Size', categoryLimits.sizeLength),
          values: z.array(centimetres).max(sizeGuideLimits.measures).describe('of each measurement'),
        }),
      )
      .min(1, 'Add at least one size.')
      .max(sizeGuideLimits.rows, `A size guide can have ${sizeGuideLimits.rows} sizes.`)
      .refine((rows) => new Set(rows.map(({ size }) => size.toUpperCase())).size === rows.length, 'A size is entered twice.'),
  })
  .refine(({ measures, rows }) => rows.every(({ values }) => values.length === measures.length), {
    path: ['rows'],
    error: 'Each size needs a value for each measurement.',
  })
  .register(schemaRegistry, { id: 'SizeGuide' })
export type SizeGuide = z.infer<typeof sizeGuide>

/** The size guide for categories without a guide of their own. */
export const defaultSizeGuide: SizeGuide = {
  note: 'If you are between two sizes, choose the larger one for a relaxed fit.',
  measures: ['chest', 'waist', 'backLength'],
  rows: [
    { size: 'M', values: ['92–97', '76–81', '69'] },
    { size: 'L', values: ['98–103', '82–87', '71'] },
    { size: 'XL', values: ['104–110', '88–94', '73'] },
    { size: 'XXL', values: ['111–117', '95–101', '75'] },
  ],
}

const byKey = z.object({ key: z.string().max(categoryLimits.keyLength) })

export const sizeGuideCalls = defineCalls({
  getSizeGuide: {
    route: 'GET /categories/size-guide',
    who: 'anyone',
    summary: 'The size guide of a category; the default one without a category, and of those that have none',
    query: z.object({ category: z.string().max(categoryLimits.keyLength).optional() }),
    reply: {
      200: z.object({
        sizeGuide,
        category: z.string().nullable().describe('key of the category; null when there is none of this key'),
        isDefault: z.boolean().describe('the category has no guide of its own'),
      }),
    },
  },

  getAdminSizeGuide: {
    route: 'GET /categories/:key/size-guide',
    right: 'products',
    summary: 'The size guide of a category with its version, for administrators',
    params: byKey,
    reply: { 200: z.object({ sizeGuide, isDefault: z.boolean(), version: z.int().describe('of the category') }) },
  },

  setSizeGuide: {
    route: 'PATCH /categories/:key/size-guide',
    right: 'products',
    changes: 'products',
    summary: 'Change the size guide of a category; null: back to the default one',
    params: byKey,
    body: z.object({ sizeGuide: sizeGuide.nullable(), version: rowVersion }),
    reply: { 200: z.object({ message: z.string(), sizeGuide, isDefault: z.boolean(), version: z.int() }) },
  },
})
