import { sql } from 'kysely'
import type { Paise } from '#contract/money.ts'
import type { Database } from '../database/schema.ts'
import { forEachSettled } from './for-each-settled.ts'
import { type Gateway, GatewayError, type GatewayPayment } from './gateway.ts'
import { recordPending, settlePaid } from './settle.ts'

/** What of an unsettled payment matters to ask about it. */
export interface OpenPayment {
  readonly id: string
  readonly provider_order_id: string | null
  readonly amount_paise: Paise
}

/**
 * Asks the provider what became of a payment and acts on the answer. Browser, webhook and job only say "look": what is
 * true is always read here, so their order and number do not matter. Throws `GatewayProblem` when the provider cannot
 * be asked.
 */
export async function reconcile({
  database,
  gateway,
  payment,
}: {
  database: Database
  gateway: Gateway
  payment: OpenPayment
}): Promise<void> {
  if (!payment.provider_order_id) return
  const attempts = await gateway.fetchPayments(payment.provider_order_id)
  const captured = attempts.filter((attempt) => attempt.status === 'captured' || (attempt.status === 'refunded' && attempt.captured))
  // Money that is there first: the order is made of it, and not of what was sent back.
  captured.sort((one, other) => Number(one.status === 'refunded') - Number(other.status === 'refunded'))
  for (const attempt of captured) await settlePaid({ database, id: payment.id, captured: attempt })
  if (captured.length > 0) return
  const authorized = attempts.find((attempt) => attempt.status === 'authorized')
  if (authorized) {
    const wanted = await recordPending({ database, id: payment.id, status: 'authorized' })
    // Not taken, it goes back to the shopper by itself.
    return wanted ? captureLate({ database, gateway, payment, authorized }) : undefined
  }
  const failed = attempts.length > 0 && attempts.every((attempt) => attempt.status === 'failed' || attempt.status === 'refunded')
  if (failed) await recordPending({ database, id: payment.id, status: 'failed' })
}

/** Money is held but not taken, because the account does not capture by itself or the authorisation came late. */
async function captureLate({
  database,
  gateway,
  payment,
  authorized,
}: {
  database: Database
  gateway: Gateway
  payment: OpenPayment
  authorized: GatewayPayment
}): Promise<void> {
  // Of another amount it is left to go back by itself: the shop takes what it asked for, or nothing.
  if (authorized.amount !== payment.amount_paise || authorized.currency !== 'INR') return
  try {
    await gateway.capture({ paymentId: authorized.id, amount: payment.amount_paise })
  } catch (problem) {
    // "Already captured" is also an error: what counts is what the provider says when asked again.
    if (!(problem instanceof GatewayError)) throw problem
  }
  const after = await gateway.fetchPayments(payment.provider_order_id ?? '')
  const captured = after.find((attempt) => attempt.id === authorized.id && attempt.status === 'captured')
  if (captured) await settlePaid({ database, id: payment.id, captured })
}

/** Late authorisations arrive within three days; after four nobody asks any more. */
const askFor = '4 days'

/** Payments whose browser never came back: asked about when they are due, then less and less often. */
export async function processDuePayments({ database, gateway }: { database: Database; gateway: Gateway }): Promise<void> {
  const due = await database
    .selectFrom('payments')
    .select(['id', 'provider_order_id', 'amount_paise'])
    .where('status', '<>', 'paid')
    .where('provider_order_id', 'is not', null)
    .where('next_check_at', '<=', sql<Date>`clock_timestamp()`)
    .where('created_at', '>', sql<Date>`clock_timestamp() - ${askFor}::interval`)
    .orderBy('next_check_at')
    .limit(50)
    .execute()
  await forEachSettled(due, async (payment) => {
    try {
      await reconcile({ database, gateway, payment })
    } catch (problem) {
      if (!(problem instanceof GatewayError)) throw problem
    } finally {
      // As long again as the payment is old, at most six hours.
      await database
        .updateTable('payments')
        .set({ next_check_at: sql<Date>`clock_timestamp() + least(clock_timestamp() - created_at, interval '6 hours')` })
        .where('id', '=', payment.id)
        .execute()
    }
  })
}
