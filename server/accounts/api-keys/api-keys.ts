import { sql } from 'kysely'
import type { z } from 'zod'
import { type ApiKey, type apiKeyCalls, apiKeyLimits, apiKeyPrefix } from '#contract/accounts/api-keys.ts'
import { countRows } from '../../database/count-rows.ts'
import { isUuid } from '../../database/is-uuid.ts'
import type { Database } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Session } from '../sessions/session-store.ts'
import { generateToken, hashToken } from '../sessions/tokens.ts'

type NewApiKey = z.output<(typeof apiKeyCalls)['createApiKey']['body']>

/**
 * The administrator in whose name a key acts, with the rights that both have; undefined for a key that is unknown, revoked or expired, or whose
 * administrator is disabled or deleted. Notes the use at most every ten minutes.
 */
export async function findApiKey({
  database,
  key,
}: {
  database: Database
  key: string
}): Promise<(Session & { keyId: string }) | undefined> {
  const found = await database
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.created_by')
    .innerJoin('staff_sets', 'staff_sets.key', 'users.staff_set')
    .select(['users.id', 'users.name', 'users.role', 'api_keys.id as keyId', 'api_keys.rights', 'staff_sets.rights as granted'])
    .select('masks_phones as masksPhones')
    .select(sql<boolean>`last_used_at is null or last_used_at < now() - interval '10 minutes'`.as('isStale'))
    .where('key_hash', '=', hashToken(key))
    .where('revoked_at', 'is', null)
    .where('users.disabled_at', 'is', null)
    .where(sql<boolean>`(expires_at is null or expires_at > now())`)
    .executeTakeFirst()
  if (!found) return undefined
  const { keyId, isStale, granted, rights, ...user } = found
  if (isStale) await database.updateTable('api_keys').set({ last_used_at: sql<Date>`now()` }).where('id', '=', keyId).execute()
  return {
    keyId,
    user: { ...user, hasStepUp: false, rights: rights.filter((right) => granted.includes(right)) },
    lacksSecondFactor: false,
    needsSecondFactor: false,
    extended: false,
  }
}

export async function listApiKeys({ database }: { database: Database }): Promise<ApiKey[]> {
  const rows = await database
    .selectFrom('api_keys')
    .leftJoin('users', 'users.id', 'api_keys.created_by')
    .select(['api_keys.id', 'api_keys.name', 'rights', 'key_end', 'api_keys.created_at', 'creator_name', 'expires_at', 'last_used_at'])
    .select(
      sql<ApiKey['state']>`case when revoked_at is not null then 'revoked' when expires_at <= now() then 'expired'
        when users.role is distinct from 'admin' or disabled_at is not null then 'without_owner' else 'valid' end`.as('state'),
    )
    .orderBy('api_keys.created_at', 'desc')
    .execute()
  return rows.map(({ id, key_end, created_at, creator_name, expires_at, last_used_at, ...row }) => ({
    ...row,
    _id: id,
    end: key_end,
    createdAt: created_at.toISOString(),
    createdBy: creator_name,
    expiresAt: expires_at?.toISOString() ?? null,
    lastUsedAt: last_used_at?.toISOString() ?? null,
  }))
}

interface KeyRequest extends NewApiKey {
  readonly database: Database
  readonly creator: Session['user']
}

/**
 * Makes a key, which is returned once and stored as a hash.
 * @throws AppError 400 for a right that its maker does not have.
 * @throws AppError 409 when the shop has too many keys.
 */
export async function createApiKey({ database, creator, name, rights, term }: KeyRequest): Promise<{ id: string; secret: string }> {
  if (rights.some((right) => !creator.rights.includes(right))) throw new AppError('api_key_right_missing', { field: 'rights' })
  const secret = `${apiKeyPrefix}${generateToken()}`
  return database.transaction().execute(async (trx) => {
    // One at a time, so that keys made at the same moment count each other.
    await sql`lock table api_keys in share row exclusive mode`.execute(trx)
    const count = await countRows(trx.selectFrom('api_keys').where('revoked_at', 'is', null))
    if (count >= apiKeyLimits.keys) throw new AppError('api_keys_full')
    const { id } = await trx
      .insertInto('api_keys')
      .values({
        name,
        rights,
        key_hash: hashToken(secret),
        key_end: secret.slice(-4),
        created_by: creator.id,
        creator_name: creator.name,
        expires_at: term === 'never' ? null : sql<Date>`now() + make_interval(days => ${Number(term)})`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, secret }
  })
}

/** @throws AppError 404 for an unknown key. A key that is revoked already stays so. */
export async function revokeApiKey({ database, id }: { database: Database; id: string }): Promise<string> {
  if (!isUuid(id)) throw new AppError('api_key_not_found')
  const revoked = await database
    .updateTable('api_keys')
    .set((eb) => ({ revoked_at: eb.fn.coalesce('revoked_at', sql<Date>`now()`) }))
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirstOrThrow(() => new AppError('api_key_not_found'))
  return revoked.name
}
