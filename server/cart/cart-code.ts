import { sql } from 'kysely'
import type { ShopperContext } from '../accounts/lock-shopper.ts'
import type { Database } from '../database/schema.ts'

/** The code that a shopper has entered; null without one. */
export async function findCartCode({ database, userId }: { database: Database; userId: string }): Promise<string | null> {
  const found = await database.selectFrom('cart_offers').select('code').where('user_id', '=', userId).executeTakeFirst()
  return found?.code ?? null
}

export async function saveCartCode({ trx, userId, code }: ShopperContext & { code: string }): Promise<void> {
  await trx
    .insertInto('cart_offers')
    .values({ user_id: userId, code })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ code, entered_at: sql<Date>`now()` }))
    .execute()
}

/** Removes the code of a cart and returns it; null without one. */
export async function takeCartCode({ trx, userId }: ShopperContext): Promise<string | null> {
  const taken = await trx.deleteFrom('cart_offers').where('user_id', '=', userId).returning('code').executeTakeFirst()
  return taken?.code ?? null
}
