import { afterAll, expect, test } from 'vitest'
import { startProvider } from '#testing/card-checkout.ts'
import { createExchanges } from '#testing/exchanges.ts'
import { address, createTestProduct } from '#testing/factories.ts'
import { createReturns } from '#testing/returns.ts'
import { signInAdministrator } from '#testing/shoppers.ts'
import { createTaxedOrders } from '#testing/tax.ts'
import { createTestApp } from '#testing/test-app.ts'

const provider = await startProvider()
afterAll(() => provider.close())
const shop = await createTestApp({ gateways: provider.gateways })
const { request, database } = shop
const { cookies, name } = await signInAdministrator({ request, database })
const { deliverCard } = createReturns({ ...shop, provider, cookies })

const readOrder = async (id: string) => (await request('GET', `/order/admin/${id}`, { cookies })).json()
const readToken = (link: string) => new URL(link, 'http://localhost').searchParams.get('token')
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
  expect(trackingLink).toMatch(/^\/order-tracking\?token=track/)
  expect(payOnlineLink).toMatch(/^\/pay-order\?token=/)
})
