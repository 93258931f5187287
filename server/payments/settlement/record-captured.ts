import { sql } from 'kysely'
import type { Database } from '../../database/schema.ts'
import type { GatewayPayment } from '../provider/gateway.ts'

interface CapturedPayments {
  readonly database: Database
  readonly payments: readonly (GatewayPayment & { readonly orderId: string })[]
}

/** Whether the provider has captured this payment, also when it has refunded it since. */
export const isCaptured = ({ status, captured }: GatewayPayment): boolean =>
  status === 'captured' || (status === 'refunded' && captured === true)

/**
 * Records captured payments of the shop's checkouts, each once, for the sums of a day and the comparison of refunds. `orderId` is the
 * provider's order. Leaves out payments of unknown checkouts and those in another currency.
 */
export async function recordCaptured({ database, payments }: CapturedPayments): Promise<void> {
  const rows = payments
    .filter((payment) => isCaptured(payment) && payment.currency === 'INR' && payment.amount > 0)
    .map(({ id, orderId, amount, capturedAt, method }) => ({ id, order_id: orderId, amount, at: capturedAt, method }))
  if (rows.length === 0) return
  await sql`
    insert into captured_payments (provider_payment_id, payment_id, amount_paise, captured_at, method)
    select captured.id, payments.id, amount, coalesce(at, clock_timestamp()), method
    from jsonb_to_recordset(${JSON.stringify(rows)}) as captured (id text, order_id text, amount bigint, at timestamptz, method text)
    join payments on provider_order_id = captured.order_id
    order by payments.id
    on conflict do nothing
  `.execute(database)
}
