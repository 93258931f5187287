import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'
import { fillNameSkeletons } from '../repository.ts'

const { request, database } = await createTestApp({ environment: { STORE_NAME: 'Loom & Lane' } })

const register = async (name: string) => (await request('POST', '/users/login', { body: { name, pin: '7294' } })).statusCode
const unique = randomUUID().slice(0, 8)

test.each([
  ['Cyrillic letters', `Pooja ${unique}`, `Рооја ${unique}`],
  ['a digit for a letter', `Bill ${unique}`, `Bi1l ${unique}`],
  ['two letters for one', `Mamta ${unique}`, `Marnta ${unique}`],
])('a name that looks like an existing one by %s cannot be registered', async (_what, name, lookAlike) => {
  expect(await register(name)).toBe(200)
  const reply = await request('POST', '/users/login', { body: { name: lookAlike, pin: '7294' } })
  expect([reply.statusCode, reply.json().code]).toEqual([409, 'name_taken'])
})

test('of two look-alike names that register at the same time one gets an account', async () => {
  const statuses = await Promise.all([register(`Neel ${unique}`), register(`Nee1 ${unique}`)])
  expect(statuses.toSorted()).toEqual([200, 409])
})

test.each(['Admin', 'A d m i n', 'аdmin', 'owner', 'SUPPORT', 'Loom & Lane', 'loom lane', 'L00m & Lane'])(
  '%s is reserved',
  async (name) => {
    expect(await register(name)).toBe(409)
  },
)

test.each(['Adminath', 'Lane', 'Shopna'])('%s is not reserved', async (name) => {
  expect(await register(name)).toBe(200)
})

test('accounts from before the check keep their name and are protected after the job has run', async () => {
  const { _id, name, pin } = await signInShopper({ request, name: `Lila ${unique}` })
  await database.updateTable('users').set({ name_skeleton: null }).where('id', '=', _id).execute()
  await fillNameSkeletons({ database, signal: new AbortController().signal })
  expect(await register(`Li1a ${unique}`)).toBe(409)
  expect((await request('POST', '/users/login', { body: { name, pin } })).statusCode).toBe(200)
})
