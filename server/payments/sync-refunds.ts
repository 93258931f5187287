import { sql } from 'kysely'
import { type Paise, paise } from '#contract/money.ts'
import { sumPaise } from '#contract/pricing.ts'
import type { Database } from '../database/schema.ts'
import type { Gateway } from './gateway.ts'

/**
 * Stores the refunds of a payment that the shop does not know, for example those made in the provider's dashboard. They are
 * stored as pending and due, so `processDueRefunds` fetches their status next. Returns the sum of all refunds at the
 * provider that have not failed. Throws `GatewayError`.
 */
export async function syncRefunds({
  database,
  gateway,
  paymentId,
  providerPaymentId,
}: {
  database: Database
  gateway: Gateway
  paymentId: string
  providerPaymentId: string
}): Promise<Paise> {
  const refunds = (await gateway.fetchRefunds(providerPaymentId)).filter((refund) => refund.status !== 'failed')
  const known = await database.selectFrom('refunds').select(['id', 'provider_refund_id']).where('payment_id', '=', paymentId).execute()
  for (const refund of refunds) {
    if (known.some((row) => row.provider_refund_id === refund.id)) continue
    const pending = { provider_refund_id: refund.id, status: 'pending', next_attempt_at: sql<Date>`clock_timestamp()` } as const
    const requested = known.find((row) => row.id === refund.receipt)
    if (requested) {
      // The shop requested this refund, and the answer was lost. It may have been marked as failed since.
      await database
        .updateTable('refunds')
        .set({ ...pending, settled_at: null })
        .where('id', '=', requested.id)
        .where('provider_refund_id', 'is', null)
        .execute()
      continue
    }
    await database
      .insertInto('refunds')
      .values({
        ...pending,
        payment_id: paymentId,
        provider_payment_id: providerPaymentId,
        amount_paise: paise(refund.amount),
        reason: "refunded in the provider's dashboard",
      })
      .onConflict((conflict) => conflict.column('provider_refund_id').doNothing())
      .execute()
  }
  return sumPaise(refunds.map((refund) => paise(refund.amount)))
}
