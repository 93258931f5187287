import { z } from 'zod'
import { sizeName } from '../catalog/product-sizes.ts'
import { shownReturnRule } from '../catalog/shown-return-rule.ts'
import { maxLengths, quantities } from '../kernel/business.ts'
import { defineCalls, idempotencyHeaders, quotedRupees, rupees } from '../kernel/endpoint.ts'
import { byId } from '../kernel/field-schemas.ts'
import { returnLimits } from '../kernel/limits/return-limits.ts'
import { schemaRegistry } from '../kernel/schema-registry.ts'
import { orderLine } from '../orders/orders.ts'
import { handovers, returnKinds, returnReasons, returnStates } from '../orders/return-states.ts'
import { returnPicture } from './return-pictures.ts'

const line = z.int().min(1).max(10_000).describe('its number in the order')

/** An item that is sent for another one. */
const exchangeItem = z.object({ name: z.string(), image: z.string(), size: z.string().nullable() })

const offeredItem = exchangeItem.extend({ product: z.string(), stock: z.int().describe('0: sold out'), returnRule: shownReturnRule })
export type OfferedItem = z.infer<typeof offeredItem>

const shownExchange = z.object({
  toPay: rupees.describe('the fee for the way back; 0 when there is none'),
  money: rupees.describe('what the shopper gets back for the items instead'),
  heldUntil: z.iso.date().nullable().describe('the day until which the new items are held; null when none are held'),
  isSoldOut: z.boolean().describe('the shopper was asked to take the money, because an item is sold out'),
  canTakeMoney: z.boolean(),
  order: z
    .object({ _id: z.string(), number: z.string(), status: z.string() })
    .nullable()
    .describe('the order with the new items; null before it is placed'),
})

const returnedLine = z.object({
  line,
  name: z.string(),
  image: z.string(),
  size: z.string().nullable(),
  quantity: z.int(),
  reason: z.enum(returnReasons),
  refund: rupees.nullable().describe('the share of a settled refund; null before'),
  exchange: exchangeItem.optional().describe('the item that is sent for it; only of an exchange'),
})

const amounts = {
  goods: rupees.describe('what was paid for the items, after their discounts'),
  charges: rupees.optional().describe('paid back with them: for shipping and cash on delivery; missing when there are none'),
  fee: rupees.describe('deducted for the way back; 0 when the shop bears the cost'),
  refund: rupees,
  toPay: rupees.optional().describe('of an exchange: the fee for the way back, which is paid by a link'),
}

/** A return as its shopper sees it. */
export const shopperReturn = z
  .object({
    _id: z.string(),
    number: z.string(),
    kind: z.enum(returnKinds),
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
    exchange: shownExchange.optional().describe('only of an exchange'),
    declineReason: z.string().nullable(),
    canWithdraw: z.boolean(),
    pictures: z.array(returnPicture).describe('the photos of the shopper and those of received items, the oldest first'),
    canAddPictures: z.boolean().describe('a faulty or wrong item is returned, and it is not received yet'),
    askedAt: z.iso.datetime(),
    sendBy: z.iso.date().nullable().describe('the day by which an accepted return must reach the shop'),
  })
  .register(schemaRegistry, { id: 'Return' })
export type ShopperReturn = z.infer<typeof shopperReturn>

export const returnableOrder = z
  .object({
    number: z.string(),
    orderStatus: z.string(),
    lastDay: z.iso.date().nullable().describe('the last day in India for returns of any reason; null for an order that is not delivered'),
    isInTime: z.boolean().describe('until that day'),
    faultLastDay: z.iso.date().nullable().describe('the last day for faulty and wrong items'),
    isFaultInTime: z.boolean(),
    fee: rupees.describe('deducted once per return, unless an item is faulty or not the ordered one'),
    isPaidOnline: z.boolean().describe('the refund goes to the original payment method; else the shop transfers it'),
    exchange: z
      .object({ fee: rupees.describe('paid by a link'), isSentAtOnce: z.boolean().describe('before the items have reached the shop') })
      .optional()
      .describe('how items are exchanged; missing where they are not'),
    lines: z.array(
      orderLine.extend({
        line,
        returnRule: shownReturnRule.describe('as it applies to this order; missing for an item that can be returned'),
        returnable: z.int().describe('pieces that can still be returned'),
        offered: z
          .array(offeredItem)
          .optional()
          .describe('other sizes and colours at the same price; missing where items are not exchanged'),
      }),
    ),
    returns: z.array(shopperReturn).describe('newest first'),
  })
  .register(schemaRegistry, { id: 'ReturnableOrder' })
