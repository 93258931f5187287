import { describe, expect, test } from 'vitest'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { signInAdministrator, signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'

const { app, request, database } = await createTestApp()
const tee = await createTestProduct({ database })
const shopper = await signInShopper({ request })
const admin = await signInAdministrator({ request, database })

/** JSON escapes it as it is; PostgreSQL stores no text with half a surrogate pair. */
const half = 'Asha \ud83d Rao \udc00'
const replaced = 'Asha \ufffd Rao \ufffd'

describe('half a surrogate pair', () => {
  test('in a guest order is stored as the replacement character', async () => {
    const order = buildGuestOrder([tee])
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const body = { ...order, deliveryAddress: { ...order.deliveryAddress, firstName: half } }
    for (const _ of [1, 2]) {
      const reply = await request('POST', '/guest/cashondelivery', { body, headers })
      expect([reply.statusCode, reply.json().order?.userDetails.name]).toEqual([201, `${replaced} Rao`])
    }
  })

  test('in a delivery address, a name and a message is accepted', async () => {
    const { cookies } = shopper
    expect((await request('POST', '/cart/', { cookies, body: { ...address, city: half } })).json().deliveryAddress.city).toBe(replaced)
    expect((await request('POST', '/users/login', { body: { name: half, pin: half } })).statusCode).toBe(200)
    const message = { name: half, replyTo: 'asha@example.com', message: half }
    expect((await request('POST', '/contact', { body: message })).statusCode).toBeLessThan(300)
    expect((await request('POST', '/track/log-visit', { body: { userAgent: half } })).statusCode).toBe(201)
  })

  test.each(['%ED%A0%BD', '%ud83d', '\ud83d', '%F0%9F'])('in the query text %s is answered', async (text) => {
    for (const path of [
      '/products/getAll?page=1&q=',
      '/products/admin?q=',
      '/cod/adminOrder?q=',
      '/users/getUsers?q=',
      '/products/getAll?',
    ])
      expect([path, (await request('GET', path + text, { cookies: admin.cookies })).statusCode]).toEqual([path, 200])
  })

  test.each(['%ED%A0%BD', '\ud83d'])('in the path %s is not found', async (text) => {
    for (const path of ['products', 'order', 'order/payment', 'images'])
      expect((await app.inject({ url: `/api/v1/${path}/${text}`, cookies: shopper.cookies })).statusCode).toBe(404)
  })
})

test('a full pair and an escaped backslash stay as they are', async () => {
  const order = buildGuestOrder([tee])
  const payload = JSON.stringify({ ...order, deliveryAddress: { ...order.deliveryAddress, firstName: 'NAME' } })
  for (const [escaped, name] of [
    ['\\ud83e\\uddf5', '🧵'],
    ['\\uD83E\\uDDF5', '🧵'],
    ['\\\\ud83e', '\\ud83e'],
    ['\\ud83e\\\\udDF5', '\ufffd\\udDF5'],
    ['\\u0041\\ud83e\\ud83e\\uddf5', 'A\ufffd🧵'],
  ] as const) {
    const headers = { 'content-type': 'application/json' }
    const reply = await app.inject({
      method: 'POST',
      url: '/api/v1/guest/cashondelivery',
      payload: payload.replace('NAME', escaped),
      headers,
    })
    expect(reply.json().order?.userDetails.name).toBe(`${name} Rao`)
  }
})
