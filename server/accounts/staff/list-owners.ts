import { sql } from 'kysely'
import type { Database } from '../../database/schema.ts'

/** Named to somebody who lacks a right. */
const maxOwners = 3

/** Names of enabled owners, those who were here last first. */
export async function listOwners({ database }: { database: Database }): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from users where role = 'admin' and staff_set = 'owner' and disabled_at is null
    order by (select max(last_seen_at) from sessions where sessions.user_id = users.id) desc nulls last, lower(name) limit ${maxOwners}
  `.execute(database)
  return rows.map(({ name }) => name)
}
