import { sql } from 'kysely'
import type { ShopperContext } from '../accounts/users/lock-shopper.ts'
import type { Database } from '../database/schema.ts'

/** The code that a shopper has entered; null without one. */
export async function findCartCode({ database, userId }: { database: Database; userId: string }): Promise<string | null> {
  const found = await database.selectFrom('cart_offers').select('code').where('user_id', '=', userId).executeTakeFirst()
  return found?.code ?? null
}

/** `isAccepted`: false saves nothing, but takes as long. */
export async function saveCartCode({ trx, userId, code, isAccepted }: ShopperContext & { code: string; isAccepted: boolean }) {
  await sql`
    insert into cart_offers (user_id, code) select ${userId}::uuid, ${code}::text where ${isAccepted}::boolean
    on conflict (user_id) do update set code = excluded.code, entered_at = now()
  `.execute(trx)
}

/** Removes the code of a cart and returns it; null without one. */
export async function takeCartCode({ trx, userId }: ShopperContext): Promise<string | null> {
  const taken = await trx.deleteFrom('cart_offers').where('user_id', '=', userId).returning('code').executeTakeFirst()
  return taken?.code ?? null
}
