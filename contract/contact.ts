import { z } from 'zod'
import { defineEndpoint, idempotencyHeaders } from './endpoint.ts'
import { errorText } from './errors.ts'

/** Text for one line of a mail: what could end the line or hide in it becomes a space. */
const toSingleLine = (text: string) => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()

/** Text of several lines: line ends of every system are one, other control characters are nothing. */
const normalizeText = (text: string) =>
  text
    .replace(/\r\n?|[\p{Zl}\p{Zp}]/gu, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim()

export const contactMessage = z.object({
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
    .pipe(z.email('Email must look like name@example.com.'))
    .describe('where the answer goes'),
  orderNumber: z.string().max(200).overwrite(toSingleLine).max(40, 'Order number is too long.').optional(),
  message: z
    .string({ error: errorText('contact_message_missing') })
    .max(20_000, errorText('contact_message_too_long'))
    .overwrite(normalizeText)
    .min(1, errorText('contact_message_missing'))
    .max(5_000, errorText('contact_message_too_long')),
  leaveEmpty: z.string().max(1_000).optional().describe('nobody sees this field, so only a program fills it; then nothing is sent'),
})
export type ContactMessage = z.input<typeof contactMessage>

export const sendContactMessage = defineEndpoint('sendContactMessage', {
  summary: 'Write to the shop; it answers by mail',
  headers: idempotencyHeaders,
  body: contactMessage,
  reply: { 202: z.object({ message: z.string() }) },
})
