import { z } from 'zod'
import { defineCalls, idempotencyHeaders } from '../kernel/endpoint.ts'
import { byId, requiredText } from '../kernel/field-schemas.ts'
import { returnLimits } from '../kernel/limits/return-limits.ts'
import { handovers } from '../orders/return-states.ts'
import { returnableOrder, returnPreview, returnPreviewReply, returnRequest, shopperReturn } from './returns.ts'

const callerRequest = returnRequest.extend({
  handover: z
    .enum(handovers)
    .optional()
    .describe('how the items come back: the return is accepted at once; missing: it waits for an answer, as that of a shopper'),
  overruleReason: requiredText('Reason', returnLimits.overruleReasonLength)
    .optional()
    .describe('why it is accepted although the return rules of its items exclude it'),
})
export type CallerReturnRequest = z.infer<typeof callerRequest>

/** Returns that an administrator fills in for a customer who has called. */
export const callerReturnsCalls = defineCalls({
  getReturnableForCaller: {
    route: 'GET /order/admin/:id/returnable',
    right: 'orders',
    summary: 'What of an order can be returned until when, and its returns',
    params: byId,
    reply: { 200: returnableOrder },
  },

  previewReturnForCaller: {
    route: 'POST /order/admin/:id/returns/preview',
    right: 'orders',
    changes: 'nothing',
    summary: 'What a return of an order would pay back',
    params: byId,
    body: returnPreview.extend({ isOverruled: z.boolean().default(false).describe('the return rules of its items do not count') }),
    reply: returnPreviewReply,
  },

  askReturnForCaller: {
    route: 'POST /order/admin/:id/returns',
    right: 'orders',
    changes: 'products',
    summary: 'Ask to return items of an order for a customer who has called, and accept it at once if wanted; mails are sent as usual',
    params: byId,
    headers: idempotencyHeaders,
    body: callerRequest,
    reply: { 201: z.object({ message: z.string(), return: shopperReturn }) },
  },
})
