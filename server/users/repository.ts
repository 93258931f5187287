import type { Selectable } from 'kysely'
import type { Database, Tables } from '../database/schema.ts'
import { cleanName, normalizeName } from './names.ts'

const columns = ['id', 'name', 'role', 'pin_hash'] as const

export type UserRow = Pick<Selectable<Tables['users']>, (typeof columns)[number]>

export async function findUserByName({ database, name }: { database: Database; name: string }): Promise<UserRow | undefined> {
  return database.selectFrom('users').select(columns).where('name_key', '=', normalizeName(name)).executeTakeFirst()
}

/** A user with the address of the last checkout. */
export async function findProfile({ database, id }: { database: Database; id: string }) {
  return database
    .selectFrom('users')
    .leftJoin('delivery_addresses', 'user_id', 'id')
    .select(['id', 'name', 'role', 'address'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Adds a user; undefined when the name is taken. */
export async function addUser({ database, name, pinHash }: { database: Database; name: string; pinHash: string }) {
  return database
    .insertInto('users')
    .values({ name: cleanName(name), name_key: normalizeName(name), pin_hash: pinHash })
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
