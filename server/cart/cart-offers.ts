import { sql } from 'kysely'
import type { Database } from '../database/schema.ts'

/** What the quote of a cart depends on besides its lines. */
export interface CartOffers {
  /** that the shopper has entered; null without one */
  readonly code: string | null
  /** whether any offer that has not ended has a code */
  readonly hasCodes: boolean
  /** whether an offer applies by itself */
  readonly hasAutomatic: boolean
}

/** The columns of `CartOffers`, for one shopper. */
export const cartOffers = (userId: string) => sql`
  (select code from cart_offers where user_id = ${userId}) as code,
  exists (select from offers where active and code is not null and (to_at is null or to_at > now())) as "hasCodes",
  exists (select from offers where active and code is null) as "hasAutomatic"
`

export async function readCartOffers({ database, userId }: { database: Database; userId: string }): Promise<CartOffers> {
  const { rows } = await sql<CartOffers>`select ${cartOffers(userId)}`.execute(database)
  return rows[0] as CartOffers
}
