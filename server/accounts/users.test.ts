import { hash, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { hoursFromNow } from '#testing/hours-from-now.ts'
import { createSignIn, newName, readCookies, signInAdministrator, signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createPurgeJobs } from '../jobs/purge-jobs.ts'

const { request, database } = await createTestApp({ environment: { TRUST_PROXY: 'on', LIMITS_FACTOR: '10' } })

const purgeSessions = () => {
  const job = createPurgeJobs({ database }).find(({ name }) => name === 'purge-sessions')
  return job?.run({ publish: () => {}, log: console, signal: new AbortController().signal })
}
const { signIn, whoIs } = createSignIn({ request })

describe('POST /users/login', () => {
  test('creates an account for an unknown name, and signs in the same name and PIN', async () => {
    const name = newName()
    const first = await signIn(name, '1234')
    expect(first.statusCode).toBe(200)
    expect(first.json()).toMatchObject({ created: true, message: 'Login successful', user: { name, role: 'user' } })
    const again = await signIn(name, '1234')
    expect(again.json()).toMatchObject({ created: false, user: { _id: first.json().user._id } })
  })

  test('an account that must be new is refused under a name that is taken, also with its PIN', async () => {
    const name = newName()
    const register = () => request('POST', '/users/login', { body: { name, pin: '1234', mustBeNew: true } })
    expect((await register()).json()).toMatchObject({ created: true, user: { name } })
    const again = await register()
    expect(again.json()).toMatchObject({ code: 'name_taken' })
    expect(again.cookies.map((cookie) => cookie.name)).not.toContain('sid')
  })

  test('compares names without regard to case, white space and Unicode form', async () => {
    const name = `Zoë ${randomUUID().slice(0, 8)}`
    await signIn(`  ${name} `, '1234')
    const again = await signIn(name.normalize('NFD').toUpperCase().replace(' ', '   '), '1234')
    expect(again.json()).toMatchObject({ created: false, user: { name } })
  })

  test('a name has up to 60 characters in any script and is shown as first typed', async () => {
    // Each of these is one character, two UTF-16 units, and up to eighteen characters when normalized.
    const name = `${randomUUID().slice(0, 8)}①${'ﷺ'.repeat(20)}${'𝔸'.repeat(31)}`
    expect((await signIn(name, '1234')).json()).toMatchObject({ created: true, user: { name } })
    expect((await signIn(`${name}x`, '1234')).json()).toMatchObject({ fields: { name: 'Username must have at most 60 characters.' } })
    const spaced = newName().replace('-', ' ')
    expect((await signIn(spaced.replace(' ', ' '.repeat(70)), '1234')).json()).toMatchObject({ user: { name: spaced } })
  })

  test.each(['9999', '1', '9'.repeat(65)])('the wrong PIN %s for a known name is rejected because the name is taken', async (pin) => {
    const name = newName()
    await signIn(name, '1234')
    const reply = await signIn(name, pin)
    expect(reply.statusCode).toBe(409)
    expect(reply.json()).toMatchObject({ error: 'Username already taken. Please try a different name.', code: 'name_taken' })
    expect(reply.cookies).toEqual([])
  })

  test.each([
    ['a short PIN', 'name', '123', 'PIN must have at least 4 characters.'],
    ['a PIN of two characters and four units', 'name', '😀😀', 'PIN must have at least 4 characters.'],
    ['a long PIN', 'name', '9'.repeat(65), 'PIN must have at most 64 characters.'],
    ['no name', ' ', '1234', 'Username is required.'],
    ['an invisible name', '\u200b\u200b', '1234', 'Username is required.'],
    ['no PIN', 'name', '', 'PIN is required.'],
  ])('%s is rejected for a new account', async (_what, name, pin, text) => {
    const reply = await signIn(name === 'name' ? newName() : name, pin)
    expect(reply.statusCode).toBe(400)
    expect(Object.values(reply.json().fields)).toContain(text)
  })

  test('concurrent registrations of one name create one account', async () => {
    const name = newName()
    const replies = await Promise.all(Array.from({ length: 12 }, () => signIn(name, '1234')))
    expect(new Set(replies.map((reply) => reply.statusCode))).toEqual(new Set([200]))
    expect(replies.filter((reply) => reply.json().created)).toHaveLength(1)
    expect(new Set(replies.map((reply) => reply.json().user._id)).size).toBe(1)
  })
})

describe('sessions', () => {
  test('the cookie is HttpOnly and SameSite, and only its hash is stored', async () => {
    const reply = await signIn(newName(), '1234')
    expect(reply.cookies.find((cookie) => cookie.name === 'sid')).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
    const { sid } = readCookies(reply)
    const stored = await database.selectFrom('sessions').select('token_hash').execute()
    expect(stored.every((row) => !row.token_hash.toString('utf8').includes(String(sid)))).toBe(true)
  })

  test('a device cookie that the shop has not issued is replaced, also where the PIN is entered again', async () => {
    const { _id, name, pin, cookies } = await signInShopper({ request })
    const listDevices = async () =>
      (await database.selectFrom('known_devices').select('token_hash').where('user_id', '=', _id).execute()).map(({ token_hash }) =>
        token_hash.toString('hex'),
      )
    const [own] = await listDevices()
    const signInWith = (device: string) => request('POST', '/users/login', { cookies: { device }, body: { name, pin } })
    const forged = [...new Set(['x', `${cookies.device}x`, String(cookies.device).replace(/\..*$/, ''), `x.${cookies.device}`])]
    expect(forged).toHaveLength(4)
    for (const device of forged) expect(readCookies(await signInWith(device)).device).not.toBe(device)
    const changed = { cookies: { ...cookies, device: 'planted' }, body: { currentPin: pin, newPin: 'another 4321' } }
    expect((await request('POST', '/users/account/pin', changed)).statusCode).toBe(200)
    for (const device of [...forged, 'planted']) expect(await listDevices()).not.toContain(hash('sha256', device))
    expect(own).toBe(hash('sha256', String(cookies.device)))
  })

  test('a device cookie from before they were signed stays a known device', async () => {
    const { _id, name, pin } = await signInShopper({ request })
    await database
      .insertInto('known_devices')
      .values({ user_id: _id, token_hash: hash('sha256', 'from before', 'buffer') })
      .execute()
    const again = await request('POST', '/users/login', { cookies: { device: 'from before' }, body: { name, pin } })
    expect(readCookies(again).device).toBe('from before')
  })

  test('cookie names have the __Host- prefix over https', async () => {
    const secure = await createTestApp({ environment: { PUBLIC_URL: 'https://shop.example', DEMO: 'off' } })
    const reply = await secure.request('POST', '/users/login', { body: { name: newName(), pin: '1234' } })
    const attributes = { secure: true, httpOnly: true, path: '/', sameSite: 'Lax' }
    expect(reply.cookies).toMatchObject([
      { ...attributes, name: '__Host-sid' },
      { ...attributes, name: '__Host-device' },
    ])
    expect(reply.cookies.every((cookie) => cookie.domain === undefined)).toBe(true)
    const cookies = readCookies(reply)
    expect((await secure.request('GET', '/users/loggedinuser', { cookies })).statusCode).toBe(200)
    expect((await secure.request('GET', '/users/loggedinuser', { cookies: { sid: cookies['__Host-sid'] ?? '' } })).statusCode).toBe(401)
    const left = await secure.request('POST', '/users/logout', { cookies })
    expect(left.cookies).toMatchObject([{ name: '__Host-sid', value: '', secure: true, path: '/' }])
  })

  test('identify the user; without one the reply is 401', async () => {
    const { cookies, name } = await signInShopper({ request })
    expect((await whoIs(cookies)).json()).toMatchObject({ name, role: 'user' })
    expect((await whoIs({})).statusCode).toBe(401)
    expect((await whoIs({ sid: 'made up' })).statusCode).toBe(401)
  })

  test.each(['GET', 'POST'] as const)('signing out by %s ends the session on the server', async (method) => {
    const { cookies } = await signInShopper({ request })
    const reply = await request(method, '/users/logout', { cookies })
    expect(reply.json()).toEqual({ message: 'You have been logged out. We hope to see you again soon!' })
    expect(reply.headers['clear-site-data']).toBe('"cache"')
    expect((await whoIs(cookies)).statusCode).toBe(401)
  })

  test('a cross-site request cannot sign a shopper out', async () => {
    const { cookies } = await signInShopper({ request })
    expect((await request('GET', '/users/logout', { cookies, headers: { 'sec-fetch-site': 'cross-site' } })).statusCode).toBe(403)
    expect((await whoIs(cookies)).statusCode).toBe(200)
  })

  test('each login has a new token and ends the former session of that browser', async () => {
    const { cookies, name, pin } = await signInShopper({ request })
    const next = readCookies(await signIn(name, pin, { cookies }))
    expect(next.sid).not.toBe(cookies.sid)
    expect((await whoIs(cookies)).statusCode).toBe(401)
    expect((await whoIs(next)).statusCode).toBe(200)
  })

  test('are extended by use and end after 180 days', async () => {
    const { cookies, _id } = await signInShopper({ request })
    const age = (set: { expires_at?: Date; created_at?: Date }) =>
      database.updateTable('sessions').set(set).where('user_id', '=', _id).execute()
    const days = (count: number) => new Date(Date.now() + count * 86_400_000)
    await age({ expires_at: days(3) })
    expect((await whoIs(cookies)).cookies.find((cookie) => cookie.name === 'sid')?.value).toBe(cookies.sid)
    const { expires_at } = await database.selectFrom('sessions').select('expires_at').where('user_id', '=', _id).executeTakeFirstOrThrow()
    expect(hoursFromNow(expires_at)).toBe(30 * 24)
    await age({ created_at: days(-181) })
    expect((await whoIs(cookies)).statusCode).toBe(401)
    await purgeSessions()
    expect(await database.selectFrom('sessions').selectAll().where('user_id', '=', _id).execute()).toEqual([])
  })

  test('a known device is deleted when its cookie has expired', async () => {
    const [old, other] = [await signInShopper({ request }), await signInShopper({ request })]
    const lastSuccess = new Date(Date.now() - 401 * 86_400_000)
    await database.updateTable('known_devices').set({ last_success_at: lastSuccess }).where('user_id', '=', old._id).execute()
    await purgeSessions()
    const known = await database.selectFrom('known_devices').select('user_id').where('user_id', 'in', [old._id, other._id]).execute()
    expect(known.map((row) => row.user_id)).toEqual([other._id])
  })

  test('an expired session is 401 and clears its cookie', async () => {
    const { cookies, _id } = await signInShopper({ request })
    await database
      .updateTable('sessions')
      .set({ expires_at: new Date(0) })
      .where('user_id', '=', _id)
      .execute()
    const reply = await whoIs(cookies)
    expect([reply.statusCode, reply.cookies.find((cookie) => cookie.name === 'sid')?.value]).toEqual([401, ''])
  })

  test('a deleted account and a changed role take effect on the next request', async () => {
    const { cookies, _id } = await signInShopper({ request })
    expect((await request('GET', '/users/getUsers', { cookies })).statusCode).toBe(403)
    await database.updateTable('users').set({ role: 'admin' }).where('id', '=', _id).execute()
    expect((await request('GET', '/users/getUsers', { cookies })).statusCode).toBe(200)
    await database.deleteFrom('users').where('id', '=', _id).execute()
    expect((await whoIs(cookies)).statusCode).toBe(401)
  })
})

describe('GET /users/getUsers', () => {
  test('lists names and roles for an administrator, and no hashes', async () => {
    const { cookies, name } = await signInAdministrator({ request, database })
    const { users, total } = (await request('GET', '/users/getUsers', { cookies })).json()
    expect(users).toContainEqual({ _id: expect.any(String), name, role: 'admin', createdAt: expect.any(String) })
    expect(total).toBe(users.length)
    expect(JSON.stringify(users)).not.toMatch(/argon|hash/)
  })
})
