import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import type { ShopperReturn } from '#contract/returns/returns.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { createReturns } from '#testing/returns.ts'
import { createJobRunner } from '#testing/run-job.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startPayingShop } from '#testing/start-shop.ts'
import { taxedShop } from '#testing/tax.ts'
import { publishEvents } from './publish-events.ts'

const shop = await startPayingShop({ environment: taxedShop })
const { provider, request, database, trackingKey, cookies } = shop
const { deliverCard, admin } = createReturns({ request, database, trackingKey, provider, cookies })
const runJob = createJobRunner(shop)

/** The events since the last call, in their order. */
async function readNew() {
  await publishEvents({ database })
  const rows = await database.selectFrom('events').selectAll().orderBy('id').execute()
  await database.deleteFrom('events').execute()
  return rows.map(({ payload, ...event }) => ({ ...event, payload: payload as Record<string, Record<string, unknown>> }))
}
const listTypes = async () => (await readNew()).map(({ type }) => type)

beforeEach(async () => void (await readNew()))

const placeGuestOrder = async () => {
  const tee = await createTestProduct({ database, stock: 10 })
  await readNew()
  const reply = await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([{ ...tee, size: 'M', quantity: 2 }]) })
  return { ...reply.json<{ order: Order }>().order, tee }
}
const edit = async (id: string, path: string, body: object = {}) => {
  const { version } = (await request('GET', `/order/admin/${id}`, { cookies })).json<{ version: number }>()
  return request('POST', `/order/admin/${id}/${path}`, { cookies, body: { version, ...body } })
}

describe('events of orders', () => {
  test("a guest's order is placed with all that it says, and its stock has changed", async () => {
    const { _id, number, tee } = await placeGuestOrder()
    const events = await readNew()
    expect(events.map(({ type, subject_id }) => [type, subject_id])).toEqual([
      ['order.placed', _id],
      ['stock.changed', tee.id],
    ])
    expect(events[0]).toMatchObject({ order_id: _id, order_number: number })
    expect(events[0]?.payload.order).toMatchObject({
      _id,
      number,
      kind: 'guest',
      orderStatus: 'Placed',
      deliveryAddress: address,
      products: [{ _id: tee.id, quantity: 2, size: 'M' }],
      parcels: [],
      documents: [],
      returns: [],
    })
    expect(events[1]?.payload.product).toMatchObject({ _id: tee.id, stock: 8 })
  })

  test('an order of an account and one of the card checkout are placed once', async () => {
    const tee = await createTestProduct({ database, stock: 10 })
    const shopper = await signInShopper({ request })
    await request('POST', '/cart/add', { cookies: shopper.cookies, body: { product: tee.id, size: 'M', quantity: 1 } })
    await readNew()
    await request('POST', '/cod/cashondelivery', { cookies: shopper.cookies, body: address })
    expect(await listTypes()).toEqual(['order.placed', 'stock.changed'])
    await deliverCard()
    expect((await listTypes()).filter((type) => type === 'order.placed')).toHaveLength(1)
  })

  test('a change of status, address or size and a cancellation are one event each', async () => {
    const { _id } = await placeGuestOrder()
    await readNew()
    await edit(_id, 'move', { to: 'Confirmed' })
    expect(await listTypes()).toEqual(['order.changed'])
    await edit(_id, 'address', { address: { ...address, address: '7 Church Street' } })
    const [changed] = await readNew()
    expect(changed?.payload.order).toMatchObject({ orderStatus: 'Confirmed', deliveryAddress: { address: '7 Church Street' } })
    await edit(_id, 'move', { to: 'Cancelled' })
    expect((await listTypes()).sort()).toEqual(['order.changed', 'stock.changed'])
  })

  test('a parcel that is entered and shipped is an event of the parcel and of its order', async () => {
    const { _id } = await placeGuestOrder()
    for (const to of ['Confirmed', 'Packed']) await edit(_id, 'move', { to })
    await readNew()
    await edit(_id, 'shipment', { courier: 'delhivery', trackingNumber: 'TEST12345', ship: true })
    const events = await readNew()
    expect(new Set(events.map(({ type }) => type))).toEqual(new Set(['order.changed', 'parcel.changed']))
    expect(events[0]?.payload.order?.parcels).toMatchObject([
      { trackingNumber: 'TEST12345', courier: 'delhivery', shippedAt: expect.any(String) },
    ])
    await sql`update shipments set status = 'In transit', status_at = now() where order_id = ${_id}`.execute(database)
    expect(await listTypes()).toEqual(['parcel.changed'])
  })

  test('an invoice is issued, and a return goes from the request to the refund', async () => {
    await database.updateTable('categories').set({ hsn_code: '6109' }).execute()
    const order = await deliverCard()
    await sql`update invoice_requests set due_at = now()`.execute(database)
    await readNew()
    await runJob('issue-invoices')
    const issued = (await readNew()).find(({ order_id }) => order_id === order.id)
    expect(issued?.type).toBe('document.issued')
    expect(issued?.payload.order?.documents).toMatchObject([{ _id: issued?.subject_id }])
    const asked = await order.ask([{ line: 1, quantity: 1, reason: 'too small' }], 699)
    const { return: created } = asked.json<{ return: ShopperReturn }>()
    const [first] = await readNew()
    expect([first?.type, first?.subject_id]).toEqual(['return.changed', created._id])
    expect(first?.payload.order?.returns).toMatchObject([{ number: created.number, state: 'asked' }])
    await admin(created._id, 'accept', { handover: 'send' })
    expect(await listTypes()).toContain('return.changed')
    const lines = [{ line: 1, seen: { new: 1, worn: 0, faulty: 0, missing: 0 }, restock: 1, refund: 1 }]
    await admin(created._id, 'receive', { isFault: false, lines })
    expect(await listTypes()).toEqual(expect.arrayContaining(['return.changed', 'stock.changed']))
    await admin(created._id, 'settle', { refund: 699 })
    const settled = await readNew()
    expect(settled.map(({ type }) => type)).toEqual(expect.arrayContaining(['return.changed', 'order.changed', 'document.issued']))
    expect(settled[0]?.payload.order).toMatchObject({ amountRefunded: 699, returns: [{ state: 'settled' }] })
  })
})

