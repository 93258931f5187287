import { z } from 'zod'
import { maxLengths } from '../business.ts'
import { defineEndpoint } from '../endpoint.ts'
import { requiredText } from '../field-schemas.ts'
import { sizeName } from './product-sizes.ts'

const linkToken = z.object({ token: z.string().max(maxLengths.trackingToken).describe('of the link in the mail') })
const withMessage = { 200: z.object({ message: z.string() }) }

export const requestRestockMail = defineEndpoint('requestRestockMail', {
  summary: 'Ask for a mail when a product, or one of its sizes, is in stock again; the same reply for every address',
  params: z.object({ id: z.string().max(64) }),
  body: z.object({
    email: requiredText('Email', maxLengths.email).pipe(z.email('Email must look like name@example.com.')),
    size: sizeName.optional().describe('required for a product with stock by size'),
  }),
  reply: withMessage,
})

export const findRestockRequest = defineEndpoint('findRestockRequest', {
  summary: 'What the bearer of a link waits for',
  body: linkToken,
  reply: {
    200: z.object({
      product: z.object({ _id: z.string(), name: z.string() }),
      size: z.string().nullable(),
      email: z.string(),
      state: z.enum(['unconfirmed', 'waiting', 'notified']),
    }),
  },
})

export const confirmRestockRequest = defineEndpoint('confirmRestockRequest', {
  summary: 'Confirm the address of a request by the link in its mail',
  body: linkToken,
  reply: withMessage,
})

export const stopRestockMails = defineEndpoint('stopRestockMails', {
  summary: 'Delete all requests of the address of a link',
  body: linkToken,
  reply: withMessage,
})
