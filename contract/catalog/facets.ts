import { z } from 'zod'
import { priceBandNames } from '../kernel/business.ts'
import { defineCalls } from '../kernel/endpoint.ts'
import { schemaRegistry } from '../kernel/schema-registry.ts'
import { listFilters } from './products.ts'

const facets = z
  .object({
    categories: z.record(z.string(), z.int()).describe('key → products'),
    sizes: z.array(z.object({ size: z.string(), count: z.int() })).describe('in stock'),
    colours: z.array(z.object({ colour: z.string(), count: z.int() })).describe('the most frequent ones'),
    fabrics: z.array(z.object({ fabric: z.string(), count: z.int() })),
    countries: z.array(z.object({ country: z.string(), count: z.int() })).describe('of origin; empty while no imported product is on sale'),
    prices: z.record(z.enum(priceBandNames), z.int()),
  })
  .register(schemaRegistry, { id: 'Facets' })
export type Facets = z.infer<typeof facets>

export const facetsCalls = defineCalls({
  getFacets: {
    route: 'GET /products/facets',
    who: 'anyone',
    summary: 'How many products each choice of a filter has, with the other filters as they are',
    query: listFilters,
    reply: { 200: facets },
  },
})
