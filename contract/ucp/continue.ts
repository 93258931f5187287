import { z } from 'zod'
import { maxLengths } from '../kernel/business.ts'
import { defineCalls, rupees } from '../kernel/endpoint.ts'

const body = z.object({ token: z.string().max(maxLengths.trackingToken).describe('of the continue link') })

const continued = z.object({
  kind: z.enum(['cart', 'checkout']),
  agent: z.string().describe('the host that the assistant names'),
  items: z.array(
    z.object({
      product: z.string(),
      size: z.string().nullable(),
      quantity: z.int(),
      price: rupees.nullable().describe('of one unit, as the assistant was told; null for a product that the shop did not have'),
    }),
  ),
  code: z.string().nullable().describe('of an offer'),
  address: z
    .object({
      firstName: z.string(),
      lastName: z.string(),
      address: z.string(),
      city: z.string(),
      state: z.string(),
      pinCode: z.string(),
      phone: z.string(),
      email: z.string(),
    })
    .describe('what the assistant knows; anything may be empty or wrong'),
})

export const continueCalls = defineCalls({
  readContinuedSession: {
    route: 'POST /cart/session',
    who: 'anyone',
    changes: 'nothing',
    summary: 'What an assistant has put into a cart, by its continue link',
    body,
    reply: { 200: continued },
  },

  openContinuedSession: {
    route: 'POST /cart/session/open',
    who: 'anyone',
    changes: 'nothing',
    summary:
      'Take over what an assistant has put into a cart: the next order of this browser or account with one of its items belongs to it',
    body,
    reply: { 200: z.object({ message: z.string() }) },
  },
})
