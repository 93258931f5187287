import { expect, test } from 'vitest'
import { createReturns } from '#testing/returns.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startPayingShop } from '#testing/start-shop.ts'

const { provider, request, database, trackingKey, cookies } = await startPayingShop({ environment: { LIMITS_FACTOR: '1' } })
const shop = createReturns({ request, database, trackingKey, provider, cookies })
const chosen = [{ line: 1, quantity: 1, reason: 'other' }]
const unknownId = '00000000-0000-7000-8000-000000000000'

test('returns of an order are for its shopper', async () => {
  const order = await shop.deliverCard()
  const { _id: returnId } = (await order.ask(chosen, 699)).json().return
  const { cookies: stranger } = await signInShopper({ request })
  const path = `/order/${order.id}`
  const calls = [
    ['GET', `${path}/returnable`],
    ['POST', `${path}/returns/preview`],
    ['POST', `${path}/returns`],
    ['POST', `${path}/returns/${returnId}/withdraw`],
  ] as const
  const statuses = async (as: Record<string, string> | undefined) =>
    Promise.all(
      calls.map(async ([method, url]) => {
        const body = method === 'POST' ? { lines: chosen, refund: 699 } : undefined
        return (await request(method, url, { ...(as && { cookies: as }), ...(body && { body }) })).statusCode
      }),
    )
  expect(await statuses(undefined)).toEqual([401, 401, 401, 401])
  expect(await statuses(cookies)).toEqual([403, 403, 403, 403])
  expect(await statuses(stranger)).toEqual([404, 404, 404, 404])
  const other = await shop.deliverCard()
  expect((await other.withdraw(returnId)).statusCode).toBe(404)
  expect((await other.withdraw('not an id')).statusCode).toBe(404)
  expect((await request('GET', `/order/${unknownId}/returnable`, { cookies: other.cookies })).statusCode).toBe(404)
  expect(
    (await request('POST', '/order/not-an-id/returns', { cookies: other.cookies, body: { lines: chosen, refund: 1 } })).statusCode,
  ).toBe(404)
  expect((await order.read()).json().returns).toMatchObject([{ state: 'asked' }])
})

test('a link that the shop has not signed opens nothing', async () => {
  const order = await shop.deliverGuest()
  for (const token of ['', 'x', `${order.id}.x`, `${unknownId}.${order.token.split('.')[1]}`]) {
    const replies = await Promise.all([
      request('POST', '/order/returns/find', { body: { token } }),
      request('POST', '/order/returns/preview', { body: { token, lines: chosen } }),
      request('POST', '/order/returns', { body: { token, lines: chosen, refund: 699 } }),
      request('POST', '/order/returns/withdraw', { body: { token, returnId: unknownId } }),
    ])
    expect(replies.map((reply) => reply.statusCode)).toEqual([404, 404, 404, 404])
  }
  expect((await order.withdraw(unknownId)).statusCode).toBe(404)
})

test('one address opens few links', async () => {
  const statuses: number[] = []
  for (let count = 0; count < 65; count += 1)
    statuses.push((await request('POST', '/order/returns/find', { body: { token: 'x' } })).statusCode)
  expect(statuses.at(-1)).toBe(429)
  const reply = await request('POST', '/order/returns', { body: { token: 'x', lines: chosen, refund: 1 } })
  expect([reply.statusCode, reply.headers['retry-after']]).toEqual([429, expect.any(String)])
})

const adminCalls = ['accept', 'decline', 'pick-up', 'receive', 'settle']

test('the list and the steps of returns are for administrators', async () => {
  const { cookies: shopper } = await signInShopper({ request })
  const counts = { new: 1, worn: 0, faulty: 0, missing: 0 }
  const lines = [{ line: 1, seen: counts, restock: 1, refund: 1 }]
  const body = { version: 1, handover: 'send', reason: 'No.', lines, isFault: false, refund: 1 }
  const statuses = async (as: Record<string, string> | undefined) => {
    const sent = as && { cookies: as }
    const reads = [await request('GET', '/returns', sent), await request('GET', `/returns/${unknownId}`, sent)]
    const steps = await Promise.all(adminCalls.map((step) => request('POST', `/returns/${unknownId}/${step}`, { ...sent, body })))
    return [...reads, ...steps].map((reply) => reply.statusCode)
  }
  expect(await statuses(undefined)).toEqual([401, 401, 401, 401, 401, 401, 401])
  expect(await statuses(shopper)).toEqual([403, 403, 403, 403, 403, 403, 403])
  expect(await statuses(cookies)).toEqual([200, 404, 404, 404, 404, 404, 404])
})

test('a settlement needs the PIN again', async () => {
  const order = await shop.deliverCard()
  const id = (await order.ask(chosen, 699)).json().return._id
  await shop.receive(id, 1)
  await database
    .updateTable('sessions')
    .set({ proven_at: new Date(0) })
    .execute()
  const reply = await shop.admin(id, 'settle', { refund: 699 })
  expect([reply.statusCode, shop.code(reply)]).toEqual([403, 'reauthentication_required'])
})

test('contents that no form sends are rejected', async () => {
  const order = await shop.deliverCard()
  const wrong = [
    { lines: [], refund: 1 },
    { lines: [...chosen, ...chosen], refund: 699 },
    { lines: [{ line: 1, quantity: 0, reason: 'other' }], refund: 699 },
    { lines: [{ line: 1, quantity: 1, reason: 'none' }], refund: 699 },
    { lines: chosen, refund: 699, note: 'x'.repeat(1_001) },
    { lines: chosen, refund: -1 },
  ]
  for (const body of wrong) {
    expect((await request('POST', `/order/${order.id}/returns`, { cookies: order.cookies, body })).statusCode).toBe(400)
  }
})
