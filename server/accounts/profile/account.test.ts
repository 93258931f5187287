import { describe, expect, test } from 'vitest'
import { isWeakPin } from '#contract/accounts/weak-pins.ts'
import { hoursFromNow } from '#testing/hours-from-now.ts'
import { newName, readCookies, signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'

const { request, database } = await createTestApp()

type Cookies = Record<string, string>

const signIn = async ({ name, pin, ...more }: { name: string; pin: string; timeZone?: string; userAgent?: string; cookies?: Cookies }) => {
  const { timeZone, userAgent, cookies } = more
  const reply = await request('POST', '/users/login', {
    body: { name, pin, timeZone },
    headers: userAgent ? { 'user-agent': userAgent } : {},
    ...(cookies && { cookies }),
  })
  return { reply, cookies: readCookies(reply) }
}
const readAccount = async (cookies: Cookies) => (await request('GET', '/users/account', { cookies })).json()
const isSignedIn = async (cookies: Cookies) => (await request('GET', '/users/loggedinuser', { cookies })).statusCode === 200
const changePin = (cookies: Cookies, currentPin: string, newPin: string) =>
  request('POST', '/users/account/pin', { cookies, body: { currentPin, newPin } })

const phone = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'
const laptop = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

describe('GET /users/account', () => {
  test('lists the sessions with device and place, and marks the current one', async () => {
    const name = newName()
    const first = await signIn({ name, pin: 'xk7q', timeZone: 'Asia/Kolkata', userAgent: phone })
    const second = await signIn({ name, pin: 'xk7q', timeZone: 'Not/AZone', userAgent: laptop })
    const { sessions } = await readAccount(second.cookies)
    expect(sessions).toMatchObject([
      { device: 'Firefox on Linux', place: '', isCurrent: true },
      { device: 'Chrome on Android', place: 'India', isCurrent: false },
    ])
    expect((await readAccount(first.cookies)).sessions[1].isCurrent).toBe(true)
    expect(JSON.stringify(sessions)).not.toContain('token')
  })

  test('a session is seen again after ten minutes', async () => {
    const { cookies, _id } = await signInShopper({ request })
    const earlier = new Date(Date.now() - 3_600_000)
    await database.updateTable('sessions').set({ last_seen_at: earlier }).where('user_id', '=', _id).execute()
    await readAccount(cookies)
    const { sessions } = await readAccount(cookies)
    expect(hoursFromNow(sessions[0].lastSeenAt)).toBe(0)
  })

  test.each([
    ['1234', true],
    ['xk7q', false],
  ])('whether the PIN %s is easy to guess: %s', async (pin, hasWeakPin) => {
    const { cookies } = await signIn({ name: newName(), pin })
    expect(await readAccount(cookies)).toMatchObject({ hasWeakPin })
  })
})

describe('POST /users/account/pin', () => {
  test('replaces the PIN and signs all other devices out', async () => {
    const name = newName()
    const other = await signIn({ name, pin: '1234' })
    const here = await signIn({ name, pin: '1234' })
    const reply = await changePin(here.cookies, '1234', 'xk7q')
    expect(reply.statusCode).toBe(200)
    expect([await isSignedIn(here.cookies), await isSignedIn(other.cookies)]).toEqual([true, false])
    expect((await signIn({ name, pin: '1234' })).reply.statusCode).toBe(409)
    expect((await signIn({ name, pin: 'xk7q' })).reply.statusCode).toBe(200)
    expect(await readAccount(here.cookies)).toMatchObject({ hasWeakPin: false })
  })

  test.each([
    ['0000', 'xk7q', 403, { currentPin: 'This is not your current PIN.' }],
    ['4321', '123', 400, { newPin: 'PIN must have at least 4 characters.' }],
    ['4321', '9'.repeat(65), 400, { newPin: 'PIN must have at most 64 characters.' }],
    ['4321', '4321', 400, { newPin: 'The new PIN is the same as the current one.' }],
    ['', 'xk7q', 400, { currentPin: 'PIN is required.' }],
  ])('from %s to %s is rejected', async (currentPin, newPin, status, fields) => {
    const { cookies, name, pin } = await signInShopper({ request })
    const reply = await changePin(cookies, currentPin, newPin)
    expect([reply.statusCode, reply.json().fields]).toEqual([status, fields])
    expect((await signIn({ name, pin, cookies })).reply.statusCode).toBe(200)
  })

  test('wrong current PINs are limited like those at sign-in', async () => {
    const { cookies } = await signInShopper({ request })
    const statuses: number[] = []
    for (let tries = 0; tries < 7; tries += 1) statuses.push((await changePin(cookies, '0000', 'xk7q')).statusCode)
    expect(statuses.slice(0, 5)).toEqual([403, 403, 403, 403, 403])
    expect(statuses).toContain(429)
  })

  test('of two concurrent changes one wins', async () => {
    const { cookies, name } = await signInShopper({ request, name: newName(), pin: '1234' })
    const replies = await Promise.all(['xk7q', '8305'].map((pin) => changePin(cookies, '1234', pin)))
    expect(replies.map((reply) => reply.statusCode).toSorted()).toEqual([200, 403])
    const won = replies[0]?.statusCode === 200 ? 'xk7q' : '8305'
    expect((await signIn({ name, pin: won })).reply.statusCode).toBe(200)
  })
})

describe('DELETE /users/account/sessions', () => {
  test('ends one session of the shopper', async () => {
    const name = newName()
    const [other, here] = [await signIn({ name, pin: 'xk7q' }), await signIn({ name, pin: 'xk7q' })]
    const { sessions } = await readAccount(here.cookies)
    const id = sessions.find((session: { isCurrent: boolean }) => !session.isCurrent)._id
    const end = (cookies: Cookies) => request('DELETE', `/users/account/sessions/${id}`, { cookies })
    expect((await end((await signInShopper({ request })).cookies)).statusCode).toBe(404)
    expect((await end(here.cookies)).statusCode).toBe(200)
    expect([await isSignedIn(here.cookies), await isSignedIn(other.cookies)]).toEqual([true, false])
    expect((await end(here.cookies)).json()).toMatchObject({ error: 'This device is no longer signed in.' })
  })

  test('ends all others at once', async () => {
    const name = newName()
    const others = [await signIn({ name, pin: 'xk7q' }), await signIn({ name, pin: 'xk7q' })]
    const here = await signIn({ name, pin: 'xk7q' })
    expect((await request('DELETE', '/users/account/sessions', { cookies: here.cookies })).statusCode).toBe(200)
    expect((await readAccount(here.cookies)).sessions).toHaveLength(1)
    for (const other of others) expect(await isSignedIn(other.cookies)).toBe(false)
  })
})

test.each(['1234', '4321', '1111', '1212', '1122', '2468', '1998', '2580', '0007', '5150', '1225', 'asha', 'ASHA1', 'password'])(
  '%s is easy to guess',
  (pin) => {
    expect(isWeakPin({ pin, name: 'Asha' })).toBe(true)
  },
)

test.each(['7294', '8305', '4071', 'xk4f', '17294'])('%s is not easy to guess', (pin) => {
  expect(isWeakPin({ pin, name: 'Asha Rao' })).toBe(false)
})
