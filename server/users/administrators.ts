import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { maxNameLength } from '#contract/users.ts'
import type { Database } from '../database/schema.ts'
import { StartupError } from '../startup-error.ts'
import { cleanName, foldName } from './names.ts'
import type { Pins } from './pins.ts'

export interface Credentials {
  readonly name: string
  readonly pin: string
}

/** Eight digits: an administrator's PIN is drawn by the shop, so it need not be short. */
export function drawPin(): string {
  return String(randomInt(10_000_000, 100_000_000))
}

/**
 * Makes the first administrator of a shop that has none, and returns the credentials to be shown once; undefined when
 * there already is one. Several servers starting at once make one.
 */
export async function ensureAdministrator({
  database,
  pins,
  name,
  pin = drawPin(),
}: {
  database: Database
  pins: Pins
  name: string
  pin?: string | undefined
}): Promise<Credentials | undefined> {
  const existing = await database.selectFrom('users').select('id').where('role', '=', 'admin').limit(1).executeTakeFirst()
  if (existing) return undefined
  const made = await database
    .insertInto('users')
    .values({ name: cleanName(name), name_key: foldName(name), pin_hash: await pins.hash(pin), role: 'admin' })
    .onConflict((conflict) => conflict.column('name_key').doNothing())
    .returning('name')
    .executeTakeFirst()
  return made && { name: made.name, pin }
}

/** The name given on the command line. Throws `StartProblem` when there is none, or one that no account can have. */
export function readAdministratorName(text: string): string {
  const name = cleanName(text)
  if (foldName(name) === '') throw new StartupError('Say whose PIN to make: npm run admin -- NAME')
  if ([...name].length > maxNameLength) throw new StartupError(`A name has at most ${maxNameLength} characters.`)
  return name
}

/**
 * Makes an administrator, or makes one of an account that is there: a new PIN, tries that start again, no session and
 * no known browser left. Returns the credentials to be shown once.
 */
export async function setAdministrator({
  database,
  pins,
  name,
}: {
  database: Database
  pins: Pins
  name: string
}): Promise<Credentials & { readonly created: boolean }> {
  const pin = drawPin()
  const keyed = { pin_hash: await pins.hash(pin), role: 'admin' as const }
  return database.transaction().execute(async (trx) => {
    const { id, created, ...account } = await trx
      .insertInto('users')
      .values({ name: cleanName(name), name_key: foldName(name), ...keyed })
      .onConflict((conflict) => conflict.column('name_key').doUpdateSet({ ...keyed, failures: 0, next_try_at: null }))
      // A row version that replaced another one bears the mark of the transaction that did so.
      .returning(['id', 'name', sql<boolean>`xmax = 0`.as('created')])
      .executeTakeFirstOrThrow()
    await trx.deleteFrom('sessions').where('user_id', '=', id).execute()
    await trx.deleteFrom('known_devices').where('user_id', '=', id).execute()
    return { name: account.name, pin, created }
  })
}
