import type { SavedAddress } from '#contract/address.ts'
import type { Database } from '../database/schema.ts'

interface Shopper {
  readonly database: Database
  readonly userId: string
}

/** The address of the shopper's last checkout. */
export async function findAddress({ database, userId }: Shopper): Promise<SavedAddress | null> {
  const row = await database.selectFrom('delivery_addresses').select('address').where('user_id', '=', userId).executeTakeFirst()
  return row?.address ?? null
}

export async function saveAddress({ database, userId, address }: Shopper & { address: SavedAddress }): Promise<void> {
  await database
    .insertInto('delivery_addresses')
    .values({ user_id: userId, address: JSON.stringify(address) })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet((eb) => ({ address: eb.ref('excluded.address') })))
    .execute()
}

export async function deleteAddress({ database, userId }: Shopper): Promise<void> {
  await database.deleteFrom('delivery_addresses').where('user_id', '=', userId).execute()
}
