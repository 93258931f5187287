import { type Selectable, sql } from 'kysely'
import { retention } from '#contract/limits/retention.ts'
import type { Database, Tables } from '../database/schema.ts'
import { cleanName, hashNameSkeleton, normalizeName, toNameSkeleton } from './sign-in/names.ts'

const columns = ['id', 'name', 'role', 'pin_hash', 'verified_email', 'asks_email_code'] as const

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
    .select(['id', 'name', 'role', 'address', 'confirmed_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Adds a user; undefined when the name or one that looks like it is taken, or belonged to an account that was deleted lately. */
export async function addUser({ database, name, pinHash }: { database: Database; name: string; pinHash: string }) {
  const skeleton = toNameSkeleton(name)
  return database.transaction().execute(async (trx) => {
    // Not a unique index, because accounts from before this check may look alike.
    await sql`select pg_advisory_xact_lock(hashtextextended(${skeleton}, 0))`.execute(trx)
    const lookAlike = await trx.selectFrom('users').select('id').where('name_skeleton', '=', skeleton).limit(1).executeTakeFirst()
    if (lookAlike) return undefined
    const retired = await trx
      .selectFrom('retired_names')
      .select('retired_at')
      .where('skeleton_hash', '=', hashNameSkeleton(skeleton))
      .where('retired_at', '>', sql<Date>`now() - make_interval(days => ${retention.retiredNameDays})`)
      .executeTakeFirst()
    if (retired) return undefined
    return trx
      .insertInto('users')
      .values({ name: cleanName(name), name_key: normalizeName(name), name_skeleton: skeleton, pin_hash: pinHash })
      .onConflict((conflict) => conflict.column('name_key').doNothing())
      .returning(columns)
      .executeTakeFirst()
  })
}

/** Fills the skeletons of accounts from before they were stored. */
export async function fillNameSkeletons({ database, signal }: { database: Database; signal: AbortSignal }): Promise<void> {
  while (!signal.aborted) {
    const rows = await database.selectFrom('users').select(['id', 'name']).where('name_skeleton', 'is', null).limit(1_000).execute()
    if (rows.length === 0) return
    await sql`
      update users set name_skeleton = filled.skeleton
      from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ name }) => toNameSkeleton(name))}::text[]) as filled (id, skeleton)
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
