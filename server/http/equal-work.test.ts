import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { captureQueries } from '#testing/count-queries.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'
import { connectPostgres } from '../adapters/postgres.ts'
import { subscribe } from '../adapters/postgres-notifications.ts'

const { app, request, database, pins, connection } = await createTestApp()

test('health checks, subscriptions and new connections are not counted', async () => {
  const pool = connectPostgres({ connection, onIdleError: console.error })
  const queries = await captureQueries(async () => {
    expect((await app.inject('/readyz')).statusCode).toBe(200)
    const onConnected = vi.fn()
    const ignore = () => {}
    const subscription = subscribe({ connection, channels: ['none'], onConnected, onDisconnected: ignore, onNotification: ignore })
    await expect.poll(() => onConnected.mock.calls).toHaveLength(1)
    await subscription.close()
    await sql`select 2`.execute(pool)
  })
  await pool.destroy()
  expect(queries).toEqual(['select 2'])
})

// Counts work instead of time, which varies on a busy machine.
test('an unknown order number and a wrong phone get the same reply after the same queries', async () => {
  const tee = await createTestProduct({ database })
  const { number } = (await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([tee]) })).json().order
  const track = async (body: object) => {
    const replies: object[] = []
    const queries = await captureQueries(async () => {
      const reply = await request('POST', '/order/track', { body })
      replies.push({ status: reply.statusCode, body: reply.json() })
    })
    return { replies, queries }
  }
  const wrongPhone = await track({ number, phone: '9000000000' })
  const unknownNumber = await track({ number: 'AAAA-AAAA', phone: address.phone })
  expect(wrongPhone).toEqual(unknownNumber)
  expect(wrongPhone.replies).toMatchObject([{ status: 404, body: { code: 'order_not_found' } }])
  expect(await track({ number, phone: '' })).toEqual(unknownNumber)
})

test('a known and an unknown name cost one hash, and none once the attempts are used up', async () => {
  const { name } = await signInShopper({ request })
  const [hash, verify] = [vi.spyOn(pins, 'hash'), vi.spyOn(pins, 'verify')]
  const countHashes = async (given: string) => {
    hash.mockClear()
    verify.mockClear()
    const { statusCode } = await request('POST', '/users/login', { body: { name: given, pin: '0000' } })
    return [statusCode, hash.mock.calls.length + verify.mock.calls.length]
  }
  expect(await countHashes(name)).toEqual([409, 1])
  expect(await countHashes(`${name} too`)).toEqual([200, 1])
  await database
    .updateTable('users')
    .set({ failed_attempts: 10, next_attempt_at: new Date(Date.now() + 60_000) })
    .where('name', '=', name)
    .execute()
  expect(await countHashes(name)).toEqual([429, 0])
})
