import { sql } from 'kysely'
import type { Database } from '../../database/schema.ts'
import { GatewayError } from '../provider/gateway.ts'
import { batchSize, type DueWork, type ItemResult, now, processBatches } from '../provider/process-batches.ts'
import { captureDays, reconcile } from './reconcile.ts'

/** In one run, because webhook events and refunds wait behind it. */
const maxBatches = 200

/**
 * Reconciles unpaid payments that are due: some browsers never come back from the payment window. The first check is
 * `firstCheckSeconds` after the checkout, one is right after the end of the hold, and the intervals grow. They end when the
 * provider has answered after `captureDays`.
 */
export async function processDuePayments({ database, gateways, signal }: DueWork): Promise<void> {
  async function check(payment: DuePayment): Promise<ItemResult> {
    const { provider } = payment
    try {
      await recordCheck({ database, payment, outcome: await reconcile({ database, gateways, payment }) })
      return { provider, error: undefined }
    } catch (error) {
      const outcome = error instanceof GatewayError ? error.kind : 'unknown'
      await recordCheck({ database, payment, outcome })
      return { provider, error }
    }
  }
  const processBatch = async (silent: readonly string[]) => Promise.all((await claimDuePayments({ database, silent })).map(check))
  await processBatches({ processBatch, maxBatches, signal })
}

type DuePayment = Awaited<ReturnType<typeof claimDuePayments>>[number]

/**
 * The newest come first, because they may hold stock. Postpones them by a minute, so that no other server checks them
 * at the same time. Leaves out those of silent providers.
 */
async function claimDuePayments({ database, silent }: { database: Database; silent: readonly string[] }) {
  return (
    database
      .with('due', (query) =>
        query
          .selectFrom('payments')
          .select('id')
          .where('status', '<>', 'paid')
          .where('provider_order_id', 'is not', null)
          .where('next_check_at', '<=', now)
          .where('provider', '<>', sql<string>`all(${silent}::text[])`)
          .orderBy('created_at', 'desc')
          .limit(batchSize)
          .forUpdate()
          .skipLocked(),
      )
      .updateTable('payments')
      .from('due')
      .whereRef('payments.id', '=', 'due.id')
      .set({ next_check_at: sql<Date>`clock_timestamp() + interval '1 minute'` })
      // As text, because a date of JavaScript has no microseconds.
      .returning(['payments.id', 'provider', 'provider_order_id', 'amount_paise', sql<string>`clock_timestamp()::text`.as('claimedAt')])
      .execute()
  )
}

interface Check {
  readonly database: Database
  readonly payment: DuePayment
  readonly outcome: Awaited<ReturnType<typeof reconcile>> | GatewayError['kind']
}

/** The interval is the age of the payment, at most six hours; a minute while a hold that has ended waits for an answer. */
async function recordCheck({ database, payment: { id, claimedAt }, outcome }: Check): Promise<void> {
  const isUnpaid = outcome === 'unpaid'
  // A rejection is an answer: the provider does not know the order, or not any more.
  const isFinal = outcome !== 'in progress' && outcome !== 'unknown'
  const askedAt = sql`${claimedAt}::timestamptz`
  const holdIsChecked = sql`${isUnpaid} and ${askedAt} >= hold_ends_at`
  const soon = sql`clock_timestamp() + interval '1 minute'`
  const regular = sql`greatest(${soon}, clock_timestamp() + least(clock_timestamp() - created_at, interval '6 hours'))`
  await database
    .updateTable('payments')
    .$if(isUnpaid, (query) => query.set({ checked_at: sql<Date>`${askedAt}` }))
    .set({
      next_check_at: sql<Date | null>`case
        when ${isFinal} and ${askedAt} > created_at + make_interval(days => ${captureDays}) then null
        when hold_released_at is not null or order_id is not null or (${holdIsChecked}) then ${regular}
        else least(${regular}, greatest(${soon}, hold_ends_at))
      end`,
    })
    .where('id', '=', id)
    .execute()
}
