import { paise } from '#contract/money.ts'
import type { PaymentContext } from '../gateways.ts'

/** An order at a provider. */
export interface ProviderOrder extends PaymentContext {
  readonly provider: string
  readonly providerOrderId: string
}

/**
 * Records captured payments of a checkout that this database does not know, for example after a backup was restored, for
 * an administrator to look at. Deletes them when they are refunded.
 */
export async function recordUnknownPayments({ database, gateways, provider, providerOrderId }: ProviderOrder): Promise<void> {
  for (const { id, status, amount, contact } of await gateways.of(provider).fetchPayments(providerOrderId)) {
    if (status !== 'captured') {
      await database.deleteFrom('unknown_payments').where('provider_payment_id', '=', id).execute()
      continue
    }
    await database
      .insertInto('unknown_payments')
      .values({ provider, provider_payment_id: id, provider_order_id: providerOrderId, amount_paise: paise(amount), phone: contact })
      .onConflict((conflict) => conflict.column('provider_payment_id').doNothing())
      .execute()
  }
}
