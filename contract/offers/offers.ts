import { z } from 'zod'
import { guestLine } from '../catalog/guest-line.ts'
import { maxLengths, quantities } from '../kernel/business.ts'
import { defineCalls, rupees } from '../kernel/endpoint.ts'
import { byId, chosenRows, rowVersion } from '../kernel/field-schemas.ts'
import { paged, pageQuery } from '../kernel/paging.ts'
import { offer, offerDraft, quote, typedCode } from './offer-schemas.ts'

const event = z.object({
  event: z.enum(['added', 'changed', 'ended']),
  by: z.string().nullable().describe('name of the administrator'),
  fields: z.array(z.string()).describe('which fields have changed'),
  happenedAt: z.iso.datetime(),
})
export type OfferEvent = z.infer<typeof event>

const use = z.object({
  _id: z.string(),
  orderId: z.string().nullable().describe('null: an online payment that is not made yet'),
  number: z.string().nullable(),
  orderStatus: z.string().nullable(),
  amount: rupees.describe('the discount'),
  isCounted: z.boolean().describe('false: given back by a cancellation, or beyond the limit because it was paid late'),
  usedAt: z.iso.datetime(),
})
export type OfferUse = z.infer<typeof use>

const changed = { message: z.string(), offer }

export const offersCalls = defineCalls({
  setCartOffer: {
    route: 'POST /cart/offer',
    who: 'user',
    changes: 'nothing',
    summary: 'Enter a code for the cart. One that does not count is refused with the reason',
    body: z.object({ code: typedCode }),
    reply: { 200: z.object({ message: z.string(), quote }) },
  },

  removeCartOffer: {
    route: 'DELETE /cart/offer',
    who: 'user',
    changes: 'nothing',
    summary: 'Remove the code of the cart. Without one this is no error',
    reply: { 200: z.object({ message: z.string(), quote: quote.nullable().describe('null: no offer changes what the cart costs') }) },
  },

  quoteGuestCart: {
    route: 'POST /guest/quote',
    who: 'anyone',
    changes: 'nothing',
    summary: "What a guest's cart costs with the offers of the moment. A code that does not count is named with the reason",
    body: z.object({
      products: z.array(guestLine).max(quantities.maxLines),
      offerCode: typedCode.optional(),
      payment: z.enum(['delivery', 'online']).default('delivery'),
    }),
    reply: { 200: quote },
  },

  getOffers: {
    route: 'GET /offers',
    right: 'prices',
    summary: 'All offers, newest first',
    query: pageQuery.extend({
      limit: chosenRows,
      q: z.string().max(maxLengths.adminSearch).optional().describe('a part of the title or the code'),
    }),
    reply: { 200: z.object({ offers: z.array(offer), ...paged }) },
  },

  getOffer: {
    route: 'GET /offers/:id',
    right: 'prices',
    summary: 'An offer with what administrators have changed, newest first',
    params: byId,
    reply: { 200: z.object({ offer, events: z.array(event) }) },
  },

  createOffer: {
    route: 'POST /offers',
    right: 'prices',
    changes: 'products',
    summary: 'Add an offer',
    body: offerDraft,
    reply: { 201: z.object(changed) },
  },

  editOffer: {
    route: 'PATCH /offers/:id',
    right: 'prices',
    changes: 'products',
    summary: 'Change an offer that has not been ended. Orders that have used it stay as they are',
    params: byId,
    body: z.intersection(offerDraft, z.object({ version: rowVersion })),
    reply: { 200: z.object(changed) },
  },

  endOffer: {
    route: 'POST /offers/:id/end',
    right: 'prices',
    changes: 'products',
    summary: 'End an offer for good. Its code can be used for another one',
    params: byId,
    body: z.object({ version: rowVersion }),
    reply: { 200: z.object(changed) },
  },

  getOfferUses: {
    route: 'GET /offers/:id/uses',
    right: 'prices',
    summary: 'The orders and open payments that have used an offer, newest first',
    params: byId,
    query: pageQuery,
    reply: { 200: z.object({ uses: z.array(use), ...paged }) },
  },

  exportOfferUses: {
    route: 'GET /offers/:id/uses/export',
    right: 'prices',
    furtherRights: ['exports'],
    summary: 'The orders that have used an offer as a CSV file',
    params: byId,
    reply: { 200: z.unknown().describe('text/csv') },
  },
})