export type ReturnableOrder = z.infer<typeof returnableOrder>

const chosenLines = z
  .array(
    z.object({
      line,
      quantity: z.int().min(1).max(quantities.max),
      reason: z.enum(returnReasons),
      newProduct: z.string().max(64).optional().describe('of an exchange: another colour; missing for the same product'),
      newSize: sizeName.nullish().describe('of an exchange'),
    }),
  )
  .min(1, 'Choose what you return.')
  .max(quantities.maxLines)
  .refine((lines) => new Set(lines.map((each) => each.line)).size === lines.length, 'Each line once.')

export const returnPreview = z.object({ kind: z.enum(returnKinds).default('refund'), lines: chosenLines })
export const returnRequest = returnPreview.extend({
  note: z.string().trim().max(returnLimits.noteLength, 'This note is too long.').default(''),
  refund: quotedRupees.describe('as the preview has shown; any other amount is rejected'),
  toPay: quotedRupees.default(0).describe('of an exchange, as the preview has shown; any other amount is rejected'),
})
export type ReturnRequest = z.infer<typeof returnRequest>
export type ReturnPreview = z.infer<typeof returnPreview>

export const returnPreviewReply = { 200: z.object({ ...amounts, isFault: z.boolean() }) }
const askReply = { 201: z.object({ message: z.string(), return: shopperReturn }) }
const withdrawReply = { 200: z.object({ message: z.string(), return: shopperReturn }) }
const money = z.object({ refund: quotedRupees.describe('as the page has shown; any other amount is rejected') })

const byToken = { token: z.string().max(maxLengths.trackingToken).describe('of the tracking link') }

export const returnsCalls = defineCalls({
  getReturnable: {
    route: 'GET /order/:id/returnable',
    who: 'user',
    summary: 'What of my order can be returned until when, and its returns',
    params: byId,
    reply: { 200: returnableOrder },
  },

  previewReturn: {
    route: 'POST /order/:id/returns/preview',
    who: 'user',
    changes: 'nothing',
    summary: 'What a return of my order would pay back',
    params: byId,
    body: returnPreview,
    reply: returnPreviewReply,
  },

  askReturn: {
    route: 'POST /order/:id/returns',
    who: 'user',
    changes: 'products',
    summary: 'Ask to return items of my order',
    params: byId,
    headers: idempotencyHeaders,
    body: returnRequest,
    reply: askReply,
  },

  withdrawReturn: {
    route: 'POST /order/:id/returns/:returnId/withdraw',
    who: 'user',
    changes: 'products',
    summary: 'Withdraw a return of my order, until it is picked up',
    params: byId.extend({ returnId: z.string().max(64) }),
    reply: withdrawReply,
  },

  takeMoney: {
    route: 'POST /order/:id/returns/:returnId/refund',
    who: 'user',
    changes: 'nothing',
    summary: 'Ask for the money instead of an exchange that is not accepted yet',
    params: byId.extend({ returnId: z.string().max(64) }),
    body: money,
    reply: withdrawReply,
  },

  findReturnableByLink: {
    route: 'POST /order/returns/find',
    who: 'anyone',
    changes: 'nothing',
    summary: 'What of one order can be returned until when, and its returns, by its tracking link',
    body: z.object(byToken),
    reply: { 200: returnableOrder },
  },

  previewReturnByLink: {
    route: 'POST /order/returns/preview',
    who: 'anyone',
    changes: 'nothing',
    summary: 'What a return of one order would pay back, by its tracking link',
    body: returnPreview.extend(byToken),
    reply: returnPreviewReply,
  },

  askReturnByLink: {
    route: 'POST /order/returns',
    who: 'anyone',
    changes: 'products',
    summary: 'Ask to return items of one order, by its tracking link',
    headers: idempotencyHeaders,
    body: returnRequest.extend(byToken),
    reply: askReply,
  },

  withdrawReturnByLink: {
    route: 'POST /order/returns/withdraw',
    who: 'anyone',
    changes: 'products',
    summary: 'Withdraw a return of one order, until it is picked up, by its tracking link',
    body: z.object({ ...byToken, returnId: z.string().max(64) }),
    reply: withdrawReply,
  },

  takeMoneyByLink: {
    route: 'POST /order/returns/refund',
    who: 'anyone',
    changes: 'nothing',
    summary: 'Ask for the money instead of an exchange of one order that is not accepted yet, by its tracking link',
    body: money.extend({ ...byToken, returnId: z.string().max(64) }),
    reply: withdrawReply,
  },
})
