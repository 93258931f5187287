import { describe, expect, test } from 'vitest'
import { type CallName, contract } from '#contract/contract.ts'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { signInAdministrator, signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'

const { request, database } = await createTestApp()
const cookiesOf = {
  user: (await signInShopper({ request })).cookies,
  admin: (await signInAdministrator({ request, database })).cookies,
}
const merchandiser = await signInAdministrator({ request, database })
await database.updateTable('users').set({ staff_set: 'merchandiser' }).where('id', '=', merchandiser._id).execute()
const packer = await signInAdministrator({ request, database })
await database.updateTable('users').set({ staff_set: 'packer' }).where('id', '=', packer._id).execute()

const protectedCalls = Object.entries<Endpoint>(contract).flatMap(([name, { who, ...call }]) =>
  who === 'anyone' ? [] : [{ ...call, who, name: name as CallName }],
)

describe.each(protectedCalls)('$name', ({ method, path, who }) => {
  // Rejected before the path, the query and the body are read.
  const url = path.replaceAll(/:\w+/g, '1')

  test('rejects requests without a session', async () => {
    expect([(await request(method, url)).statusCode, (await request(method, url, { cookies: { sid: 'forged' } })).statusCode]).toEqual([
      401, 401,
    ])
  })

  test('rejects the other role', async () => {
    const cookies = who === 'admin' ? cookiesOf.user : cookiesOf.admin
    const reply = await request(method, url, { cookies })
    expect([reply.statusCode, reply.json().code]).toEqual([403, 'not_allowed'])
  })
})

const limitedCalls = protectedCalls.filter(({ right = 'own' }) => right !== 'own')

test.each(limitedCalls)('$name rejects an administrator without the right', async ({ method, path, right }) => {
  const { cookies } = right === 'orders' ? merchandiser : packer
  const reply = await request(method, path.replaceAll(/:\w+/g, '1'), { cookies })
  expect([reply.statusCode, reply.json().code]).toEqual([403, 'right_missing'])
})

test('a disabled administrator has no session', async () => {
  const { _id, cookies } = await signInAdministrator({ request, database })
  await database.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', _id).execute()
  expect((await request('GET', '/settings', { cookies })).statusCode).toBe(401)
})
