import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import type { Order } from '#contract/orders/orders.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { collectMails } from '#testing/send-mails.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startShop } from '#testing/start-shop.ts'
import { findDrift } from '../../inventory/ledger.ts'
import { createConfirmationLinks } from '../order/order-links.ts'

const shop = await startShop()
const {
  request,
  database,
  trackingKey,
  cookies,
  admin: { name },
} = shop
const links = createConfirmationLinks({ key: trackingKey })

beforeEach(async () => void (await database.deleteFrom('outbox_mails').execute()))

const read = async (id: string) => (await request('GET', `/order/admin/${id}`, { cookies })).json<AdminOrderDetail>()
const post = (id: string, path: string, body: object) => request('POST', `/order/admin/${id}/${path}`, { cookies, body })
const transition = async (id: string, ...statuses: string[]) => {
  for (const to of statuses) expect((await post(id, 'move', { to })).statusCode).toBe(200)
}
const edit = async (id: string, path: string, body: object) => post(id, path, { version: (await read(id)).version, ...body })
const readStock = async (id: string) =>
  (await database.selectFrom('products').select('stock').where('id', '=', id).executeTakeFirstOrThrow()).stock
const makeMailsDue = () =>
  database
    .updateTable('outbox_mails')
    .set({ due_at: new Date(0) })
    .execute()

/** A guest order of 2 + 1 of two products with stock 10. */
async function place() {
  const [tee, shirt] = [await createTestProduct({ database, price: 500 }), await createTestProduct({ database, price: 300 })]
  const body = buildGuestOrder([
    { ...tee, size: 'M', quantity: 2 },
    { ...shirt, size: 'L' },
  ])
  const { order } = (await request('POST', '/guest/cashondelivery', { body })).json<{ order: Order }>()
  return { id: order._id, number: order.number, tee, shirt }
}

/** A shopper's order of 2 + 1 of two products with stock 10. */
async function placeCod() {
  const shopper = await signInShopper({ request })
  const products = [await createTestProduct({ database, price: 500 }), await createTestProduct({ database, price: 300 })] as const
  for (const [index, { id }] of products.entries())
    await request('POST', '/cart/add', { cookies: shopper.cookies, body: { product: id, size: 'M', quantity: 2 - index } })
  const { order } = (await request('POST', '/cod/cashondelivery', { cookies: shopper.cookies, body: address })).json<{ order: Order }>()
  const cancel = () => request('POST', `/order/${order._id}/cancel`, { cookies: shopper.cookies })
  return { id: order._id, products, shopper, cancel }
}

const newAddress = { ...address, address: '7 Church Street', pinCode: '560025', phone: '9811122233', landmark: 'Opposite the park' }

describe('the address of an order', () => {
  test('is changed by an administrator until it is shipped; the old one stays in the history of administrators only', async () => {
    const { id, shopper } = await placeCod()
    const reply = await edit(id, 'address', { address: newAddress })
    expect(reply.json()).toMatchObject({ message: 'The address is changed', order: { deliveryAddress: newAddress } })
    expect((await read(id)).events.at(-1)).toMatchObject({
      event: 'Address changed',
      actorName: name,
      changes: [
        { label: 'Address', before: '12 Lake Road', after: '7 Church Street' },
        { label: 'Landmark', before: '', after: 'Opposite the park' },
        { label: 'PIN code', before: '560001', after: '560025' },
        { label: 'Phone', before: '9876543210', after: '9811122233' },
      ],
    })
    const shown = await request('GET', `/order/${id}`, { cookies: shopper.cookies })
    expect(shown.json()).toMatchObject({ deliveryAddress: newAddress })
    expect(shown.body).not.toContain('12 Lake Road')
    await transition(id, 'Confirmed', 'Packed', 'Shipped')
    expect((await edit(id, 'address', { address })).json()).toMatchObject({ code: 'order_address_locked' })
  })

  test('is tracked with the new phone', async () => {
    const { id, number } = await place()
    await edit(id, 'address', { address: newAddress })
    const track = async (phone: string) => (await request('POST', '/order/track', { body: { number, phone } })).statusCode
    expect([await track('9811122233'), await track(address.phone)]).toEqual([200, 404])
  })

  test('needs what the courier needs, with a sentence for each field', async () => {
    const { id } = await place()
    const reply = await edit(id, 'address', { address: { ...address, firstName: '', pinCode: '5600', phone: '12', email: 'asha' } })
    expect(reply.statusCode).toBe(400)
    expect(reply.json().fields).toEqual({
      'address.firstName': 'First name is required.',
      'address.pinCode': 'PIN code must have exactly 6 digits.',
      'address.phone': 'Phone must have 10 digits and start with 6, 7, 8 or 9.',
      'address.email': expect.any(String),
    })
    expect((await edit(id, 'address', { address: { ...address, lastName: '', email: '' } })).statusCode).toBe(200)
  })

  test('of two changes at once one is made, and the other administrator is told', async () => {
    const { id } = await place()
    const { version } = await read(id)
    const replies = await Promise.all(
      ['1 A Road', '2 B Road'].map((street) => post(id, 'address', { address: { ...address, address: street }, version })),
    )
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect(replies.find(({ statusCode }) => statusCode === 409)?.json().code).toBe('order_changed')
  })

  test('a new email address has not confirmed the order', async () => {
    const { id } = await place()
    await database.updateTable('orders').set({ confirmed_by_link: true }).where('id', '=', id).execute()
    await edit(id, 'address', { address: { ...address, email: 'new@example.com' } })
    const { confirmed_by_link } = await database.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(confirmed_by_link).toBe(false)
  })
})

