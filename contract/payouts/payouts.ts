import { z } from 'zod'
import { maxLengths } from '../kernel/business.ts'
import { defineCalls, rupees } from '../kernel/endpoint.ts'
import { byId, chosenRows, requiredLine, rowVersion } from '../kernel/field-schemas.ts'
import { paged, pageQuery } from '../kernel/paging.ts'
import { parcelConditions } from '../orders/order-status.ts'
import { payoutForm, payoutLimits } from './payout-details.ts'

const token = z.string().max(maxLengths.trackingToken).describe('of the link in the email, the order page or the shop')

const payout = z.object({
  _id: z.string(),
  returnId: z.string().nullable().describe('null: of an order that was paid to the shop itself, without a return'),
  number: z.string().describe('of the return, or else of the order'),
  reason: z.string().optional().describe('of a refund without a return'),
  order: z.object({ _id: z.string(), number: z.string(), name: z.string(), phone: z.string() }),
  amount: rupees,
  details: z
    .discriminatedUnion('method', [
      z.object({ method: z.literal('upi'), upiId: z.string() }),
      z.object({ method: z.literal('bank'), accountNumber: z.string(), ifsc: z.string(), accountName: z.string() }),
    ])
    .nullable()
    .describe('null until the shopper has entered them, and after they are erased'),
  detailsLink: z.string().nullable().describe('the page where the shopper enters them; null when it is paid'),
  settledAt: z.iso.datetime(),
  reference: z.string().nullable(),
  paidAt: z.iso.datetime().nullable(),
  paidBy: z.string().nullable(),
  version: rowVersion,
})
export type Payout = z.infer<typeof payout>

/** A prepaid order whose parcel came back, which an administrator refunds in full or less the freight. */
const undeliveredParcel = z.object({
  _id: z.string(),
  number: z.string(),
  name: z.string(),
  phone: z.string(),
  orderStatus: z.string(),
  condition: z.enum(parcelConditions),
  receivedAt: z.iso.datetime(),
  refunded: rupees.describe('of the online payments, which the refund repeats'),
  left: rupees.describe('of the online payments'),
  lessFreight: rupees.nullable().describe('the same less the freight; null when the policy refunds it, or nothing would be left'),
})
export type UndeliveredParcel = z.infer<typeof undeliveredParcel>

export const payoutsCalls = defineCalls({
  findPayout: {
    route: 'POST /payouts/find',
    who: 'anyone',
    changes: 'nothing',
    summary: 'A refund that is paid by transfer, by the link in its email',
    body: z.object({ token }),
    reply: {
      200: z.object({
        number: z.string().describe('of the return, or else of the order'),
        isOfOrder: z.boolean().optional().describe('true: `number` is that of the order'),
        amount: rupees,
        isEntered: z.boolean().describe('the shop knows where to transfer it; what was entered is never shown'),
      }),
    },
  },

  enterPayoutDetails: {
    route: 'POST /payouts/details',
    who: 'anyone',
    changes: 'nothing',
    summary: 'Say where a refund is transferred to, until it is paid, by the link in its email',
    body: z.object({ token, details: payoutForm }),
    reply: { 200: z.object({ message: z.string() }) },
  },

  getPayouts: {
    route: 'GET /payouts',
    right: 'money',
    summary: 'Refunds to pay by transfer, the oldest first, or those that are paid. Needs the PIN again',
    query: pageQuery.extend({ limit: chosenRows, state: z.enum(['to pay', 'paid']).default('to pay') }),
    reply: { 200: z.object({ payouts: z.array(payout), ...paged }) },
  },

  getUndeliveredParcels: {
    route: 'GET /payouts/undelivered',
    right: 'money',
    summary: 'Prepaid parcels that came back and are not refunded yet, the oldest order first. Needs the PIN again',
    reply: { 200: z.object({ parcels: z.array(undeliveredParcel), freight: rupees.describe('what the policy keeps of each') }) },
  },

  exportPayouts: {
    route: 'GET /payouts/export',
    right: 'money',
    summary: 'A CSV file of the refunds that can be paid now, for the bank. Needs the PIN again',
    reply: { 200: z.unknown().describe('text/csv in UTF-8 with a byte order mark') },
  },

  payPayout: {
    route: 'POST /payouts/:id/pay',
    right: 'money',
    changes: 'nothing',
    summary: 'Record that a refund was transferred, with the reference of the bank. Needs the PIN again',
    params: byId,
    body: z.object({ reference: requiredLine('Reference', payoutLimits.reference), version: rowVersion }),
    reply: { 200: z.object({ message: z.string() }) },
  },
})
