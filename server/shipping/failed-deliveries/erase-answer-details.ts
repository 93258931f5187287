import { sql } from 'kysely'
import { retention } from '#contract/kernel/limits/retention.ts'
import type { Database } from '../../database/schema.ts'

/** Erases the addresses and phone numbers that were entered after failed deliveries, when the parcels have arrived. */
export async function eraseAnswerDetails({ database }: { database: Database }): Promise<void> {
  await database
    .updateTable('delivery_answers as answer')
    .from('courier_parcels as parcel')
    .set({ address_line: '', phone: '' })
    .whereRef('parcel.reference', '=', 'answer.reference')
    .where(sql<boolean>`(answer.address_line <> '' or answer.phone <> '')`)
    .where(
      sql<boolean>`(
        parcel.state in ('delivered', 'returned', 'lost', 'cancelled')
        or answer.created_at < now() - make_interval(days => ${retention.deliveryAnswerDays})
      )`,
    )
    .execute()
}
