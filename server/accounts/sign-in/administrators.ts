import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { cleanName, normalizeName } from '#contract/accounts/names.ts'
import { maxLengths } from '#contract/kernel/business.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import { StartupError } from '../../kernel/startup-error.ts'
import type { Pins } from '../pins/pins.ts'
import { findNameError } from '../users/new-names.ts'
import { findUserByName, isNameTaken, toNameColumns } from '../users/repository.ts'

export interface Credentials {
  readonly name: string
  readonly pin: string
}

interface AdministratorRequest {
  readonly database: Database
  readonly pins: Pins
  readonly name: string
}

/** A random PIN of eight digits. */
export function generatePin(): string {
  return String(randomInt(10_000_000, 100_000_000))
}

/**
 * Creates the first administrator and returns the credentials, which are shown once; undefined when there already is one. Servers
 * that start at the same time create one.
 *
 * @throws StartupError for a name with characters that cannot be seen.
 */
export async function ensureAdministrator({ pin = generatePin(), ...request }: AdministratorRequest & { pin?: string | undefined }) {
  const { database, pins, name } = request
  const existing = await database.selectFrom('users').select('id').where('role', '=', 'admin').limit(1).executeTakeFirst()
  if (existing) return undefined
  const nameError = findNameError(name)
  if (nameError !== undefined) throw new StartupError(`ADMIN_NAME: ${nameError}`)
  const created = await database
    .insertInto('users')
    .values({ ...toNameColumns(name), pin_hash: await pins.hash(pin), role: 'admin' })
    .onConflict((conflict) => conflict.column('name_key').doNothing())
    .returning('name')
    .executeTakeFirst()
  return created && { name: created.name, pin }
}

/** Parses the name given on the command line. Throws `StartupError` when it is missing or invalid. */
export function parseAdministratorName(text: string): string {
  const name = cleanName(text)
  if (normalizeName(name) === '') throw new StartupError('A name is missing: npm run admin -- NAME')
  if ([...name].length > maxLengths.userName) throw new StartupError(`A name has at most ${maxLengths.userName} characters.`)
  return name
}

async function checkNewName({ trx, name }: { trx: Transaction; name: string }): Promise<void> {
  const nameError = findNameError(name)
  if (nameError !== undefined) throw new StartupError(nameError)
  if (await isNameTaken({ trx, name })) throw new StartupError(`An account has a name that looks like ${name}. Please choose another one.`)
}

/**
 * Creates an owner, or makes an existing user or administrator one: enabled, with a new PIN, reset counters, no session, no known device and no second factor. Returns
 * the credentials, which are shown once.
 *
 * @throws StartupError for a new name that cannot be told from others.
 */
export async function setAdministrator({ database, pins, name }: AdministratorRequest): Promise<Credentials & { created: boolean }> {
  const pin = generatePin()
  const values = { pin_hash: await pins.hash(pin), role: 'admin' as const, staff_set: 'owner' as const, disabled_at: null }
  return database.transaction().execute(async (trx) => {
    if (!(await findUserByName({ database: trx, name }))) await checkNewName({ trx, name })
    const { id, created, ...account } = await trx
      .insertInto('users')
      .values({ ...toNameColumns(name), ...values })
      .onConflict((conflict) => conflict.column('name_key').doUpdateSet({ ...values, failed_attempts: 0, next_attempt_at: null }))
      // xmax is 0 for an inserted row and set for an updated one.
      .returning(['id', 'name', sql<boolean>`xmax = 0`.as('created')])
      .executeTakeFirstOrThrow()
    await trx.deleteFrom('sessions').where('user_id', '=', id).execute()
    await trx.deleteFrom('known_devices').where('user_id', '=', id).execute()
    await trx.deleteFrom('second_factors').where('user_id', '=', id).execute()
    return { name: account.name, pin, created }
  })
}
