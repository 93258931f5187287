import { z } from 'zod'
import { maxLengths } from '../kernel/business.ts'
import { emailShape } from '../kernel/email.ts'
import { defineCalls } from '../kernel/endpoint.ts'
import { chosenRows, digitsText, pinText } from '../kernel/field-schemas.ts'
import { paged, pageQuery } from '../kernel/paging.ts'
import { normalizePhone } from '../kernel/typed-numbers.ts'

/** `purchases`: advertising companies are told about an order, which is asked with the order. */
export const consentPurposes = ['marketing', 'messages', 'purchases'] as const
export type ConsentPurpose = (typeof consentPurposes)[number]

export const dataRequestKinds = ['access', 'correction', 'erasure', 'grievance'] as const
export type DataRequestKind = (typeof dataRequestKinds)[number]

const consent = z.object({
  purpose: z.enum(consentPurposes),
  given: z.boolean(),
  isAsked: z.boolean().optional().describe('the shop asks for it at the moment; missing in an answer of an older version'),
  decidedAt: z.iso.datetime().nullable().describe('null: never asked for, which is the same as not given'),
})
export type Consent = z.infer<typeof consent>

const consents = z.object({ consents: z.array(consent) })

/** Records by what they are, such as orders. */
const exportedData = z.object({ exportedAt: z.iso.datetime(), data: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))) })

const dataRequest = z.object({
  _id: z.string(),
  kind: z.enum(dataRequestKinds),
  name: z.string().describe('of the account or as entered; empty when the account is deleted'),
  email: z.string(),
  phone: z.string(),
  orderNumber: z.string(),
  details: z.string(),
  isByHand: z.boolean().describe('an administrator has entered it, or it came by the contact form'),
  ticket: z.string().optional().describe('the number of its ticket, such as T-1000; missing in an answer of an older version'),
  requestedAt: z.iso.datetime(),
  dueAt: z.iso.datetime(),
  closedAt: z.iso.datetime().nullable(),
  closedBy: z.string().nullable().describe('the name of an administrator; null when the shop closed it by itself'),
  note: z.string().nullable().describe('how it was answered'),
})
export type DataRequest = z.infer<typeof dataRequest>

const optionalText = (label: string, most: number) => z.string().trim().max(most, `${label} is too long.`).default('')
const contact = {
  email: z.union([z.literal(''), z.string().trim().max(254).pipe(emailShape)]).default(''),
  phone: digitsText('Phone', /^(\d{10})?$/, 'Phone must have 10 digits.', normalizePhone).default(''),
}
const needsContact = [
  ({ email, phone }: { email: string; phone: string }) => email !== '' || phone !== '',
  'Enter an email or a phone number.',
] as const

export const privacyCalls = defineCalls({
  getConsents: {
    route: 'GET /users/account/consents',
    who: 'user',
    summary: 'What the signed-in shopper has agreed to',
    reply: { 200: consents },
  },

  setConsent: {
    route: 'POST /users/account/consents',
    who: 'user',
    changes: 'nothing',
    summary: 'Give or withdraw a consent',
    body: z
      .object({ purpose: z.enum(consentPurposes), given: z.boolean() })
      .refine(({ purpose, given }) => purpose !== 'purchases' || !given, {
        error: 'This is asked with an order. Here it can only be withdrawn.',
        path: ['given'],
      }),
    reply: { 200: consents.extend({ message: z.string() }) },
  },

  downloadPersonalData: {
    route: 'POST /users/account/data',
    who: 'user',
    changes: 'nothing',
    summary: 'All that the shop stores about the signed-in shopper, as a file',
    body: z.object({ currentPin: pinText }),
    reply: { 200: exportedData },
  },

  deleteAccount: {
    route: 'POST /users/account/delete',
    who: 'user',
    changes: 'nothing',
    summary: 'Delete the account in 7 days and sign it out everywhere; signing in before cancels the deletion',
    body: z.object({ currentPin: pinText }),
    reply: { 200: z.object({ message: z.string(), deletionDueAt: z.iso.datetime() }) },
  },

  getDataRequests: {
    route: 'GET /users/data-requests',
    right: 'customers',
    summary: 'Requests of shoppers and guests about their data: open ones first, by due date',
    query: pageQuery.extend({
      limit: chosenRows,
      q: z.string().max(maxLengths.adminSearch).optional().describe('a part of the name, email, phone or order number'),
      state: z.enum(['open', 'done']).optional(),
    }),
    reply: { 200: z.object({ requests: z.array(dataRequest), ...paged }) },
  },

  addDataRequest: {
    route: 'POST /users/data-requests',
    right: 'customers',
    changes: 'nothing',
    summary: 'Enter a request that reached the shop by email, by phone or on paper',
    body: z
      .object({
        ...contact,
        kind: z.enum(dataRequestKinds, 'Choose what is asked for.'),
        name: optionalText('Name', 120),
        orderNumber: optionalText('Order number', maxLengths.orderNumber),
        details: optionalText('Details', maxLengths.requestDetails),
      })
      .refine(needsContact[0], { error: needsContact[1], path: ['email'] }),
    reply: { 201: z.object({ message: z.string() }) },
  },

  closeDataRequest: {
    route: 'POST /users/data-requests/:id/close',
    right: 'customers',
    changes: 'nothing',
    summary: 'Mark a request as done',
    params: z.object({ id: z.uuid('No such request.') }),
    body: z.object({
      note: z
        .string()
        .trim()
        .min(1, 'Note is required.')
        .max(maxLengths.resolutionNote, 'Note is too long.')
        .describe('how it was answered'),
    }),
    reply: { 200: z.object({ message: z.string() }) },
  },

  exportGuestData: {
    route: 'POST /users/guest-data',
    right: 'exports',
    changes: 'nothing',
    summary:
      'All orders, online payments and messages without an account of an email address or phone number, what was imported about it, and what the address waits for in stock, as a file',
    body: z.object(contact).refine(needsContact[0], { error: needsContact[1], path: ['email'] }),
    reply: { 200: exportedData },
  },
})
