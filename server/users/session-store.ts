import { CompiledQuery, sql } from 'kysely'
import { retention } from '#contract/business.ts'
import type { User } from '#contract/users.ts'
import { readTogether } from '../database/read-together.ts'
import type { Database } from '../database/schema.ts'
import { deleteInBatches } from '../jobs/delete-in-batches.ts'
import { drawToken, hashToken } from './tokens.ts'

/** Days a session lasts without use, and at the very most. */
export const sessionDays = { sliding: retention.sessionDays, absolute: retention.maxSessionDays } as const

export interface Session {
  readonly user: { readonly id: string; readonly name: string; readonly role: User['role'] }
  /** the cookie is due to be written again */
  readonly extended: boolean
}

/**
 * Starts a session of an account whose PIN was right, and returns its token; undefined when the account has been given another
 * PIN since. A former session of the same browser ends.
 */
export async function startSession({
  database,
  account,
  formerToken,
}: {
  database: Database
  account: { readonly id: string; readonly pin_hash: string }
  formerToken: string | undefined
}): Promise<string | undefined> {
  const token = drawToken()
  if (formerToken) await endSession({ database, token: formerToken })
  // The lock lets a new PIN that is being written come first, or find this session and end it.
  const { rows } = await sql`
    insert into sessions (token_hash, user_id, expires_at)
    select ${hashToken(token)}::bytea, id, now() + ${`${sessionDays.sliding} days`}::interval
    from users where id = ${account.id} and pin_hash = ${account.pin_hash} for share
    returning 1
  `.execute(database)
  return rows.length > 0 ? token : undefined
}

interface FoundSession {
  readonly token_hash: Buffer
  readonly id: string
  readonly name: string
  readonly role: User['role']
  /** a day of its time is over */
  readonly due: boolean
}

const sessionsStatement = `
  select token_hash, users.id, users.name, users.role, expires_at < now() + interval '${sessionDays.sliding - 1} days' as due
  from sessions join users on users.id = sessions.user_id
  where token_hash = any(array(select decode(hash, 'hex') from json_array_elements_text($1::json) as asked (hash)))
    and expires_at > now() and sessions.created_at > now() - interval '${sessionDays.absolute} days'`

const readSession = readTogether<Buffer, FoundSession | undefined>(async ({ database, keys }) => {
  const asked = JSON.stringify(keys.map((hash) => hash.toString('hex')))
  const { rows } = await database.executeQuery(CompiledQuery.raw(sessionsStatement, [asked]) as CompiledQuery<FoundSession>)
  return keys.map((hash) => rows.find((row) => row.token_hash.equals(hash)))
})

/** The living session of a token. Once a day of use it is given its full time again. */
export async function findSession({ database, token }: { database: Database; token: string }): Promise<Session | undefined> {
  const tokenHash = hashToken(token)
  const found = await readSession({ database, key: tokenHash })
  if (!found) return undefined
  const { id, name, role, due } = found
  if (due) {
    await database
      .updateTable('sessions')
      .set({ expires_at: sql<Date>`now() + ${`${sessionDays.sliding} days`}::interval` })
      .where('token_hash', '=', tokenHash)
      .execute()
  }
  return { user: { id, name, role }, extended: due }
}

export async function endSession({ database, token }: { database: Database; token: string }): Promise<void> {
  await database.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute()
}

/** Removes sessions that can no longer be used, and browsers whose cookie has run out. Run by a job. */
export async function sweepSessions({ database, ending }: { database: Database; ending: AbortSignal }): Promise<void> {
  await deleteInBatches({
    ...{ database, table: 'sessions', ending },
    where: sql`expires_at < now() or created_at < now() - make_interval(days => ${sessionDays.absolute})`,
  })
  await deleteInBatches({
    ...{ database, table: 'known_devices', ending },
    where: sql`last_success_at < now() - make_interval(days => ${retention.deviceDays})`,
  })
}
