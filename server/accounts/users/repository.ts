import { type Selectable, sql } from 'kysely'
import { cleanName, normalizeName } from '#contract/accounts/names.ts'
import { retention } from '#contract/kernel/limits/retention.ts'
import type { Database, Tables, Transaction } from '../../database/schema.ts'
import { hashNameKey, toNameKeys, toNameSkeleton } from './name-keys.ts'
import { isNameOfAdministrator } from './new-names.ts'

const columns = ['id', 'name', 'role', 'pin_hash', 'verified_email', 'asks_email_code', 'failed_attempts', 'disabled_at'] as const

export type UserRow = Pick<Selectable<Tables['users']>, (typeof columns)[number]>

export async function findUserByName({ database, name }: { database: Database; name: string }): Promise<UserRow | undefined> {
  return database.selectFrom('users').select(columns).where('name_key', '=', normalizeName(name)).executeTakeFirst()
}

/** A user with the address of the last checkout, and whether there is a second factor. */
export async function findProfile({ database, id }: { database: Database; id: string }) {
  return database
    .selectFrom('users')
    .leftJoin('delivery_addresses', 'delivery_addresses.user_id', 'users.id')
    .leftJoin('second_factors', 'second_factors.user_id', 'users.id')
    .leftJoin('staff_sets', 'staff_sets.key', 'users.staff_set')
    .select(['id', 'name', 'role', 'address', 'confirmed_at', 'rights', 'title', 'needs_second_factor'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** The columns of a name. Accounts without `name_keys` are from servers of an earlier version. */
export const toNameColumns = (name: string) => ({
  name: cleanName(name),
  name_key: normalizeName(name),
  name_skeleton: toNameSkeleton(name),
  name_keys: toNameKeys(name),
})

/** The forms by which the name of a deleted account is found again. */
export const hashNames = (name: string): Buffer[] => [toNameSkeleton(name), ...toNameKeys(name)].map(hashNameKey)

/** Whether somebody has a name that looks like this one, or had it until lately. Other new names with its keys wait for the transaction. */
export async function isNameTaken({ trx, name }: { trx: Transaction; name: string }): Promise<boolean> {
  const keys = toNameKeys(name)
  // Not a unique index, because accounts from before this check may look alike.
  await sql`
    select pg_advisory_xact_lock(lock) from (
      select distinct hashtextextended(key, 0) as lock from unnest(${[toNameSkeleton(name), ...keys]}::text[]) as key order by lock
    ) as locks
  `.execute(trx)
  const lookAlike = await trx
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`name_skeleton = ${toNameSkeleton(name)} or name_keys && ${keys}::text[]`)
    .limit(1)
    .executeTakeFirst()
  if (lookAlike) return true
  const retired = await trx
    .selectFrom('retired_names')
    .select('retired_at')
    .where('skeleton_hash', 'in', hashNames(name))
    .where('retired_at', '>', sql<Date>`now() - make_interval(days => ${retention.retiredNameDays})`)
    .limit(1)
    .executeTakeFirst()
  return retired !== undefined
}

/** Adds a user; undefined when the name or one that looks like it is taken, or belonged to an account that was deleted lately. */
export async function addUser({ database, name, pinHash }: { database: Database; name: string; pinHash: string }) {
  return database.transaction().execute(async (trx) => {
    if (await isNameTaken({ trx, name })) return undefined
    const administrators = await trx.selectFrom('users').select('name').where('role', '=', 'admin').execute()
    if (isNameOfAdministrator({ name, administrators: administrators.map((administrator) => administrator.name) })) return undefined
    return trx
      .insertInto('users')
      .values({ ...toNameColumns(name), pin_hash: pinHash })
      .onConflict((conflict) => conflict.column('name_key').doNothing())
      .returning(columns)
      .executeTakeFirst()
  })
}

/** Fills the keys of accounts from before they were stored. */
export async function fillNameKeys({ database, signal }: { database: Database; signal: AbortSignal }): Promise<void> {
  while (!signal.aborted) {
    const rows = await database.selectFrom('users').select(['id', 'name']).where('name_keys', 'is', null).limit(1_000).execute()
    if (rows.length === 0) return
    const keys = rows.map(({ id, name }) => ({ id, skeleton: toNameSkeleton(name), keys: toNameKeys(name) }))
    await sql`
      update users set name_skeleton = filled.skeleton, name_keys = filled.keys
      from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as filled (id uuid, skeleton text, keys text[])
      where users.id = filled.id
    `.execute(database)
  }
}

export async function listUsers({ database }: { database: Database }) {
  return database
    .selectFrom('users')
    .select(['id', 'name', 'role', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}
