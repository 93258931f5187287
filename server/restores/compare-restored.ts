import { sql } from 'kysely'
import type { PaymentContext } from '../payments/provider/gateways.ts'
import { compareWithProvider, type Found } from '../payments/settlement/captured-payments.ts'
import { endRestore, findOpenRestore } from './record-restore.ts'

/** Payments that are older cannot be refunded. */
const refundableDays = 180

/**
 * Compares the providers' payments and refunds since the restored backup was made, once, and ends the hold of money when nothing else is to
 * be answered. Returns what was missing. Throws `GatewayError` when a provider does not answer; money stays held.
 */
export async function compareRestored({ database, gateways }: PaymentContext): Promise<Found> {
  const found: Found = { payments: [], refunds: [] }
  const restore = await findOpenRestore({ database })
  if (!restore) return found
  if (restore.compared_at === null) {
    if (await lacksProvider({ database, gateways })) return found
    for (const { provider } of gateways.all) {
      const { payments, refunds } = await compareWithProvider({ database, gateways, provider, since: restore.made_at })
      found.payments.push(...payments)
      found.refunds.push(...refunds)
    }
    await database.updateTable('restores').set({ compared_at: sql<Date>`clock_timestamp()` }).where('id', '=', restore.id).execute()
  }
  await endRestore({ database })
  return found
}

/** Whether payments were made with a provider that is not configured: its refunds cannot be compared. */
async function lacksProvider({ database, gateways }: PaymentContext): Promise<boolean> {
  const configured = gateways.all.map(({ provider }) => provider)
  const paid = await database
    .selectFrom('payments')
    .select('id')
    .where('status', '=', 'paid')
    .where('provider', '<>', sql<string>`all(${configured}::text[])`)
    .where('created_at', '>', sql<Date>`clock_timestamp() - make_interval(days => ${refundableDays})`)
    .limit(1)
    .executeTakeFirst()
  return paid !== undefined
}
