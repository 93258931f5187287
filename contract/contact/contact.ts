import { z } from 'zod'
import { emailShape } from '../kernel/email.ts'
import { defineCalls, idempotencyHeaders } from '../kernel/endpoint.ts'
import { contactErrors } from './contact-errors.ts'
import { requestedOfData, ticketKinds } from './ticket-kinds.ts'

/** Replaces line breaks, control and invisible characters by spaces: the text goes into a mail header. */
const toSingleLine = (text: string) => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()

/** Unifies line breaks and removes other control characters. */
const normalizeText = (text: string) =>
  text
    .replace(/\r\n?|[\p{Zl}\p{Zp}]/gu, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim()

/** What a person writes, of several lines. */
export const messageText = z
  .string({ error: contactErrors.contact_message_missing.text })
  .max(20_000, contactErrors.contact_message_too_long.text)
  .overwrite(normalizeText)
  .min(1, contactErrors.contact_message_missing.text)
  .max(5_000, contactErrors.contact_message_too_long.text)

export const contactMessage = z
  .object({
    name: z
      .string({ error: 'Name is required.' })
      .max(200, 'Name is too long.')
      .overwrite(toSingleLine)
      .min(1, 'Name is required.')
      .max(80, 'Name is too long.'),
    replyTo: z
      .string({ error: 'Email is required.' })
      .trim()
      .min(1, 'Email is required.')
      .max(254, 'Email is too long.')
      .pipe(emailShape)
      .describe('where the reply is sent'),
    orderNumber: z.string().max(200).overwrite(toSingleLine).max(40, 'Order number is too long.').optional(),
    message: messageText,
    leaveEmpty: z.string().max(1_000).optional().describe('hidden from people, so only bots fill it; their messages are not sent'),
    kind: z.enum(ticketKinds, 'Choose what it is about.').optional().describe('a question if it is missing'),
    dataRequest: z.enum(requestedOfData, 'Choose what is asked for.').optional().describe('what is asked for; with the kind `data`'),
  })
  .refine(({ kind, dataRequest }) => kind !== 'data' || dataRequest !== undefined, {
    error: 'Choose what is asked for.',
    path: ['dataRequest'],
  })
export type ContactMessage = z.input<typeof contactMessage>

export const contactCalls = defineCalls({
  sendContactMessage: {
    route: 'POST /contact',
    who: 'anyone',
    changes: 'nothing',
    summary: 'Send a message to the shop, which replies by email',
    headers: idempotencyHeaders,
    body: contactMessage,
    reply: {
      202: z.object({
        message: z.string(),
        ticket: z.string().optional().describe('the number of the message, such as T-1000; missing in an answer of an older version'),
      }),
    },
  },
})
