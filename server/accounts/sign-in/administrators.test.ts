import { describe, expect, test } from 'vitest'
import { normalizeName } from '#contract/accounts/names.ts'
import { hoursFromNow } from '#testing/hours-from-now.ts'
import { signInAdministrator, signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'
import { StartupError } from '../../kernel/startup-error.ts'
import { ensureAdministrator, parseAdministratorName, setAdministrator } from './administrators.ts'

const { request, database, pins } = await createTestApp()

const whoIs = (cookies: Record<string, string>) => request('GET', '/users/loggedinuser', { cookies })
const signIn = (name: string, pin: string) => request('POST', '/users/login', { body: { name, pin } })

test('an unknown name becomes an administrator who can sign in', async () => {
  const { name, pin, created } = await setAdministrator({ database, pins, name: ' Meera  Iyer ' })
  expect({ name, created }).toEqual({ name: 'Meera Iyer', created: true })
  expect(pin).toMatch(/^\d{8}$/)
  expect((await signIn('meera iyer', pin)).json()).toMatchObject({ user: { role: 'admin' }, created: false })
})

test('a known name becomes an administrator with a new PIN, without sessions and failed attempts', async () => {
  const shopper = await signInShopper({ request })
  await database.updateTable('users').set({ failed_attempts: 50 }).where('id', '=', shopper._id).execute()
  expect((await signIn(shopper.name, shopper.pin)).statusCode).toBe(403)
  const { pin, created } = await setAdministrator({ database, pins, name: shopper.name.toUpperCase() })
  expect(created).toBe(false)
  expect((await request('GET', '/users/loggedinuser', { cookies: shopper.cookies })).statusCode).toBe(401)
  expect((await signIn(shopper.name, shopper.pin)).statusCode).toBe(409)
  expect((await signIn(shopper.name, pin)).json()).toMatchObject({ user: { _id: shopper._id, name: shopper.name, role: 'admin' } })
})

test.each(['', '  ', '\u200b', 'x'.repeat(61)])('%o is not a valid name', (text) => {
  expect(() => parseAdministratorName(text)).toThrow(StartupError)
})

describe('the name of a new administrator', () => {
  const count = async () => (await database.selectFrom('users').select('id').execute()).length

  test.each([
    ['Mo\u3164na', 'a character that cannot be seen'],
    ['Моna', 'two alphabets'],
    ['...', 'a letter or a digit'],
    ['Lee1a', 'looks like'],
    ['Leela.', 'looks like'],
  ])('is not %o', async (name, reason) => {
    if (!(await signIn('Leela', '7294')).json().user) throw new Error('Leela has no account.')
    const before = await count()
    await expect(setAdministrator({ database, pins, name })).rejects.toThrow(reason)
    expect(await count()).toBe(before)
  })

  test('may be a reserved one, and one with digits beside another administrator', async () => {
    for (const name of ['Support', 'Support 2']) expect(await setAdministrator({ database, pins, name })).toMatchObject({ created: true })
  })

  test('of the settings has no character that cannot be seen', async () => {
    await database.updateTable('users').set({ role: 'user' }).where('role', '=', 'admin').execute()
    await expect(ensureAdministrator({ database, pins, name: 'ro\u2060ot' })).rejects.toThrow('ADMIN_NAME')
    expect(await ensureAdministrator({ database, pins, name: 'owner' })).toMatchObject({ name: 'owner' })
  })
})

test('an administrator whose name new accounts could not have gets a new PIN', async () => {
  const name = 'Mee\u3164ra'
  await database
    .insertInto('users')
    .values({ name, name_key: normalizeName(name), pin_hash: 'x', role: 'admin' })
    .execute()
  const { pin, created } = await setAdministrator({ database, pins, name })
  expect(created).toBe(false)
  expect((await signIn(name, pin)).statusCode).toBe(200)
})

test.each([
  ['12 hours without use', { last_seen_at: 12.1 }],
  ['7 days', { created_at: 7 * 24 + 1 }],
])('sessions of administrators end after %s, of shoppers later', async (_limit, hoursAgo) => {
  const [shopper, administrator] = [await signInShopper({ request }), await signInAdministrator({ request, database })]
  const times = Object.fromEntries(Object.entries(hoursAgo).map(([column, hours]) => [column, new Date(Date.now() - hours * 3_600_000)]))
  await database.updateTable('sessions').set(times).where('user_id', 'in', [shopper._id, administrator._id]).execute()
  expect((await whoIs(shopper.cookies)).statusCode).toBe(200)
  expect((await whoIs(administrator.cookies)).statusCode).toBe(401)
  expect((await request('GET', '/users/getUsers', { cookies: administrator.cookies })).statusCode).toBe(401)
})

test('sessions of administrators continue while they are used, not while an open page asks for notifications', async () => {
  const { cookies, _id } = await signInAdministrator({ request, database })
  const elevenHoursAgo = new Date(Date.now() - 11 * 3_600_000)
  await database.updateTable('sessions').set({ last_seen_at: elevenHoursAgo }).where('user_id', '=', _id).execute()
  const readLastSeen = async () =>
    (await database.selectFrom('sessions').select('last_seen_at').where('user_id', '=', _id).executeTakeFirstOrThrow()).last_seen_at
  expect((await request('GET', '/order/admin/notifications', { cookies })).statusCode).toBe(200)
  expect(await readLastSeen()).toEqual(elevenHoursAgo)
  expect((await whoIs(cookies)).statusCode).toBe(200)
  expect(hoursFromNow(await readLastSeen())).toBe(0)
})
