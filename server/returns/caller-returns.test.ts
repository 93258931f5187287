import { describe, expect, test } from 'vitest'
import { createExchanges } from '#testing/exchanges.ts'
import { address, createTestProduct } from '#testing/factories.ts'
import { createReturns } from '#testing/returns.ts'
import { startPayingShop } from '#testing/start-shop.ts'
import { createTaxedOrders } from '#testing/tax.ts'

const shop = await startPayingShop()
const {
  provider,
  request,
  database,
  cookies,
  admin: { name },
} = shop
const { deliverCard } = createReturns({ ...shop, provider, cookies })

const readOrder = async (id: string) => (await request('GET', `/order/admin/${id}`, { cookies })).json()
const readToken = (link: string) => link.split('/o/')[1] ?? ''
const ask = (link: string, options: { cookies?: Record<string, string> }) =>
  request('POST', '/order/returns', {
    ...options,
    headers: { 'idempotency-key': crypto.randomUUID() },
    body: { token: readToken(link), lines: [{ line: 1, quantity: 1, reason: 'faulty' }], refund: 799 },
  })

test('an administrator has the links of an order, and starts a return for a caller in its own name', async () => {
  const { id } = await deliverCard()
  const { trackingLink, returnLink, payOnlineLink } = await readOrder(id)
  expect(payOnlineLink).toBeUndefined()
  const tracked = await request('POST', '/order/track', { body: { token: readToken(trackingLink) } })
  expect(tracked.statusCode).toBe(200)
  expect((await ask(returnLink, { cookies })).statusCode).toBe(201)
  expect((await ask(returnLink, {})).statusCode).toBe(201)
  const events = (await readOrder(id)).events.filter(({ type }: { type: string }) => type === 'Return asked')
  expect(events.map(({ actor, actorName }: { actor: string; actorName: string }) => [actor, actorName !== null])).toEqual([
    ['admin', true],
    ['shopper', true],
  ])
})

test('a return that an administrator withdraws for a caller is recorded with its name', async () => {
  const { id } = await deliverCard()
  const { returnLink } = await readOrder(id)
  const withdraw = async (options: { cookies?: Record<string, string> }) => {
    const returnId = (await ask(returnLink, {})).json().return._id
    const reply = await request('POST', '/order/returns/withdraw', { ...options, body: { token: readToken(returnLink), returnId } })
    expect(reply.statusCode).toBe(200)
  }
  await withdraw({ cookies })
  await withdraw({})
  const events = (await readOrder(id)).events.filter(({ type }: { type: string }) => type === 'Return withdrawn')
  expect(events).toMatchObject([{ actor: 'admin', actorName: name }, { actor: 'shopper' }])
})

test('an exchange that an administrator turns into a refund for a caller is recorded with its name', async () => {
  const exchanges = createExchanges({ ...shop, taxed: await createTaxedOrders(shop) })
  await exchanges.setPolicies()
  const tee = await createTestProduct({ database, price: 799, sizes: { M: 5, L: 5 } })
  const order = await exchanges.deliver([{ ...tee, size: 'M' }])
  const returnId = await order.askId()
  const body = { token: order.token, returnId, refund: 699 }
  expect((await request('POST', '/order/returns/refund', { cookies, body })).statusCode).toBe(200)
  const events = (await readOrder(order.id)).events.filter(({ type }: { type: string }) => type === 'Exchange ended')
  expect(events).toMatchObject([{ actor: 'admin', actorName: name }])
})