describe('other events', () => {
  test('a stock that is corrected, a consent and a ticket', async () => {
    const tee = await createTestProduct({ database, stock: 10 })
    const shopper = await signInShopper({ request })
    await readNew()
    await request('POST', `/products/${tee.id}/stock`, { cookies, body: { change: 3, cause: 'correction', note: 'counted' } })
    await request('POST', '/users/account/consents', { cookies: shopper.cookies, body: { purpose: 'messages', given: true } })
    await request('POST', '/contact', { body: { name: 'Asha', replyTo: 'asha@example.com', message: 'Hello' } })
    const events = await readNew()
    expect(events.map(({ type, payload }) => [type, payload])).toMatchObject([
      ['stock.changed', { product: { _id: tee.id, stock: 13 } }],
      ['customer.consented', { customer: { _id: shopper._id, purpose: 'messages', isGiven: true } }],
      ['ticket.opened', { ticket: { number: expect.stringMatching(/^T-/), message: 'Hello' } }],
    ])
  })

  test('a consent of an imported customer', async () => {
    await sql`
      insert into imported_customers (name, email, consent, consent_on, consent_source) values
        ('Asha', 'asha@example.com', true, '2026-01-01', 'old shop'), ('Ravi', 'ravi@example.com', null, null, null)
    `.execute(database)
    expect((await readNew()).map(({ payload }) => payload)).toMatchObject([{ customer: { name: 'Asha', isGiven: true } }])
  })

  test('what is rolled back is no event', async () => {
    const tee = await createTestProduct({ database, stock: 1 })
    await readNew()
    const reply = await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([{ ...tee, quantity: 2 }]) })
    expect([reply.statusCode, await listTypes()]).toEqual([409, []])
  })
})

test('an event that is committed later has a higher number, also when its change began first', async () => {
  const [early, late] = [await createTestProduct({ database, stock: 10 }), await createTestProduct({ database, stock: 10 })]
  const change = (id: string) => sql`update products set stock = stock - 1 where id = ${id}`
  await readNew()
  const trx = await database.startTransaction().execute()
  await change(early.id).execute(trx)
  await change(late.id).execute(database)
  await publishEvents({ database })
  const last = async () => database.selectFrom('events').select(['id', 'subject_id']).orderBy('id', 'desc').executeTakeFirstOrThrow()
  const first = await last()
  expect(first.subject_id).toBe(late.id)
  await trx.commit().execute()
  await publishEvents({ database })
  const second = await last()
  expect([second.subject_id, second.id > first.id]).toEqual([early.id, true])
})