describe('items of an order', () => {
  test('are removed until it is packed: stock, total and cash are those of the rest', async () => {
    const { id, tee, shirt } = await place()
    const part = await edit(id, 'remove', { line: 1, quantity: 1 })
    expect(part.json()).toMatchObject({
      message: 'The item is removed',
      order: { totalPrice: 800, cashOndelivery: 800, products: [{ line: 1, quantity: 1 }, { line: 2 }] },
    })
    await edit(id, 'remove', { line: 1, quantity: 1 })
    const { products, events, ...order } = await read(id)
    expect(order).toMatchObject({ totalPrice: 300, cashOndelivery: 300, amountPaid: 0 })
    expect(products).toMatchObject([{ _id: shirt.id, line: 2, quantity: 1 }])
    expect(events.at(-1)).toMatchObject({
      event: 'Items removed',
      changes: [
        { label: `${tee.name} (M)`, before: '1', after: '0' },
        { label: 'Total', before: '₹800', after: '₹300' },
      ],
    })
    expect([await readStock(tee.id), await readStock(shirt.id)]).toEqual([10, 9])
    await transition(id, 'Confirmed', 'Packed')
    expect((await edit(id, 'remove', { line: 2, quantity: 1 })).json()).toMatchObject({ code: 'order_items_locked' })
  })

  test('cannot all be removed', async () => {
    const { id } = await place()
    await edit(id, 'remove', { line: 2, quantity: 1 })
    const reply = await edit(id, 'remove', { line: 1, quantity: 2 })
    expect([reply.statusCode, reply.json().message]).toEqual([409, 'An order needs at least one item. Cancel the order instead.'])
    expect((await edit(id, 'remove', { line: 1, quantity: 3 })).statusCode).toBe(404)
    expect((await edit(id, 'remove', { line: 9, quantity: 1 })).statusCode).toBe(404)
    expect((await read(id)).totalPrice).toBe(1_000)
  })

  test('a double click removes once', async () => {
    const { id, tee } = await place()
    const { version } = await read(id)
    const replies = await Promise.all([1, 2].map(() => post(id, 'remove', { line: 1, quantity: 1, version })))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect([(await read(id)).totalPrice, await readStock(tee.id)]).toEqual([800, 9])
  })

  test.each(['shopper', 'administrator', 'guest'])(
    'and a cancellation or confirmation by the %s at once leave stock and total right',
    async (by) => {
      for (let round = 0; round < 2; round += 1) {
        const { id, products, cancel } = await placeCod()
        const { version } = await read(id)
        const token = links.create(id).split('/o/')[1]
        const other = {
          shopper: () => cancel(),
          administrator: () => post(id, 'move', { to: 'Cancelled', version }),
          guest: () => request('POST', '/order/confirmation', { body: { token, isAccepted: true } }),
        }[by]
        const [removed] = await Promise.all([post(id, 'remove', { line: 1, quantity: 2, version }), other?.()])
        const order = await read(id)
        const isCancelled = order.orderStatus === 'Cancelled'
        expect(isCancelled ? 10 : removed.statusCode === 200 ? 10 : 8).toBe(await readStock(products[0].id))
        expect(isCancelled ? 10 : 9).toBe(await readStock(products[1].id))
        expect(order.totalPrice).toBe(removed.statusCode === 200 ? 300 : 1_300)
      }
      expect((await findDrift({ database })).drifts).toEqual([])
    },
  )
})

