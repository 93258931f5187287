import { expect, test, vi } from 'vitest'
import { signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'

const { request, database, pins } = await createTestApp({ environment: { LIMITS_FACTOR: '1' } })

test('logins of one IP address beyond its places are rejected with 503 and do not count as attempts', async () => {
  const owner = await signInShopper({ request })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const hash = vi.spyOn(pins, 'hash').mockImplementation(async (pin) => {
    await released
    return pin
  })
  const logins = Array.from({ length: 30 }, (_, index) => request('POST', '/users/login', { body: { name: `user ${index}`, pin: '1234' } }))
  const early: number[] = []
  for (const login of logins) void login.then(({ statusCode }) => early.push(statusCode))
  // All others are rejected while eight wait for their hashes.
  await expect.poll(() => [early.length, hash.mock.calls.length]).toEqual([22, 8])
  const late = await request('POST', '/users/login', { body: { name: owner.name, pin: '0000' } })
  release()
  const replies = await Promise.all(logins)
  hash.mockRestore()
  const rejected = replies.filter((reply) => reply.statusCode === 503)
  expect([rejected.length, replies.filter((reply) => reply.statusCode === 200).length]).toEqual([22, 8])
  expect(rejected[0]?.json().code).toBe('sign_in_busy')
  expect(Number(rejected[0]?.headers['retry-after'])).toBeGreaterThan(0)
  expect(late.statusCode).toBe(503)
  const { failed_attempts } = await database
    .selectFrom('users')
    .select('failed_attempts')
    .where('id', '=', owner._id)
    .executeTakeFirstOrThrow()
  expect(failed_attempts).toBe(0)
  expect((await request('POST', '/users/login', { body: { name: owner.name, pin: owner.pin } })).statusCode).toBe(200)
})
