import { randomInt } from 'node:crypto'
import type { Database } from '../database/tables.ts'
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
