import { sql } from 'kysely'
import { type Paise, paise } from '#contract/money.ts'
import type { Database } from '../database/schema.ts'
import type { Gateway } from './gateway.ts'

/**
 * A message speaks of a checkout that the shop does not know. What was paid for it is kept for a person to look at, and
 * forgotten when it has gone back. Throws `GatewayProblem` when the provider cannot be asked.
 */
export async function recordUnknownPayments({
  database,
  gateway,
  eventId,
  providerOrderId,
}: {
  database: Database
  gateway: Gateway
  eventId: number
  providerOrderId: string
}): Promise<void> {
  for (const { id, status, amount } of await gateway.fetchPayments(providerOrderId)) {
    if (status === 'captured') await keep({ database, eventId, providerOrderId, paymentId: id, amount: paise(amount) })
    else await database.deleteFrom('unknown_payments').where('provider_payment_id', '=', id).execute()
  }
}

async function keep({
  database,
  eventId,
  providerOrderId,
  paymentId,
  amount,
}: {
  database: Database
  eventId: number
  providerOrderId: string
  paymentId: string
  amount: Paise
}): Promise<void> {
  await sql`
    insert into unknown_payments (provider_payment_id, provider_order_id, amount_paise, phone)
    select ${paymentId}, ${providerOrderId}, ${amount}::bigint, payload #>> '{payload,payment,entity,contact}'
    from payment_events where id = ${eventId}
    on conflict (provider_payment_id) do nothing
  `.execute(database)
}
