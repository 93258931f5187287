import { sql } from 'kysely'
import type { PaymentContext } from '../provider/gateways.ts'

/** The providers with open payments, refunds, events or disputes that are not configured any more. */
export async function listMissingProviders({ database, gateways }: PaymentContext): Promise<string[]> {
  const configured = gateways.all.map(({ provider }) => provider)
  const { rows } = await sql<{ provider: string }>`
    select provider from (
      select provider from payments where status <> 'paid' and provider_order_id is not null and next_check_at is not null
      union select provider from payments join refunds on payments.id = payment_id where refunds.status in ('requested', 'pending')
      union select provider from payment_events where processed_at is null
      union select provider from disputes where next_check_at is not null
    ) as open
    where provider <> all(${configured}::text[])
    order by provider
  `.execute(database)
  return rows.map(({ provider }) => provider)
}
