import { z } from 'zod'
import { maxLengths } from '../kernel/business.ts'
import { defineCalls, idempotencyHeaders } from '../kernel/endpoint.ts'
import { chosenRows, rowVersion } from '../kernel/field-schemas.ts'
import { paged, pageQuery } from '../kernel/paging.ts'
import { messageText } from './contact.ts'
import { ticketKinds, ticketStates } from './ticket-kinds.ts'

const reply = z.object({ by: z.enum(['shopper', 'shop']), text: z.string(), at: z.iso.datetime() })

/** What a shopper sees of a ticket. */
const ticket = z.object({
  number: z.string().describe('such as T-1000'),
  kind: z.enum(ticketKinds),
  state: z.enum(ticketStates),
  orderNumber: z.string().describe('as it was typed; may be empty'),
  message: z.string(),
  createdAt: z.iso.datetime(),
  acknowledgeBy: z.iso.datetime(),
  dueAt: z.iso.datetime(),
  acknowledgedAt: z.iso.datetime().nullable(),
  settledAt: z.iso.datetime().nullable(),
})
const ticketThread = ticket.extend({
  replies: z.array(reply).describe('oldest first'),
  canReply: z.boolean().describe('false for a request about data that is settled'),
  isStateOnly: z.boolean().optional().describe('found by number and email address: without its texts, which the link in a mail opens'),
})
export type TicketThread = z.infer<typeof ticketThread>

const listedTicket = ticket.extend({ answeredAt: z.iso.datetime().nullable().describe('when the shop last wrote') })
export type ListedTicket = z.infer<typeof listedTicket>

const ticketAccess = z.object({
  number: z.string().trim().max(maxLengths.ticketNumber).optional(),
  email: z.string().trim().max(maxLengths.email).optional().describe('not needed for a ticket of the signed-in shopper'),
  token: z.string().max(maxLengths.ticketToken).optional().describe('of the link in a mail; replaces number and email'),
})
export type TicketAccess = z.infer<typeof ticketAccess>

const adminTicket = z.object({
  _id: z.string(),
  number: z.string(),
  kind: z.enum(ticketKinds),
  state: z.enum(ticketStates),
  name: z.string().describe('as entered, or that of the account; may be empty'),
  email: z.string(),
  phone: z.string(),
  orderNumber: z.string(),
  message: z.string().describe('in a list, its beginning'),
  createdAt: z.iso.datetime(),
  nextDueAt: z.iso.datetime().nullable().describe('when it must be acknowledged or else settled; null when it is settled'),
  settledAt: z.iso.datetime().nullable(),
  isReplyWaiting: z.boolean().describe('the shopper has written last; false when it is settled'),
})
export type AdminTicket = z.infer<typeof adminTicket>

const adminTicketDetail = adminTicket.extend({
  acknowledgeBy: z.iso.datetime(),
  dueAt: z.iso.datetime(),
  acknowledgedAt: z.iso.datetime().nullable(),
  acknowledgedBy: z.string().nullable().describe('the name of an administrator'),
  settledBy: z.string().nullable(),
  isAccount: z.boolean().describe('a signed-in shopper has written it'),
  order: z
    .object({ _id: z.string(), isOfWriter: z.boolean().describe('the order has this email address or account') })
    .nullable()
    .describe('the order with the number that was typed'),
  replies: z.array(reply.extend({ author: z.string().nullable().describe('the name of an administrator') })),
  version: rowVersion,
})
export type AdminTicketDetail = z.infer<typeof adminTicketDetail>

const params = z.object({ id: z.uuid('No such ticket.') })
const version = z.object({ version: rowVersion })
const changed = { 200: z.object({ message: z.string(), ticket: adminTicketDetail }) }

export const ticketsCalls = defineCalls({
  findTicket: {
    route: 'POST /tickets/find',
    who: 'anyone',
    changes: 'nothing',
    summary: 'A message to the shop with its replies, by the link in a mail or the account; by its number and email address only its state',
    body: ticketAccess,
    reply: { 200: ticketThread },
  },

  replyToTicket: {
    route: 'POST /tickets/reply',
    who: 'anyone',
    changes: 'nothing',
    summary: 'Write to the shop about a ticket, by the link in a mail or the account; a settled one is opened again',
    headers: idempotencyHeaders,
    body: ticketAccess.extend({ text: messageText }),
    reply: { 200: z.object({ message: z.string(), ticket: ticketThread }) },
  },

  getOwnTickets: {
    route: 'GET /users/account/tickets',
    who: 'user',
    summary: 'The messages of the signed-in shopper, newest first',
    reply: { 200: z.object({ tickets: z.array(listedTicket) }) },
  },

  getTickets: {
    route: 'GET /tickets',
    right: 'customers',
    summary: 'Messages to the shop and requests about data: those to be answered first, by due date',
    query: pageQuery.extend({
      limit: chosenRows,
      q: z.string().max(maxLengths.adminSearch).optional().describe('a part of the number, name, email, phone or order number'),
      kind: z.enum(ticketKinds).optional(),
      state: z.enum([...ticketStates, 'overdue']).optional(),
    }),
    reply: { 200: z.object({ tickets: z.array(adminTicket), ...paged }) },
  },

  getTicket: {
    route: 'GET /tickets/:id',
    right: 'customers',
    summary: 'A ticket with its replies',
    params,
    reply: { 200: adminTicketDetail },
  },

  acknowledgeTicket: {
    route: 'POST /tickets/:id/acknowledge',
    right: 'customers',
    changes: 'nothing',
    summary: 'Tell the shopper by email that the message was read',
    params,
    body: version,
    reply: changed,
  },

  answerTicket: {
    route: 'POST /tickets/:id/replies',
    right: 'customers',
    changes: 'nothing',
    summary: 'Answer a ticket by email',
    params,
    body: version.extend({ text: messageText }),
    reply: changed,
  },

  revokeTicketLinks: {
    route: 'POST /tickets/:id/links/revoke',
    right: 'customers',
    changes: 'nothing',
    summary: 'End the links of all mails about a ticket that were sent before',
    params,
    body: version,
    reply: changed,
  },

  settleTicket: {
    route: 'POST /tickets/:id/settle',
    right: 'customers',
    changes: 'nothing',
    summary: 'End a ticket; one about data is ended by its request',
    params,
    body: version,
    reply: changed,
  },
})
