import { sql } from 'kysely'
import { paise } from '#contract/kernel/money.ts'
import type { Database } from '../../database/schema.ts'
import { forEachSettled } from '../../kernel/for-each-settled.ts'
import { GatewayError } from '../provider/gateway.ts'
import type { PaymentContext } from '../provider/gateways.ts'
import { maxRejections, nextAttemptAt, now } from '../provider/process-batches.ts'

interface ReportedDispute {
  readonly database: Database
  readonly provider: string
  readonly disputeId: string
}

/** Stores the id of a dispute that a webhook is about. `processDueDisputes` fetches the dispute. */
export async function recordDispute({ database, provider, disputeId }: ReportedDispute): Promise<void> {
  const due = { next_check_at: now, attempts: 0 }
  await database
    .insertInto('disputes')
    .values({ provider, provider_dispute_id: disputeId, ...due })
    .onConflict((conflict) => conflict.column('provider_dispute_id').doUpdateSet(due))
    .execute()
}

const sixHoursLater = sql<Date>`clock_timestamp() + interval '6 hours'`

/** Fetches disputes from their providers: after a webhook, and every six hours until they are over. */
export async function processDueDisputes({ database, gateways }: PaymentContext): Promise<void> {
  const due = await database
    .selectFrom('disputes')
    // As text, because a `Date` has no microseconds.
    .select(['id', 'provider', 'provider_dispute_id as disputeId', 'attempts', sql<string>`next_check_at::text`.as('dueAt')])
    .where('next_check_at', '<=', now)
    .orderBy('next_check_at')
    .limit(50)
    .execute()
  await forEachSettled(due, async ({ id, provider, disputeId, attempts, dueAt }) => {
    // A webhook that arrives during the fetch makes the dispute due again.
    const update = database.updateTable('disputes').where('id', '=', id).where('next_check_at', '=', sql<Date>`${dueAt}::timestamptz`)
    try {
      const { paymentId, amount, reason, phase, status, respondBy } = await gateways.of(provider).fetchDispute(disputeId)
      const isOver = status !== 'open' && status !== 'under_review'
      const fetched = { provider_payment_id: paymentId, amount_paise: paise(amount), reason, phase, status, respond_by: respondBy }
      await update.set({ ...fetched, attempts: 0, next_check_at: isOver ? null : sixHoursLater }).execute()
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      const isFinal = error.kind === 'rejected' && attempts + 1 >= maxRejections
      await update.set({ attempts: attempts + 1, next_check_at: isFinal ? null : nextAttemptAt(attempts) }).execute()
    }
  })
}
