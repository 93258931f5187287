import { describe, expect, test } from 'vitest'
import type { ApiKey } from '#contract/accounts/api-keys.ts'
import { captureQueries } from '#testing/count-queries.ts'
import { createTestProduct } from '#testing/factories.ts'
import { signInAdministrator } from '#testing/shoppers.ts'
import { startShop } from '#testing/start-shop.ts'

const { app, request, database, admin: owner } = await startShop()
const { cookies } = owner

const make = (body: object = {}) => request('POST', '/api-keys', { cookies, body: { name: 'Stock sheet', rights: ['products'], ...body } })
const made = async (body?: object) => (await make(body)).json<{ key: ApiKey; secret: string }>()
const callWith = (secret: string, method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
  request(method, path, { headers: { authorization: `Bearer ${secret}` }, ...(body && { body }) })
const list = async () => (await request('GET', '/api-keys', { cookies })).json<{ keys: ApiKey[] }>().keys

describe('a key', () => {
  test('is shown once, stored as a hash, and does what its rights allow', async () => {
    const { key, secret } = await made()
    expect(secret).toMatch(/^shopkey_[\w-]{43}$/)
    expect(JSON.stringify(await list())).not.toContain(secret)
    expect(JSON.stringify(await database.selectFrom('api_keys').selectAll().execute())).not.toContain(secret)
    expect(key).toMatchObject({ name: 'Stock sheet', end: secret.slice(-4), state: 'valid', lastUsedAt: null, createdBy: owner.name })
    const { id } = await createTestProduct({ database, stock: 4 })
    const change = { change: 3, cause: 'correction', note: 'Counted' }
    const changed = await callWith(secret, 'POST', `/products/${id}/stock`, change)
    expect([changed.statusCode, changed.json().product.stock]).toEqual([200, 7])
    expect((await callWith(secret, 'GET', '/cod/adminOrder')).json().code).toBe('right_missing')
    expect((await list()).find(({ _id }) => _id === key._id)?.lastUsedAt).not.toBeNull()
  })

  test.each([
    ['a call that needs the PIN again', 'GET', '/products/export'],
    ['a call about the own account', 'GET', '/users/second-factor'],
    ['a call of shoppers', 'GET', '/cart'],
    ['making another key', 'POST', '/api-keys'],
  ] as const)('is refused for %s', async (_name, method, path) => {
    const { secret } = await made({ rights: ['products', 'orders'] })
    const reply = await callWith(secret, method, path, method === 'POST' ? {} : undefined)
    expect([reply.statusCode, reply.json().code]).toEqual([403, 'api_key_refused'])
  })

  test('wins over the session of the same request', async () => {
    const { secret } = await made()
    const reply = await request('GET', '/settings', { cookies, headers: { authorization: `Bearer ${secret}` } })
    expect(reply.json().code).toBe('right_missing')
  })

  test('is refused when it is unknown, changed, revoked or expired', async () => {
    const { key, secret } = await made()
    const use = async (text: string) => (await callWith(text, 'GET', '/products/admin')).statusCode
    expect(await use(secret)).toBe(200)
    expect([await use(`${secret}x`), await use(secret.toLowerCase()), await use('shopkey_unknown')]).toEqual([401, 401, 401])
    expect((await request('DELETE', `/api-keys/${key._id}`, { cookies })).statusCode).toBe(200)
    expect([await use(secret), (await list()).find(({ _id }) => _id === key._id)?.state]).toEqual([401, 'revoked'])
    const other = await made({ term: '90' })
    await database.updateTable('api_keys').set({ expires_at: new Date() }).where('id', '=', other.key._id).execute()
    expect([await use(other.secret), (await list()).find(({ _id }) => _id === other.key._id)?.state]).toEqual([401, 'expired'])
  })

  test('can do no more than its maker, now and later', async () => {
    const maker = await signInAdministrator({ request, database })
    const setRights = (staff_set: 'owner' | 'merchandiser') =>
      database.updateTable('users').set({ staff_set }).where('id', '=', maker._id).execute()
    const body = { name: 'Mine', rights: ['orders', 'products'] }
    const { key, secret } = (await request('POST', '/api-keys', { cookies: maker.cookies, body })).json()
    expect((await callWith(secret, 'GET', '/cod/adminOrder')).statusCode).toBe(200)
    await setRights('merchandiser')
    expect((await callWith(secret, 'GET', '/cod/adminOrder')).json().code).toBe('right_missing')
    expect((await callWith(secret, 'GET', '/products/admin')).statusCode).toBe(200)
    await database.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', maker._id).execute()
    expect((await callWith(secret, 'GET', '/products/admin')).statusCode).toBe(401)
    expect((await list()).find(({ _id }) => _id === key._id)?.state).toBe('without_owner')
  })

  test('costs no more statements than a session', async () => {
    const { secret } = await made()
    await callWith(secret, 'GET', '/products/admin')
    const count = async (send: () => Promise<unknown>) => (await captureQueries(send)).length
    const ofSession = await count(() => request('GET', '/products/admin', { cookies }))
    expect(await count(() => callWith(secret, 'GET', '/products/admin'))).toBe(ofSession)
  })
})

test.each([
  [{ name: ' ' }, 'name'],
  [{ rights: [] }, 'rights'],
  [{ rights: ['products', 'products'] }, 'rights'],
  [{ rights: ['staff'] }, 'rights'],
])('a key with %j is refused at its field', async (body, field) => {
  const reply = await make(body)
  expect([reply.statusCode, Object.keys(reply.json().fields)[0]?.split('.')[0]]).toEqual([400, field])
})

test('a header of a proxy is no key', async () => {
  const reply = await app.inject({ url: '/api/v1/products/getAll?limit=1', headers: { authorization: 'Basic c2hvcDpzaG9w' } })
  expect(reply.statusCode).toBe(200)
})
