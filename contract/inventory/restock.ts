import { z } from 'zod'
import { sizeName } from '../catalog/product-sizes.ts'
import { maxLengths } from '../kernel/business.ts'
import { emailShape } from '../kernel/email.ts'
import { defineCalls } from '../kernel/endpoint.ts'
import { byId, requiredText } from '../kernel/field-schemas.ts'

const linkToken = z.object({ token: z.string().max(maxLengths.trackingToken).describe('of the link in the email') })
const withMessage = { 200: z.object({ message: z.string() }) }

export const restockCalls = defineCalls({
  requestRestockMail: {
    route: 'POST /products/:id/restock',
    who: 'anyone',
    changes: 'nothing',
    summary: 'Ask for an email when a product, or one of its sizes, is in stock again; the same reply for every address',
    params: byId,
    body: z.object({
      email: requiredText('Email', maxLengths.email).pipe(emailShape),
      size: sizeName.optional().describe('required for a product with stock by size'),
    }),
    reply: withMessage,
  },

  findRestockRequest: {
    route: 'POST /products/restock/find',
    who: 'anyone',
    changes: 'nothing',
    summary: 'What the holder of a link waits for',
    body: linkToken,
    reply: {
      200: z.object({
        product: z.object({ _id: z.string(), name: z.string() }),
        size: z.string().nullable(),
        email: z.string(),
        state: z.enum(['unconfirmed', 'waiting', 'notified']),
      }),
    },
  },

  confirmRestockRequest: {
    route: 'POST /products/restock',
    who: 'anyone',
    changes: 'nothing',
    summary: 'Confirm the address of a request by the link in its email',
    body: linkToken,
    reply: withMessage,
  },

  stopRestockMails: {
    route: 'POST /products/restock/stop',
    who: 'anyone',
    changes: 'nothing',
    summary: 'Delete all requests of the address of a link',
    body: linkToken,
    reply: withMessage,
  },
})