test('an order on the way has no link to return it, and one on delivery has that to pay it', async () => {
  const { id: productId } = await createTestProduct({ database })
  const body = {
    products: [{ product: productId, size: 'M', quantity: 1 }],
    deliveryAddress: address,
    totalPrice: 799,
    payment: 'on delivery',
  }
  const placed = await request('POST', '/order/admin', { cookies, headers: { 'idempotency-key': crypto.randomUUID() }, body })
  const { trackingLink, returnLink, payOnlineLink } = await readOrder(placed.json().order._id)
  expect(returnLink).toBeUndefined()
  expect(trackingLink).toMatch(/^\/o\/track/)
  expect(payOnlineLink).toMatch(/^\/o\//)
})

describe('the form of an administrator', () => {
  const key = () => ({ 'idempotency-key': crypto.randomUUID() })
  const asked = { lines: [{ line: 1, quantity: 1, reason: 'faulty' }], refund: 799 }
  const askFor = (id: string, body: object, headers = key()) => request('POST', `/order/admin/${id}/returns`, { cookies, headers, body })
  const listEvents = async (id: string) =>
    (await readOrder(id)).events.filter(({ type }: { type: string }) => type.startsWith('Return')).map(({ type }: { type: string }) => type)

  test('shows what the shopper sees, previews the refund and asks once for the same key', async () => {
    const order = await deliverCard()
    const path = `/order/admin/${order.id}`
    const shown = (await request('GET', `${path}/returnable`, { cookies })).json()
    expect(shown.lines).toEqual((await order.read()).json().lines)
    const preview = await request('POST', `${path}/returns/preview`, { cookies, body: { lines: asked.lines } })
    expect(preview.json()).toMatchObject({ refund: 799, isFault: true })
    const headers = key()
    const [first, second] = [await askFor(order.id, asked, headers), await askFor(order.id, asked, headers)]
    expect([first.statusCode, second.json().return._id]).toEqual([201, first.json().return._id])
    expect(first.json().return).toMatchObject({ state: 'asked', handover: null })
    expect(await listEvents(order.id)).toEqual(['Return asked'])
  })

  test('accepts the return at once, with one mail about it', async () => {
    const { id, number } = await deliverCard()
    const reply = await askFor(id, { ...asked, handover: 'pickup' })
    expect(reply.json()).toMatchObject({ message: `Return ${number}-R1 is accepted`, return: { state: 'accepted', handover: 'pickup' } })
    const events = (await readOrder(id)).events.filter(({ type }: { type: string }) => type.startsWith('Return'))
    expect(events).toMatchObject([
      { type: 'Return asked', actor: 'admin', actorName: name },
      { type: 'Return accepted', actor: 'admin', actorName: name },
    ])
    const mails = await database
      .selectFrom('outbox_mails')
      .innerJoin('order_events', 'order_events.id', 'order_event_id')
      .select(['event', 'state'])
      .where('order_id', '=', id)
      .where('event', 'in', ['Return asked', 'Return accepted'])
      .orderBy('order_events.id')
      .execute()
    expect(mails).toEqual([
      { event: 'Return asked', state: 'skipped' },
      { event: 'Return accepted', state: 'waiting' },
    ])
  })

  test('has the rules of the return page', async () => {
    const late = await deliverCard({ daysAgo: 9 })
    const code = async (id: string, body: object) => (await askFor(id, body)).json().code
    const change = { lines: [{ line: 1, quantity: 1, reason: 'too small' }], refund: 699 }
    expect(await code(late.id, change)).toBe('return_too_late')
    const { id } = await deliverCard()
    expect(await code(id, { ...change, refund: 799 })).toBe('return_amount_changed')
    expect(await code(id, { ...change, lines: [{ line: 1, quantity: 3, reason: 'too small' }] })).toBe('return_pieces')
    expect(await code(crypto.randomUUID(), change)).toBe('not_found')
    expect(await listEvents(id)).toEqual([])
  })

  test('is for administrators only', async () => {
    const order = await deliverCard()
    for (const options of [{}, { cookies: order.cookies }]) {
      const status = options.cookies ? 403 : 401
      const path = `/order/admin/${order.id}`
      expect((await request('GET', `${path}/returnable`, options)).statusCode).toBe(status)
      expect((await request('POST', `${path}/returns/preview`, { ...options, body: { lines: asked.lines } })).statusCode).toBe(status)
      expect((await request('POST', `${path}/returns`, { ...options, headers: key(), body: asked })).statusCode).toBe(status)
    }
  })
})
