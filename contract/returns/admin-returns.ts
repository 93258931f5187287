import { z } from 'zod'
import { maxLengths, quantities } from '../kernel/business.ts'
import { defineCalls, quotedRupees, rupees } from '../kernel/endpoint.ts'
import { byId, chosenRows, requiredLine, requiredText, rowVersion } from '../kernel/field-schemas.ts'
import { returnLimits } from '../kernel/limits/return-limits.ts'
import { paged, pageQuery } from '../kernel/paging.ts'
import { schemaRegistry } from '../kernel/schema-registry.ts'
import { personReturns } from '../orders/customers.ts'
import { shownOrderKinds } from '../orders/orders.ts'
import { handovers, type PieceCondition, returnKinds, returnStates, returnViews } from '../orders/return-states.ts'
import { courierKeys } from '../shipping/couriers.ts'
import { shopperReturn } from './returns.ts'

const pieces = z.int().min(0).max(quantities.max)
const seenPieces = z.object({ new: pieces, worn: pieces, faulty: pieces, missing: pieces } satisfies Record<PieceCondition, z.ZodType>)

const returnRow = z.object({
  _id: z.string(),
  number: z.string(),
  kind: z.enum(returnKinds),
  state: z.enum(returnStates),
  isFault: z.boolean(),
  isOverdue: z.boolean().describe(`accepted more than ${returnLimits.receiptDays} days ago and not received`),
  order: z.object({ _id: z.string(), number: z.string(), name: z.string() }),
  pieces: z.int(),
  refund: rupees,
  askedAt: z.iso.datetime(),
})
export type ReturnRow = z.infer<typeof returnRow>

const adminReturn = shopperReturn
  .extend({
    version: rowVersion,
    note: z.string(),
    overruleReason: z.string().optional().describe('why an administrator has accepted what the return rules of its items exclude'),
    lines: z.array(
      shopperReturn.shape.lines.element.extend({
        seen: seenPieces.nullable().describe('null until the parcel is received'),
        restocked: z.int().nullable().describe('pieces that went back to stock'),
        refunded: z.int().nullable().describe('pieces that are paid back'),
      }),
    ),
    order: z.object({ _id: z.string(), number: z.string(), kind: z.enum(shownOrderKinds), name: z.string(), phone: z.string() }),
    returnLink: z.string().optional().describe('the page where the shopper sees the return; missing in a reply of an older version'),
    isOverdue: z.boolean(),
    canBookPickup: z.boolean().describe('the shop has the adapter of a courier that books pick-ups'),
    soldOut: z.string().optional().describe('why an exchange cannot be accepted: an item is sold out'),
    lastDay: z.iso.date().nullable(),
    isLate: z.boolean().describe('asked for after the last day, which only faulty and wrong items can be'),
    amount: z
      .object({ goods: rupees, charges: rupees.optional(), fee: rupees, refund: rupees, online: rupees, cash: rupees })
      .describe('what settling it now pays back: to the online payments, and the rest by hand'),
    foundRefunds: z
      .array(z.object({ _id: z.string(), amount: rupees, foundAt: z.iso.datetime() }))
      .optional()
      .describe('refunds that the shop did not make, which an administrator has to answer before the return is settled'),
    person: personReturns,
    settledBy: z.string().nullable(),
  })
  .register(schemaRegistry, { id: 'AdminReturn' })
export type AdminReturn = z.infer<typeof adminReturn>

const returnsOfPerson = z.object({
  person: personReturns,
  returns: z
    .array(
      returnRow
        .pick({ _id: true, number: true, kind: true, state: true, isOverdue: true, pieces: true, refund: true, askedAt: true })
        .extend({ isOfOrder: z.boolean() }),
    )
    .describe('the last ones, those of the order first'),
})
export type ReturnsOfPerson = z.infer<typeof returnsOfPerson>

const changed = { 200: z.object({ message: z.string(), return: adminReturn }) }
const version = rowVersion.describe('of the return as the administrator saw it; 409 when it has changed since')

const receivedLine = z.object({
  line: z.int().min(1).max(10_000),
  seen: seenPieces.describe('adds up to the quantity'),
  restock: pieces.describe('sellable pieces that go back to stock'),
  refund: pieces.describe('pieces that are paid back'),
})
export type ReceivedLine = z.infer<typeof receivedLine>