test('changes within a minute are mailed once, with the order as it is then and never with a removed item', async () => {
  const { id, tee, shirt } = await place()
  await edit(id, 'address', { address: newAddress })
  await edit(id, 'remove', { line: 1, quantity: 2 })
  await makeMailsDue()
  const mails = await collectMails(shop)
  expect(mails.map(({ about }) => about.event)).toEqual(['Placed', 'Items removed'])
  const changed = mails.at(-1)
  expect(changed?.subject).toMatch(/^Order \S+ has been changed$/)
  for (const text of [shirt.name, '₹300 ready for the courier', '7 Church Street', '9811122233']) expect(changed?.text).toContain(text)
  for (const { text, html } of mails) expect(text + html).not.toContain(tee.name)
  const states = await database.selectFrom('outbox_mails').select(['state', 'skip_reason']).orderBy('id').execute()
  expect(states).toContainEqual({ state: 'skipped', skip_reason: 'changed again' })
})

test('a change is not mailed after the order was cancelled', async () => {
  const { id } = await place()
  await edit(id, 'remove', { line: 1, quantity: 1 })
  await transition(id, 'Cancelled')
  await makeMailsDue()
  expect((await collectMails(shop)).map(({ about }) => about.event)).not.toContain('Items removed')
})

test('the download of personal data contains what an administrator has changed', async () => {
  const { id, shopper } = await placeCod()
  await edit(id, 'address', { address: newAddress })
  const reply = await request('POST', '/users/account/data', { cookies: shopper.cookies, body: { currentPin: shopper.pin } })
  expect(reply.json().data.orders[0].events.at(-1)).toMatchObject({
    event: 'Address changed',
    change: { before: { address: '12 Lake Road' }, after: { address: '7 Church Street' } },
  })
})

describe('a private note', () => {
  const addNote = (id: string, text: string, key?: string) =>
    request('POST', `/order/admin/${id}/notes`, { cookies, body: { text }, headers: key ? { 'idempotency-key': key } : {} })

  test('is shown to administrators with author and time, and can be deleted', async () => {
    const { id } = await place()
    await addNote(id, 'Call after 6 pm')
    const { order } = (await addNote(id, '  Gift for a friend ')).json<{ order: AdminOrderDetail }>()
    expect(order.notes).toMatchObject([
      { text: 'Gift for a friend', author: name, writtenAt: expect.any(String) },
      { text: 'Call after 6 pm' },
    ])
    const path = `/order/admin/${id}/notes/${order.notes[0]?._id}`
    const deleted = (await request('DELETE', path, { cookies })).json<{ order: AdminOrderDetail }>()
    expect(deleted.order.notes).toMatchObject([{ text: 'Call after 6 pm' }])
    expect(deleted.order.events.at(-1)).toMatchObject({ event: 'Note deleted', actorName: name })
    expect((await request('DELETE', path, { cookies })).json().code).toBe('note_not_found')
  })

  test('is added once by repeated requests, and keeps the version of the order', async () => {
    const { id } = await place()
    const { version } = await read(id)
    await Promise.all([1, 2].map(() => addNote(id, 'Once', 'key')))
    expect(await read(id)).toMatchObject({ version, notes: [{ text: 'Once' }] })
    expect((await addNote(id, ' ')).json().fields).toEqual({ text: 'Note is required.' })
    expect((await addNote(id, 'x'.repeat(1_001))).json().fields).toEqual({ text: 'Note is too long.' })
  })

  test('is never shown to shoppers', async () => {
    const { id, shopper } = await placeCod()
    await addNote(id, 'Very private')
    const { number } = await read(id)
    const replies = [
      await request('GET', `/order/${id}`, { cookies: shopper.cookies }),
      await request('GET', '/order/mine', { cookies: shopper.cookies }),
      await request('GET', '/users/notifications', { cookies: shopper.cookies }),
      await request('POST', '/order/track', { body: { number, phone: address.phone } }),
      await request('POST', '/users/account/data', { cookies: shopper.cookies, body: { currentPin: shopper.pin } }),
    ]
    for (const { statusCode, body } of replies) {
      expect(statusCode).toBe(200)
      expect(body).not.toContain('Very private')
    }
  })
})

test('shoppers and visitors can neither change an order nor read notes and other orders', async () => {
  const { id, shopper } = await placeCod()
  const { version } = await read(id)
  const bodies = { address: { address, version }, remove: { line: 1, quantity: 1, version }, notes: { text: 'x' } }
  for (const [path, body] of Object.entries(bodies)) {
    expect((await request('POST', `/order/admin/${id}/${path}`, { body })).statusCode).toBe(401)
    expect((await request('POST', `/order/admin/${id}/${path}`, { body, cookies: shopper.cookies })).statusCode).toBe(403)
  }
  expect((await request('GET', `/order/admin/${id}/related`, { cookies: shopper.cookies })).statusCode).toBe(403)
  const { rows } = await sql`select from order_notes where order_id = ${id}`.execute(database)
  expect([rows.length, (await read(id)).version]).toEqual([0, version])
})
