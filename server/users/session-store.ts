import { sql } from 'kysely'
import { keeping } from '#contract/business.ts'
import type { User } from '#contract/users.ts'
import type { Database } from '../database/tables.ts'
import { drawToken, hashToken } from './tokens.ts'

/** Days a session lasts without use, and at the very most. */
export const sessionDays = { sliding: keeping.sessionDays, absolute: keeping.sessionMostDays } as const

export interface Session {
  readonly user: { readonly id: string; readonly name: string; readonly role: User['role'] }
  /** the cookie is due to be written again */
  readonly extended: boolean
}

/** Starts a session and returns its token. A former session of the same browser ends. */
export async function startSession({
  database,
  userId,
  formerToken,
}: {
  database: Database
  userId: string
  formerToken: string | undefined
}): Promise<string> {
  const token = drawToken()
  if (formerToken) await endSession({ database, token: formerToken })
  await database
    .insertInto('sessions')
    .values({ token_hash: hashToken(token), user_id: userId, expires_at: sql<Date>`now() + ${`${sessionDays.sliding} days`}::interval` })
    .execute()
  return token
}

/** The living session of a token. Once a day of use it is given its full time again. */
export async function findSession({ database, token }: { database: Database; token: string }): Promise<Session | undefined> {
  const found = await database
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.name', 'users.role'])
    .select(sql<boolean>`expires_at < now() + ${`${sessionDays.sliding - 1} days`}::interval`.as('due'))
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .where('sessions.created_at', '>', sql<Date>`now() - ${`${sessionDays.absolute} days`}::interval`)
    .executeTakeFirst()
  if (!found) return undefined
  const { due, ...user } = found
  if (due) {
    await database
      .updateTable('sessions')
      .set({ expires_at: sql<Date>`now() + ${`${sessionDays.sliding} days`}::interval` })
      .where('token_hash', '=', hashToken(token))
      .execute()
  }
  return { user, extended: due }
}

export async function endSession({ database, token }: { database: Database; token: string }): Promise<void> {
  await database.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute()
}

/** Removes what can no longer be used. Run by a job. */
export async function sweepSessions({ database }: { database: Database }): Promise<void> {
  await database
    .deleteFrom('sessions')
    .where((eb) =>
      eb.or([
        eb('expires_at', '<', sql<Date>`now()`),
        eb('created_at', '<', sql<Date>`now() - ${`${sessionDays.absolute} days`}::interval`),
      ]),
    )
    .execute()
}
