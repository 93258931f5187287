import { z } from 'zod'
import { maxLengths, quantities } from '../business.ts'
import { defineCalls, idempotencyHeaders, quotedRupees, rupees } from '../endpoint.ts'
import { byId } from '../field-schemas.ts'
import { returnLimits } from '../limits/return-limits.ts'
import { orderLine } from '../orders/orders.ts'
import { schemaRegistry } from '../schema-registry.ts'
import { returnPicture } from './return-pictures.ts'
import { handovers, returnReasons, returnStates } from './return-states.ts'

const line = z.int().min(1).max(10_000).describe('its number in the order')

const returnedLine = z.object({
  line,
  name: z.string(),
  image: z.string(),
  size: z.string().nullable(),
  quantity: z.int(),
  reason: z.enum(returnReasons),
  refund: rupees.nullable().describe('the share of a settled refund; null before'),
})

const amounts = {
  goods: rupees.describe('what was paid for the items, after their discounts'),
  fee: rupees.describe('deducted for the way back; 0 when the shop bears the cost'),
  refund: rupees,
}

/** A return as its shopper sees it. */
export const shopperReturn = z
  .object({
    _id: z.string(),
    number: z.string(),
    state: z.enum(returnStates),
    isFault: z.boolean().describe('the shop bears the cost'),
    handover: z.enum(handovers).nullable().describe('how the items come back; null until the return is accepted'),
    pickup: z
      .object({ courier: z.string().describe('its name'), reference: z.string(), bookedAt: z.iso.datetime() })
      .nullable()
      .describe('the pick-up as the courier has booked it; null until then'),
    lines: z.array(returnedLine),
    fee: rupees,
    refund: rupees.describe('expected until the return is settled'),
    cash: rupees.describe('the part of a settled refund that the shop transfers, because it was paid in cash'),
    payout: z
      .object({
        state: z.enum(['details needed', 'to be paid', 'paid']),
        reference: z.string().nullable().describe('of the bank, when it is paid'),
        link: z
          .string()
          .optional()
          .describe('the page where the shopper says where to transfer it; only for its account and administrators'),
      })
      .nullable()
      .describe('of this part; null when there is none'),
    declineReason: z.string().nullable(),
    canWithdraw: z.boolean(),
    pictures: z.array(returnPicture).describe('the photos of the shopper and those of received items, the oldest first'),
    canAddPictures: z.boolean().describe('a faulty or wrong item is returned, and it is not received yet'),
    askedAt: z.iso.datetime(),
    sendBy: z.iso.date().nullable().describe('the day by which an accepted return must reach the shop'),
  })
  .register(schemaRegistry, { id: 'Return' })
export type ShopperReturn = z.infer<typeof shopperReturn>

const returnableOrder = z
  .object({
    number: z.string(),
    orderStatus: z.string(),
    lastDay: z.iso.date().nullable().describe('the last day in India for returns of any reason; null for an order that is not delivered'),
    isInTime: z.boolean().describe('until that day'),
    faultLastDay: z.iso.date().nullable().describe('the last day for faulty and wrong items'),
    isFaultInTime: z.boolean(),
    fee: rupees.describe('deducted once per return, unless an item is faulty or not the ordered one'),
    isPaidOnline: z.boolean().describe('the refund goes to the original payment method; else the shop transfers it'),
    lines: z.array(orderLine.extend({ line, returnable: z.int().describe('pieces that can still be returned') })),
    returns: z.array(shopperReturn).describe('newest first'),
  })
  .register(schemaRegistry, { id: 'ReturnableOrder' })
export type ReturnableOrder = z.infer<typeof returnableOrder>

const chosenLines = z
  .array(z.object({ line, quantity: z.int().min(1).max(quantities.max), reason: z.enum(returnReasons) }))
  .min(1, 'Choose what you return.')
  .max(quantities.maxLines)
  .refine((lines) => new Set(lines.map((each) => each.line)).size === lines.length, 'Each line once.')

const preview = z.object({ lines: chosenLines })
const request = preview.extend({
  note: z.string().trim().max(returnLimits.noteLength, 'This note is too long.').default(''),
  refund: quotedRupees.describe('as the preview has shown; any other amount is rejected'),
})
export type ReturnRequest = z.infer<typeof request>

const previewReply = { 200: z.object({ ...amounts, isFault: z.boolean() }) }
const askReply = { 201: z.object({ message: z.string(), return: shopperReturn }) }
const withdrawReply = { 200: z.object({ message: z.string(), return: shopperReturn }) }

const byToken = { token: z.string().max(maxLengths.trackingToken).describe('of the tracking link') }

export const returnsCalls = defineCalls({
  getReturnable: {
    method: 'GET',
    path: '/order/:id/returnable',
    who: 'user',
    summary: 'What of my order can be returned until when, and its returns',
    params: byId,
    reply: { 200: returnableOrder },
  },

  previewReturn: {
    method: 'POST',
    path: '/order/:id/returns/preview',
    who: 'user',
    changes: 'nothing',
    summary: 'What a return of my order would pay back',
    params: byId,
    body: preview,
    reply: previewReply,
  },

  askReturn: {
    method: 'POST',
    path: '/order/:id/returns',
    who: 'user',
    changes: 'nothing',
    summary: 'Ask to return items of my order',
    params: byId,
    headers: idempotencyHeaders,
    body: request,
    reply: askReply,
  },

  withdrawReturn: {
    method: 'POST',
    path: '/order/:id/returns/:returnId/withdraw',
    who: 'user',
    changes: 'nothing',
    summary: 'Withdraw a return of my order, until it is picked up',
    params: byId.extend({ returnId: z.string().max(64) }),
    reply: withdrawReply,
  },

  findReturnableByLink: {
    method: 'POST',
    path: '/order/returns/find',
    who: 'anyone',
    changes: 'nothing',
    summary: 'What of one order can be returned until when, and its returns, by its tracking link',
    body: z.object(byToken),
    reply: { 200: returnableOrder },
  },

  previewReturnByLink: {
    method: 'POST',
    path: '/order/returns/preview',
    who: 'anyone',
    changes: 'nothing',
    summary: 'What a return of one order would pay back, by its tracking link',
    body: preview.extend(byToken),
    reply: previewReply,
  },

  askReturnByLink: {
    method: 'POST',
    path: '/order/returns',
    who: 'anyone',
    changes: 'nothing',
    summary: 'Ask to return items of one order, by its tracking link',
    headers: idempotencyHeaders,
    body: request.extend(byToken),
    reply: askReply,
  },

  withdrawReturnByLink: {
    method: 'POST',
    path: '/order/returns/withdraw',
    who: 'anyone',
    changes: 'nothing',
    summary: 'Withdraw a return of one order, until it is picked up, by its tracking link',
    body: z.object({ ...byToken, returnId: z.string().max(64) }),
    reply: withdrawReply,
  },
})
