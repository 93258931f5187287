import { describe, expect, test } from 'vitest'
import { type CallName, contract } from '#contract/contract.ts'
import { type Endpoint, resolveCall } from '#contract/kernel/endpoint.ts'
import { type Right, type StaffSetKey, staffSetKeys } from '#contract/kernel/rights.ts'
import { signInAdministrator, signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'

const { request, database } = await createTestApp()
const cookiesOf = {
  user: (await signInShopper({ request })).cookies,
  admin: (await signInAdministrator({ request, database })).cookies,
}

const protectedCalls = Object.entries<Endpoint>(contract).flatMap(([name, call]) =>
  call.who === 'anyone' ? [] : [{ ...resolveCall(call), right: call.right, name: name as CallName }],
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

test.each(staffSetKeys)('an administrator with the set %s is rejected by exactly the calls of other rights', async (set) => {
  const { _id, cookies } = await signInAdministrator({ request, database })
  await database.updateTable('users').set({ staff_set: set }).where('id', '=', _id).execute()
  const { rights } = await database.selectFrom('staff_sets').select('rights').where('key', '=', set).executeTakeFirstOrThrow()
  const rejected: string[] = []
  for (const { name, method, path } of limitedCalls) {
    // Nothing has this id, and no body is sent.
    const reply = await request(method, path.replaceAll(/:\w+/g, 'none'), { cookies })
    if (reply.statusCode === 403 && reply.json().code === 'right_missing') rejected.push(name)
  }
  // Checked by the calls themselves: an import sets prices, and these files list orders and customers.
  const further: Partial<Record<CallName, Right>> = { runImport: 'prices', exportOfferUses: 'exports', exportCustomers: 'exports' }
  const isAllowed = ({ name, right }: (typeof limitedCalls)[number]) =>
    rights.some((each) => each === right) && rights.some((each) => each === (further[name] ?? right))
  expect(rejected).toEqual(limitedCalls.filter((call) => !isAllowed(call)).map(({ name }) => name))
})

test('a change of rights counts from the next request', async () => {
  const { _id, cookies } = await signInAdministrator({ request, database })
  const read = async () => (await request('GET', '/settings', { cookies })).statusCode
  const setRole = (set: StaffSetKey) => database.updateTable('users').set({ staff_set: set }).where('id', '=', _id).execute()
  const statuses = [await read()]
  await setRole('packer')
  statuses.push(await read())
  await setRole('owner')
  statuses.push(await read())
  expect(statuses).toEqual([200, 403, 200])
})

test('a disabled administrator has no session', async () => {
  const { _id, cookies } = await signInAdministrator({ request, database })
  await database.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', _id).execute()
  expect((await request('GET', '/settings', { cookies })).statusCode).toBe(401)
})

test('a right that is missing is answered with the names of at most three enabled owners, those who were here last first', async () => {
  await database.updateTable('users').set({ disabled_at: new Date() }).where('role', '=', 'admin').execute()
  const packer = await signInAdministrator({ request, database })
  await database.updateTable('users').set({ staff_set: 'packer' }).where('id', '=', packer._id).execute()
  const read = async () => (await request('GET', '/settings', { cookies: packer.cookies })).json()
  expect((await read()).message).toBe('Your account does not have the right “Settings”.')
  const names: string[] = []
  for (const minute of [1, 2, 3, 4]) {
    const { _id, name } = await signInAdministrator({ request, database })
    await database
      .updateTable('sessions')
      .set({ last_seen_at: new Date(Date.UTC(2026, 0, 1, 0, minute)) })
      .where('user_id', '=', _id)
      .execute()
    names.unshift(name)
  }
  const { error, message, code } = await read()
  expect(message).toBe(`Your account does not have the right “Settings”. Ask an owner: ${names.slice(0, 3).join(', ')}.`)
  expect([error, code]).toEqual([message, 'right_missing'])
})
