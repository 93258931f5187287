import type { User } from '#contract/users.ts'
import type { Database } from '../database/schema.ts'
import { cleanName, foldName } from './names.ts'

export interface UserRow {
  id: string
  name: string
  role: User['role']
  pin_hash: string
}

const columns = ['id', 'name', 'role', 'pin_hash'] as const

export async function findUserByName({ database, name }: { database: Database; name: string }): Promise<UserRow | undefined> {
  return database.selectFrom('users').select(columns).where('name_key', '=', foldName(name)).executeTakeFirst()
}

/** An account with the address of its last checkout. */
export async function findProfile({ database, id }: { database: Database; id: string }) {
  return database
    .selectFrom('users')
    .leftJoin('delivery_addresses', 'user_id', 'id')
    .select(['id', 'name', 'role', 'address'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Adds an account; undefined when the name was taken meanwhile. */
export async function addUser({
  database,
  name,
  pinHash,
}: {
  database: Database
  name: string
  pinHash: string
}): Promise<UserRow | undefined> {
  return database
    .insertInto('users')
    .values({ name: cleanName(name), name_key: foldName(name), pin_hash: pinHash })
    .onConflict((conflict) => conflict.column('name_key').doNothing())
    .returning(columns)
    .executeTakeFirst()
}

export async function listUsers({ database }: { database: Database }) {
  return database
    .selectFrom('users')
    .select(['id', 'name', 'role', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}
