import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { createExchanges, exchangeToL } from '#testing/exchanges.ts'
import { createTestProduct } from '#testing/factories.ts'
import { buildMultipartForm, createTestImage } from '#testing/pictures.ts'
import { createTaxedOrders, taxedShop } from '#testing/tax.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createOrderJobs } from '../../jobs/order-jobs.ts'

const pickups = { book: async () => ({ courier: 'xpressbees' as const, reference: 'XB1' }) }
const app = await createTestApp({ environment: { ...taxedShop, LIMITS_FACTOR: '1000' }, pickups })
const { request, database } = app
const shop = createExchanges({ ...app, taxed: await createTaxedOrders(app) })
const { cookies, deliver, accept, receive, code, readReturn } = shop
const createTee = () => createTestProduct({ database, price: 799, sizes: { M: 5, L: 5 } })

beforeEach(() => shop.setPolicies())

test('an exchange that is accepted by itself is picked up where a courier can be booked', async () => {
  await shop.setPolicies({ exchangesAccepted: 'on' })
  const order = await deliver([{ ...(await createTee()), size: 'M' }])
  const asked = await order.ask([exchangeToL])
  expect(asked.json().return).toMatchObject({ state: 'accepted', handover: 'pickup' })
  const booked = await shop.admin(asked.json().return._id, 'book-pickup')
  expect(booked.json().return.pickup).toMatchObject({ courier: 'XpressBees', reference: 'XB1' })
})

test('an exchange of a faulty item takes three photos of its shopper', async () => {
  const order = await deliver([{ ...(await createTee()), size: 'M' }])
  const add = async (returnId: string) => {
    const form = buildMultipartForm({ image: await createTestImage().jpeg().toBuffer() })
    const headers = { ...form.headers, 'idempotency-key': randomUUID(), 'tracking-token': order.token, 'return-id': returnId }
    return request('POST', '/order/returns/pictures', { payload: form.payload, headers })
  }
  const id = await order.askId([{ ...exchangeToL, reason: 'faulty' }])
  expect((await order.read()).returns[0]).toMatchObject({ kind: 'exchange', isFault: true, canAddPictures: true })
  const added = [await add(id), await add(id), await add(id), await add(id)]
  expect(added.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 409])
  expect((await readReturn(id)).pictures).toHaveLength(3)
})

test('the copy of the data of a person names the new items, and the order with them as an exchange', async () => {
  const tee = await createTee()
  const order = await deliver([{ ...tee, size: 'M' }])
  const id = await order.askId()
  await accept(id)
  await receive(id)
  const { email } = (await request('GET', `/order/admin/${order.id}`, { cookies })).json().deliveryAddress
  const { orders } = (await request('POST', '/users/guest-data', { cookies, body: { email } })).json().data
  expect(orders.map(({ kind }: { kind: string }) => kind)).toEqual(['guest', 'exchange'])
  const item = { name: tee.name, size: 'M', quantity: 1, reason: 'too small', exchangedFor: tee.name, newSize: 'L' }
  expect(orders[0].returns).toMatchObject([{ kind: 'exchange', refund: 0, items: [item] }])
})

test('the packing slip and the label of an exchange have nothing to collect', async () => {
  const order = await deliver([{ ...(await createTee()), size: 'M' }])
  const id = await order.askId()
  await accept(id)
  await receive(id)
  const { number } = (await readReturn(id)).exchange.order
  const printed = await request('POST', '/order/admin/print', { cookies, body: { numbers: [number] } })
  expect(printed.json().orders).toMatchObject([{ number, isExchange: true, toCollect: 0, toPay: 0 }])
})

test('a received exchange whose new items are sent waits for nobody in the bell', async () => {
  const order = await deliver([{ ...(await createTee()), size: 'M', quantity: 2 }])
  const [sent, refused] = [await order.askId(), await order.askId()]
  const count = async () => (await request('GET', '/order/admin/notifications', { cookies })).json().returns
  await accept(sent)
  await accept(refused)
  const before = await count()
  await receive(sent)
  await receive(refused, 1, 0)
  expect(await count()).toEqual({ ...before, coming: before.coming - 2, received: before.received + 1 })
})

test('pages show the stock of a hold that has ended', async () => {
  const order = await deliver([{ ...(await createTee()), size: 'M' }])
  await accept(await order.askId())
  const accepted_at = new Date(Date.now() - 16 * 86_400_000)
  await database.updateTable('returns').set({ accepted_at }).where('order_id', '=', order.id).execute()
  let published = 0
  const jobs = createOrderJobs({ database, settings: app.settings, requests: { request: () => {} } })
  const run = () =>
    jobs
      .find(({ name }) => name === 'end-unreceived-returns')
      ?.run({
        log: console,
        signal: new AbortController().signal,
        publish: () => {
          published += 1
        },
      })
  await run()
  await run()
  expect(published).toBe(1)
})

test('the link of an order changes no exchange of another one', async () => {
  const [mine, other] = [await deliver([{ ...(await createTee()), size: 'M' }]), await deliver([{ ...(await createTee()), size: 'M' }])]
  const id = await other.askId()
  expect(code(await mine.withdraw(id))).toBe('return_not_found')
  expect(code(await mine.takeMoney(id, 699))).toBe('return_not_found')
})

test('the returns of a person name an exchange, which pays nothing back', async () => {
  const order = await deliver([{ ...(await createTee()), size: 'M' }])
  await order.askId()
  const { returns } = (await request('GET', `/returns/of-person/${order.id}`, { cookies })).json()
  expect(returns).toMatchObject([{ kind: 'exchange', refund: 0, pieces: 1 }])
})
