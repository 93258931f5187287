import { z } from 'zod'
import { maxLengths } from '../kernel/business.ts'
import { defineCalls, rupees } from '../kernel/endpoint.ts'
import { schemaRegistry } from '../kernel/schema-registry.ts'

const suggestion = z
  .object({
    kind: z.enum(['category', 'product']),
    key: z.string().describe('key of the category, or id of the product'),
    text: z.string().describe('its name'),
    address: z.string().describe('path of its page in the public shop'),
    image: z.string().optional().describe('of a product'),
    backdrop: z.string().optional().describe('of a product: #rrggbb, shown until the image is loaded'),
    price: rupees.optional().describe('of a product: what is paid'),
  })
  .register(schemaRegistry, { id: 'Suggestion' })
export type Suggestion = z.infer<typeof suggestion>

export const suggestionsCalls = defineCalls({
  getSuggestions: {
    route: 'GET /products/suggestions',
    who: 'anyone',
    summary: 'Categories and products that contain the words of a search, the last of which may be incomplete',
    query: z.object({ q: z.string().max(maxLengths.search) }),
    reply: {
      200: z.object({
        suggestions: z.array(z.string()).describe('the names of `items`, without repetitions'),
        items: z.array(suggestion).describe('at most 8'),
      }),
    },
  },
})
