import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createSignIn, newName, readCookies, signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'
import { resetUserPin } from '../sign-in/reset-pin.ts'

const { request, database, pins } = await createTestApp({ environment: { TRUST_PROXY: 'on', LIMITS_FACTOR: '10' } })

const { signIn, whoIs } = createSignIn({ request })

// Keeps the seconds of each wait, and makes the wait an hour long, so that it does not end in a test on a slow machine.
await sql`
  create table waits (user_id uuid, seconds int, id bigint generated always as identity);
  create function keep_wait() returns trigger language plpgsql as $$
  declare seconds int = round(extract(epoch from new.next_attempt_at - clock_timestamp()));
  begin
    insert into waits (user_id, seconds) values (new.id, seconds);
    if seconds > 0 then new.next_attempt_at = clock_timestamp() + interval '1 hour'; end if;
    return new;
  end $$;
  create trigger waits before update on users for each row
    when (new.failed_attempts > old.failed_attempts and new.next_attempt_at is not null) execute function keep_wait()
`.execute(database)

const readWaits = async (userId: string) => {
  const { rows } = await sql<{ seconds: number }>`select seconds from waits where user_id = ${userId} order by id`.execute(database)
  return rows.map(({ seconds }) => seconds)
}

describe('the login throttle', () => {
  test('60 wrong PINs from 60 IP addresses are limited per account, while the known device of the owner can sign in', async () => {
    const owner = await signInShopper({ request })
    const replies = await Promise.all(Array.from({ length: 60 }, (_, index) => signIn(owner.name, '0000', { from: `203.0.113.${index}` })))
    const statuses = replies.map((reply) => reply.statusCode)
    // Five are free.
    expect(statuses.toSorted()).toEqual([...Array(5).fill(409), ...Array(55).fill(429)])
    expect(await readWaits(owner._id)).toEqual([0, 0, 0, 0, 1])
    const refused = await signIn(owner.name, owner.pin, { from: '203.0.113.99' })
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(refused.json().error).toMatch(/^Too many tries\. Please try again in \d+ (second|minute)s?\.$/)
    expect((await signIn(owner.name, owner.pin, { cookies: owner.cookies })).statusCode).toBe(200)
  })

  test('waits double, and a right PIN after the wait resets them', async () => {
    const { name, pin, _id } = await signInShopper({ request })
    for (let tries = 0; tries < 9; tries += 1) {
      await database.updateTable('users').set({ next_attempt_at: null }).where('id', '=', _id).execute()
      await signIn(name, '0000')
    }
    expect(await readWaits(_id)).toEqual([0, 0, 0, 0, 1, 2, 4, 8, 16])
    const wait = await signIn(name, pin)
    expect([wait.statusCode, Math.round(Number(wait.headers['retry-after']) / 3_600)]).toEqual([429, 1])
    await database.updateTable('users').set({ next_attempt_at: null }).where('id', '=', _id).execute()
    expect((await signIn(name, pin)).statusCode).toBe(200)
    expect((await signIn(name, '0000')).statusCode).toBe(409)
    expect((await signIn(name, pin)).statusCode).toBe(200)
  })

  test('fifty failures lock the account, and a known device only after fifty of its own', async () => {
    const owner = await signInShopper({ request })
    await database.updateTable('users').set({ failed_attempts: 50 }).where('id', '=', owner._id).execute()
    const unknownDevice = await signIn(owner.name, owner.pin)
    expect([unknownDevice.statusCode, unknownDevice.json().code]).toEqual([403, 'account_locked'])
    await database.updateTable('known_devices').set({ failed_attempts: 50 }).where('user_id', '=', owner._id).execute()
    expect((await signIn(owner.name, owner.pin, { cookies: owner.cookies })).statusCode).toBe(403)
  })

  test('failures are limited per IP address over all names', async () => {
    const { name, pin } = await signInShopper({ request })
    const from = '192.0.2.7'
    await database
      .insertInto('limits')
      .values({ key: `pin-address:${from}`, points: 1000, expire: Date.now() + 60_000 })
      .execute()
    expect((await signIn(name, pin, { from })).statusCode).toBe(429)
    expect((await signIn(name, pin, { from: '192.0.2.8' })).statusCode).toBe(200)
  })

  test('the limit of all failures rejects unknown devices and unknown names, not known devices', async () => {
    const owner = await signInShopper({ request })
    const spent = { points: 1_000_000, expire: Date.now() + 60_000 }
    await database
      .insertInto('limits')
      .values({ key: 'pin-all:all', ...spent })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(spent))
      .execute()
    try {
      expect((await signIn(owner.name, owner.pin)).statusCode).toBe(429)
      expect((await signIn(newName(), '1234')).statusCode).toBe(429)
      expect((await signIn(owner.name, owner.pin, { cookies: owner.cookies })).statusCode).toBe(200)
    } finally {
      await database.deleteFrom('limits').where('key', '=', 'pin-all:all').execute()
    }
  })

  test('queued logins with the old PIN are rejected after the PIN is reset', async () => {
    const { name, pin, _id, cookies } = await signInShopper({ request })
    const queued = Array.from({ length: 20 }, () => signIn(name, pin))
    const { pin: newPin } = await resetUserPin({ database, pins, id: _id })
    const replies = await Promise.all(queued)
    expect(new Set(replies.map((reply) => reply.statusCode))).toContain(409)
    const sessions = await Promise.all([cookies, ...replies.map(readCookies)].map(whoIs))
    expect(new Set(sessions.map((reply) => reply.statusCode))).toEqual(new Set([401]))
    expect(await database.selectFrom('known_devices').select('user_id').where('user_id', '=', _id).execute()).toEqual([])
    // The queued logins counted as failed attempts.
    await database.updateTable('users').set({ next_attempt_at: null }).where('id', '=', _id).execute()
    expect((await signIn(name, newPin)).statusCode).toBe(200)
  })

  test('texts of a proxy header that are no IP address share one counter, of any length', async () => {
    const name = newName()
    const from = (letter: string) => letter.repeat(2_000)
    expect((await signIn(name, '1234', { from: from('a') })).statusCode).toBe(200)
    expect((await signIn(name, '9999', { from: from('a') })).statusCode).toBe(409)
    const keys = await database.selectFrom('limits').select('key').where('key', 'like', 'pin-address:%').orderBy('key').execute()
    await signIn(name, '9999', { from: from('b') })
    const more = await database.selectFrom('limits').select('key').where('key', 'like', 'pin-address:%').orderBy('key').execute()
    expect([keys.length > 0, more]).toEqual([true, keys])
  })

  test('new accounts are limited per IP address', async () => {
    const from = '192.0.2.9'
    await database
      .insertInto('limits')
      .values({ key: `accounts-address:${from}`, points: 600, expire: Date.now() + 60_000 })
      .execute()
    expect((await signIn(newName(), '1234', { from })).statusCode).toBe(429)
  })
})
