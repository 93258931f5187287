import { z } from 'zod'

// What Razorpay answers and reports, as far as the shop reads it.

/** `order_` and 14 letters or digits. Ids are parts of paths, so they contain neither dots nor slashes. */
export const idPattern = /^[a-z]+_[A-Za-z0-9]+$/
const razorpayId = z.string().max(64).regex(idPattern)

/** Without notes Razorpay answers an empty array. */
const notes = z
  .object({ order: z.string().max(40).optional() })
  .optional()
  .catch(undefined)
export const orderReply = z.object({ id: razorpayId, notes })
export const paymentReply = z.object({
  id: razorpayId,
  // A status that is not documented counts as open.
  status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']).catch('created'),
  amount: z.int(),
  currency: z.string(),
  captured: z.boolean().nullish(),
  contact: z.string().nullish(),
  method: z.string().max(30).nullish().catch(null),
  order_id: razorpayId.nullish().catch(null),
  /** seconds since 1970, like `created_at`; missing in older replies */
  captured_at: z.number().nullish().catch(null),
  created_at: z.number().nullish().catch(null),
})
export const refundReply = z.object({
  id: razorpayId,
  status: z.enum(['pending', 'processed', 'failed']).catch('pending'),
  amount: z.int(),
  receipt: z.string().nullish(),
})
export const listedRefundReply = refundReply.extend({ payment_id: razorpayId })
export const disputeReply = z.object({
  payment_id: razorpayId,
  amount: z.int(),
  reason_code: z.string().nullish(),
  reason_description: z.string().nullish(),
  phase: z.string().nullish(),
  status: z.enum(['open', 'under_review', 'won', 'lost', 'closed']).catch('under_review'),
  /** seconds since 1970 */
  respond_by: z.number().nullish(),
})
const count = z.int().min(0)
/** A row of `/settlements/recon/combined`: times are seconds since 1970, and `fee` has the tax in it. */
export const settledReply = z.object({
  entity_id: razorpayId,
  type: z.string().regex(/^[a-z_.]{1,40}$/),
  debit: count,
  credit: count,
  amount: count,
  currency: z.literal('INR'),
  fee: count.nullish(),
  tax: count.nullish(),
  settled: z.literal(true),
  settled_at: z.int().min(1),
  settlement_id: razorpayId,
  settlement_utr: z.string().max(60).nullish(),
})
export const listReply = z.object({ items: z.array(z.unknown()) })
export const errorReply = z.object({ error: z.object({ description: z.string().nullish() }) })

/** Only what is needed: Razorpay's own samples differ in the other fields. */
export const webhookBody = z.object({
  event: z.string().regex(/^[\w.]{1,100}$/),
  /** seconds since 1970 */
  created_at: z.number().optional().catch(undefined),
  payload: z.object({
    payment: z
      .object({ entity: z.object({ id: razorpayId.nullish().catch(null), order_id: razorpayId.nullish().catch(null) }) })
      .optional(),
    dispute: z.object({ entity: z.object({ id: razorpayId.nullable().catch(null) }) }).optional(),
    order: z.object({ entity: z.object({ id: razorpayId.nullable().catch(null) }) }).optional(),
  }),
})

/** Reads items one by one, because one that cannot be read must not hide the others. */
export function readItems<Item>({ items, schema }: { items: readonly unknown[]; schema: z.ZodType<Item> }): Item[] {
  return items.map((item) => schema.safeParse(item).data).filter((item) => item !== undefined)
}
