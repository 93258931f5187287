import { z } from 'zod'
import { maxLengths, maxSizes } from '../kernel/business.ts'
import { cutText } from '../kernel/cut-text.ts'

// The requests of the catalogue as the Universal Commerce Protocol has them. Members that the shop does not use are accepted and ignored.

/** Products of a page of search results, by default and at most. */
export const ucpPageSizes = { usual: 10, most: 50 } as const

/** Ids in one lookup. */
export const maxLookupIds = 50

const maxIdLength = 200
const maxCategories = 20

/** Paise; more than any product costs is accepted and finds nothing, or excludes nothing. */
const amount = z.int().min(0)

/** Texts that narrow a list; longer ones than the shop stores find nothing. */
const label = z.string().max(1_000)

const filters = z.object({
  categories: z.array(label).max(maxCategories).optional().describe('values of categories, of which one must match'),
  price: z.object({ min: amount.optional(), max: amount.optional() }).optional().describe('in `context.currency`'),
  available: z.boolean().optional().describe('true: only products in stock'),
  sizes: z.array(label).max(maxSizes).optional().describe('only products in stock in one of these sizes'),
  colour: label.optional(),
  fabric: label.optional(),
})
export type UcpFilters = z.output<typeof filters>

const context = z.object({ currency: z.string().max(20).optional().describe('of the price filter; rupees by default') })

export const searchRequest = z.object({
  query: z
    .string()
    .max(10_000)
    .transform((text) => cutText(text.trim(), maxLengths.search))
    .optional(),
  context: context.optional(),
  filters: filters.optional(),
  pagination: z
    .object({
      cursor: z.string().max(200).optional(),
      limit: z
        .int()
        .min(1)
        .transform((limit) => Math.min(limit, ucpPageSizes.most))
        .default(ucpPageSizes.usual),
    })
    .default({ limit: ucpPageSizes.usual }),
})
export type SearchRequest = z.output<typeof searchRequest>

const id = z.string().max(maxIdLength)

export const lookupRequest = z.object({ ids: z.array(id).min(1), context: context.optional(), filters: filters.optional() })
export type LookupRequest = z.output<typeof lookupRequest>

const selectedOption = z.object({ name: label, id: label.optional(), label })
export type SelectedOption = z.output<typeof selectedOption>

export const productRequest = z.object({
  id,
  selected: z.array(selectedOption).max(10).optional(),
  preferences: z.array(label).max(10).optional(),
  context: context.optional(),
  filters: filters.optional(),
})
export type ProductRequest = z.output<typeof productRequest>
