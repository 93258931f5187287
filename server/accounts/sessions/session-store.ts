import { sql } from 'kysely'
import type { User } from '#contract/accounts/users.ts'
import { retention } from '#contract/kernel/limits/retention.ts'
import type { Right } from '#contract/kernel/rights.ts'
import type { Database } from '../../database/schema.ts'
import { generateToken, hashToken } from './tokens.ts'

export interface Session {
  readonly user: {
    readonly id: string
    readonly name: string
    readonly role: User['role']
    readonly hasStepUp: boolean
    /** of an administrator; none of a shopper */
    readonly rights: readonly Right[]
    /** phone numbers of shoppers are masked */
    readonly masksPhones: boolean
  }
  /** an administrator who has not set up the second factor */
  readonly lacksSecondFactor: boolean
  /** the set of the administrator demands one */
  readonly needsSecondFactor: boolean
  /** its time was extended, so the cookie must be set again */
  readonly extended: boolean
}

/** How long a sign-in or a PIN that was entered again counts as a step-up. */
const stepUpMinutes = 15

const fullTime = sql<Date>`now() + make_interval(days => ${retention.sessionDays})`

/** Whether a session has not reached its greatest age, and an administrator's has been used lately. */
const isWithinLimits = sql<boolean>`case when users.role = 'admin'
  then sessions.created_at > now() - make_interval(days => ${retention.maxAdminSessionDays})
    and last_seen_at > now() - make_interval(hours => ${retention.adminSessionHours})
  else sessions.created_at > now() - make_interval(days => ${retention.maxSessionDays}) end`

interface SessionStart {
  readonly database: Database
  readonly account: { readonly id: string; readonly pin_hash: string }
  readonly formerToken: string | undefined
  readonly deviceHash: Buffer
  readonly userAgent: string
  readonly timeZone: string | null
  /** whether a code was checked */
  readonly withSecondFactor: boolean
  /** whether the PIN that was just typed is easy to guess */
  readonly hasWeakPin: boolean
}

/**
 * Starts a session and returns its token; undefined when the account's PIN has been reset since it was verified. A former session
 * of the same browser ends, and so do notifications in it that are for others.
 */
export async function startSession({
  database,
  account,
  formerToken,
  deviceHash,
  userAgent,
  timeZone,
  withSecondFactor,
  hasWeakPin,
}: SessionStart): Promise<string | undefined> {
  const token = generateToken()
  if (formerToken) await endSession({ database, token: formerToken })
  // The update locks the row, which orders this after a concurrent reset of the PIN, or lets the reset find this session and end it.
  const { rows } = await sql`
    with account as (
      update users set has_weak_pin = ${hasWeakPin} where id = ${account.id} and pin_hash = ${account.pin_hash} returning id
    ), others as (
      delete from push_devices where device_hash = ${deviceHash} and user_id <> ${account.id}
    )
    insert into sessions (token_hash, user_id, expires_at, user_agent, time_zone, with_second_factor)
    select ${hashToken(token)}::bytea, id, ${fullTime}, ${userAgent}, ${timeZone}, ${withSecondFactor} from account
    returning 1
  `.execute(database)
  return rows.length > 0 ? token : undefined
}

interface SessionQuery {
  readonly database: Database
  readonly token: string
  /** whether somebody is using the session, so that it goes on */
  readonly isUse: boolean
}

/** The valid session of a token. Its time is extended at most once a day. */
export async function findSession({ database, token, isUse }: SessionQuery): Promise<Session | undefined> {
  const tokenHash = hashToken(token)
  const found = await database
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('second_factors', 'second_factors.user_id', 'users.id')
    .leftJoin('staff_sets', 'staff_sets.key', 'users.staff_set')
    .select(['users.id', 'users.name', 'users.role', 'staff_sets.rights'])
    .select(sql<boolean>`users.role = 'admin' and confirmed_at is null`.as('lacksSecondFactor'))
    .select(sql<boolean>`coalesce(needs_second_factor, false)`.as('needsSecondFactor'))
    .select(sql<boolean>`coalesce(masks_phones, false)`.as('masksPhones'))
    .select(sql<boolean>`proven_at > now() - make_interval(mins => ${stepUpMinutes})`.as('hasStepUp'))
    .select(sql<boolean>`expires_at < ${fullTime} - interval '1 day'`.as('extended'))
    .select(sql<boolean>`last_seen_at < now() - interval '10 minutes'`.as('isStale'))
    .where('token_hash', '=', tokenHash)
    .where('users.disabled_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .where(isWithinLimits)
    // A session from before the second factor.
    .where(sql<boolean>`(users.role = 'user' or confirmed_at is null or with_second_factor)`)
    .executeTakeFirst()
  if (!found) return undefined
  const { extended, isStale, lacksSecondFactor, needsSecondFactor, rights, ...user } = found
  if (isUse && (extended || isStale)) {
    const times = { last_seen_at: sql<Date>`now()`, ...(extended && { expires_at: fullTime }) }
    await database.updateTable('sessions').set(times).where('token_hash', '=', tokenHash).execute()
  }
  return { user: { ...user, rights: rights ?? [] }, lacksSecondFactor, needsSecondFactor, extended: isUse && extended }
}

async function endSession({ database, token }: { database: Database; token: string }): Promise<void> {
  await database.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute()
}

/** Signs a browser out: ends its session and the notifications in it. */
export async function signOut({ database, token, deviceHash }: { database: Database; token: string; deviceHash: Buffer }): Promise<void> {
  await endSession({ database, token })
  await database.deleteFrom('push_devices').where('device_hash', '=', deviceHash).execute()
}