export const adminReturnsCalls = defineCalls({
  getReturns: {
    route: 'GET /returns',
    right: 'orders',
    summary: 'Returns, open ones first, the oldest of them at the top',
    query: pageQuery.extend({
      limit: chosenRows,
      state: z
        .enum([...returnStates, ...returnViews])
        .optional()
        .describe('coming: accepted or picked up'),
      q: z.string().max(maxLengths.adminSearch).optional().describe('the beginning of the number of a return or an order, or a phone'),
    }),
    reply: { 200: z.object({ returns: z.array(returnRow), ...paged }) },
  },

  getReturnsOfPerson: {
    route: 'GET /returns/of-person/:id',
    right: 'orders',
    summary: 'The returns of the person of an order',
    params: z.object({ id: z.string().max(64).describe('of an order') }),
    reply: { 200: returnsOfPerson },
  },

  getReturn: {
    route: 'GET /returns/:id',
    right: 'orders',
    summary: 'One return',
    params: byId,
    reply: { 200: adminReturn },
  },

  acceptReturn: {
    route: 'POST /returns/:id/accept',
    right: 'orders',
    changes: 'products',
    summary: 'Accept a return, and say how the items come back',
    params: byId,
    body: z.object({ handover: z.enum(handovers), version }),
    reply: changed,
  },

  declineReturn: {
    route: 'POST /returns/:id/decline',
    right: 'orders',
    changes: 'nothing',
    summary: 'Decline a return with a reason that the shopper reads',
    params: byId,
    body: z.object({ reason: requiredText('Reason', returnLimits.declineReasonLength), version }),
    reply: changed,
  },

  bookReturnPickup: {
    route: 'POST /returns/:id/book-pickup',
    right: 'orders',
    changes: 'nothing',
    summary: 'Record the pick-up of an accepted return as the courier has booked it, or book it if the shop has the adapter of a courier',
    params: byId,
    body: z
      .object({
        courier: z.enum(courierKeys).optional(),
        reference: requiredLine('Reference', returnLimits.pickupReferenceLength).optional().describe('missing: the adapter books it'),
        version,
      })
      .refine(({ courier, reference }) => reference === undefined || courier !== undefined, {
        path: ['courier'],
        error: 'Courier is required.',
      }),
    reply: changed,
  },

  offerMoney: {
    route: 'POST /returns/:id/sold-out',
    right: 'money',
    changes: 'nothing',
    summary: 'Ask the shopper to take the money, because an item of the exchange is sold out',
    params: byId,
    body: z.object({ version }),
    reply: changed,
  },

  pickUpReturn: {
    route: 'POST /returns/:id/pick-up',
    right: 'orders',
    changes: 'nothing',
    summary: 'Record that the items of a return are on their way',
    params: byId,
    body: z.object({ version }),
    reply: changed,
  },

  receiveReturn: {
    route: 'POST /returns/:id/receive',
    right: 'orders',
    changes: 'products',
    summary: 'Record what was received of a return; sellable pieces go back to stock',
    params: byId,
    body: z.object({
      lines: z.array(receivedLine).min(1).max(quantities.maxLines),
      isFault: z.boolean().describe('the shop bears the cost, so that no fee is deducted'),
      version,
    }),
    reply: changed,
  },

  completeReturn: {
    route: 'POST /returns/:id/settle',
    right: 'money',
    changes: 'nothing',
    summary: 'Pay back a received return. Needs the PIN again',
    params: byId,
    body: z.object({ refund: quotedRupees.describe('as the administrator saw it; any other amount is rejected'), version }),
    reply: changed,
  },

  answerReturnRefund: {
    route: 'POST /returns/:id/found-refunds/:refundId',
    right: 'money',
    changes: 'nothing',
    summary:
      'Say what a refund that the shop did not make was: the refund of this return, which settles it, or something else. Needs the PIN again',
    params: byId.extend({ refundId: z.string().max(64) }),
    body: z.object({
      answer: z.enum(['this return', 'something else']),
      note: z.string().trim().max(maxLengths.resolutionNote, 'Note is too long.').optional(),
      version,
    }),
    reply: changed,
  },
})
