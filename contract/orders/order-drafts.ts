import { z } from 'zod'
import { maxLengths, quantities } from '../kernel/business.ts'
import { defineCalls } from '../kernel/endpoint.ts'
import { byId, chosenRows, rowVersion } from '../kernel/field-schemas.ts'
import { paged, pageQuery } from '../kernel/paging.ts'

/** The most drafts of a shop, and the characters of all that is typed in one. */
export const orderDraftLimits = { drafts: 100, perPage: 20, text: 500, fields: 20, fieldName: 40 } as const

const typed = z.string().max(orderDraftLimits.text)
const typedFields = z
  .record(z.string().max(orderDraftLimits.fieldName), z.union([typed, z.boolean()]))
  .refine((fields) => Object.keys(fields).length <= orderDraftLimits.fields, 'These are too many fields.')
  .meta({ maxProperties: orderDraftLimits.fields })

/** What is typed of an order that is not placed yet: nothing of it is checked. */
const draftContents = z.object({
  products: z
    .array(z.object({ product: z.string().max(64), size: z.string().max(maxLengths.size), quantity: z.int().min(1).max(quantities.max) }))
    .max(quantities.maxLines),
  address: typedFields,
  discount: typedFields,
  sale: typedFields,
  buyer: typedFields,
  note: typedFields,
  account: z.string().max(64).optional().describe('the id of the shopper whose order it is'),
})
export type DraftContents = z.infer<typeof draftContents>

const draft = z.object({
  _id: z.string(),
  version: rowVersion,
  name: z.string(),
  phone: z.string(),
  items: z.int(),
  savedAt: z.iso.datetime(),
  savedBy: z.string().nullable().describe('null for a deleted account'),
})
export type OrderDraft = z.infer<typeof draft>

const draftReply = { 200: z.object({ message: z.string(), draft }) }

export const orderDraftsCalls = defineCalls({
  getOrderDrafts: {
    route: 'GET /order/drafts',
    right: 'orders',
    summary: 'Orders that administrators have begun to enter, which hold no stock; the last saved first',
    query: pageQuery.extend({ limit: chosenRows }),
    reply: { 200: z.object({ drafts: z.array(draft), ...paged }) },
  },

  getOrderDraft: {
    route: 'GET /order/drafts/:id',
    right: 'orders',
    summary: 'What is typed of an order that is not placed yet',
    params: byId,
    reply: {
      200: draft.extend({
        contents: draftContents,
        account: z
          .object({ _id: z.string(), name: z.string(), role: z.literal('user') })
          .optional()
          .describe('the shopper whose order it is'),
      }),
    },
  },

  saveOrderDraft: {
    route: 'POST /order/drafts',
    right: 'orders',
    changes: 'nothing',
    summary: 'Save what is typed of an order that is not placed yet',
    body: z.object({
      replaces: z
        .object({ _id: z.string().max(64), version: rowVersion })
        .optional()
        .describe('the draft that is saved again; without it a new one'),
      contents: draftContents,
    }),
    reply: draftReply,
  },

  deleteOrderDraft: {
    route: 'DELETE /order/drafts/:id',
    right: 'orders',
    changes: 'nothing',
    summary: 'Delete an order that is not placed yet',
    params: byId,
    reply: { 200: z.object({ message: z.string() }) },
  },
})
