import { randomUUID } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { makeProduct, writeGuestOrder } from '#testing/factories.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'

const { ask, database } = await createTestApp({ environment: { LIMITS_FACTOR: '1' } })

afterEach(() => void vi.useRealTimers())

const day = 86_400_000

/** The server's clock is wrong; the database's is not. */
function jump(milliseconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds })
}

test.each([
  ['a year ahead', 365 * day],
  ['a year behind', -365 * day],
  ['at the beginning of all clocks', -Date.now()],
])('with its clock %s a server knows its shoppers, sells once, and waits as long as it should', async (_when, by) => {
  const shopper = await signInShopper({ ask })
  const tee = await makeProduct({ database, stock: 1 })
  jump(by)
  expect((await ask('GET', '/users/loggedinuser', { cookies: shopper.cookies })).statusCode).toBe(200)
  const headers = { 'idempotency-key': randomUUID() }
  const order = () => ask('POST', '/guest/cashondelivery', { body: writeGuestOrder([tee]), headers })
  const [first, again] = [await order(), await order()]
  expect([first.statusCode, again.json().order.number]).toEqual([201, first.json().order.number])
  const placed = new Date(first.json().order.createdAt).getTime()
  vi.useRealTimers()
  // Orders are dated by the one clock that all servers share.
  expect(Math.abs(Date.now() - placed)).toBeLessThan(day / 24)
  jump(by)
  for (let tries = 0; tries < 7; tries += 1) await ask('POST', '/users/login', { body: { name: shopper.name, pin: '0000' } })
  const stopped = await ask('POST', '/users/login', { body: { name: shopper.name, pin: '0000' } })
  expect(stopped.statusCode).toBe(429)
  expect(Number(stopped.headers['retry-after'])).toBeLessThan(60)
})

test('a limit that was reached while the clock was wrong ends when the clock is right', async () => {
  const write = () => ask('POST', '/contact', { body: { name: 'Asha', replyTo: 'asha@example.com', message: 'Hello' } })
  jump(-365 * day)
  for (let count = 0; count < 6; count += 1) await write()
  expect((await write()).statusCode).toBe(429)
  vi.useRealTimers()
  expect((await write()).statusCode).toBe(202)
})
