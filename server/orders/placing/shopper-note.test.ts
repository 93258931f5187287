import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { paise } from '#contract/kernel/money.ts'
import { startCheckout } from '#testing/card-checkout.ts'
import { createDeliveryRules } from '#testing/delivery-rules.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { startGuestCheckout } from '#testing/guest-checkout.ts'
import { requireStatus } from '#testing/require-status.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startPayingShop } from '#testing/start-shop.ts'
import { deleteDueAccounts } from '../../accounts/privacy/delete-account.ts'

const shop = await startPayingShop()
const { provider, request, database, admin } = shop
const tee = await createTestProduct({ database, stock: 1_000 })

const typed = { note: '  Please call\u200b first\u0007\r\nGate 4 ', isGift: true }
const stored = { note: 'Please call first\nGate 4', isGift: true }

const readNote = async (id: string) => {
  const { note, isGift } = (await request('GET', `/order/admin/${id}`, { cookies: admin.cookies })).json()
  return { note, isGift }
}
const placeAsGuest = (more: object = typed) => request('POST', '/guest/cashondelivery', { body: { ...buildGuestOrder([tee]), ...more } })

/** A shopper with an order on delivery that has the note. */
async function placeAsShopper() {
  const shopper = await signInShopper({ request })
  const { cookies } = shopper
  await request('POST', '/cart/add', { cookies, body: { product: tee.id, size: 'M', quantity: 1 } })
  const placed = await request('POST', '/cod/cashondelivery', { cookies, body: { ...address, ...typed } })
  requireStatus(placed, 201)
  return { ...shopper, order: placed.json().order }
}

const isErased = async (id: string) => {
  const order = await database.selectFrom('orders').select(['shopper_note', 'status']).where('id', '=', id).executeTakeFirstOrThrow()
  return order.shopper_note === ''
}

describe('the note of a shopper', () => {
  test('is cleaned, and shown to the shopper and to administrators', async () => {
    const { cookies, order } = await placeAsShopper()
    expect(order).toMatchObject(stored)
    expect((await request('GET', `/order/${order._id}`, { cookies })).json()).toMatchObject(stored)
    const listed = (await request('GET', '/order/admin/desk?view=all', { cookies: admin.cookies })).json().orders
    expect(listed.find(({ _id }: { _id: string }) => _id === order._id)).toMatchObject(stored)
    expect(await readNote(order._id)).toEqual(stored)
    const saved = (await request('GET', '/users/account/addresses', { cookies })).json().addresses
    expect(JSON.stringify(saved)).not.toContain('Please call')
  })

  test('of a guest is not shown to who has only number and phone', async () => {
    const { order } = (await placeAsGuest()).json()
    expect(await readNote(order._id)).toEqual(stored)
    const tracked = await request('POST', '/order/track', { body: { number: order.number, phone: address.phone } })
    expect(tracked.statusCode).toBe(200)
    expect(tracked.body).not.toMatch(/Please call|isGift/)
  })

  test('is missing from an order without one', async () => {
    const { order } = (await placeAsGuest({})).json()
    expect(order).not.toHaveProperty('note')
    expect(order).not.toHaveProperty('isGift')
  })

  test('may be entered with an order by phone', async () => {
    const body = {
      products: [{ product: tee.id, size: 'M', quantity: 1 }],
      totalPrice: 799,
      payment: 'on delivery',
      deliveryAddress: address,
      ...typed,
    }
    const placed = await request('POST', '/order/admin', { cookies: admin.cookies, body })
    requireStatus(placed, 201)
    expect(placed.json().order).toMatchObject(stored)
  })

  test('has at most 300 characters', async () => {
    expect((await placeAsGuest({ note: 'n'.repeat(300) })).statusCode).toBe(201)
    const refused = await placeAsGuest({ note: 'n'.repeat(301) })
    expect([refused.statusCode, refused.json().fields]).toEqual([400, { note: 'Note is too long.' }])
  })

  test('is in what is printed and exported', async () => {
    const { order } = (await placeAsGuest()).json()
    const printed = await request('POST', '/order/admin/print', { cookies: admin.cookies, body: { numbers: [order.number] } })
    expect(printed.json().orders).toMatchObject([stored])
    for (const rows of ['items', 'orders']) {
      const { body } = await request('GET', `/order/admin/export?rows=${rows}&q=${order.number}`, { cookies: admin.cookies })
      expect(body.split('\r\n')[0]).toMatch(/SKU,Note,Gift$/)
      expect(body).toContain('"Please call first\nGate 4",Yes')
    }
  })
})

describe('the note of an order that is paid online', () => {
  test('is that of the last time the payment was opened by a shopper', async () => {
    const { cookies, orderId, pay, verify } = await startCheckout({ request, database, provider })
    const again = await request('POST', '/order/create-order', { cookies, body: { amount: 1_598, ...typed } })
    expect(again.json().id).toBe(orderId)
    const verified = await verify((await pay()).browser.response)
    expect(verified.json().order).toMatchObject(stored)
  })

  test.each(['full', 'advance'] as const)('of a guest with the share %s is that of its payment', async (payment) => {
    const { addRules } = createDeliveryRules(shop)
    if (payment === 'advance') await addRules({ prefix: '', cod: 'advance', advance_paise: paise(10_000) })
    const { pay, verify } = await startGuestCheckout({ request, database, provider, payment, more: typed })
    await addRules()
    const verified = await verify((await pay()).browser.response)
    expect(verified.json().order).toMatchObject(stored)
  })
})

describe('an erasure deletes the note', () => {
  test('with the account, whose data has it before', async () => {
    const { cookies, _id, order } = await placeAsShopper()
    const other = (await placeAsGuest()).json().order
    const data = await request('POST', '/users/account/data', { cookies, body: { currentPin: '4321' } })
    expect(data.json().data.orders).toMatchObject([stored])
    requireStatus(await request('POST', '/users/account/delete', { cookies, body: { currentPin: '4321' } }), 200)
    await database.updateTable('users').set({ deletion_due_at: sql<Date>`now() - interval '1 second'` }).where('id', '=', _id).execute()
    await deleteDueAccounts({ database, signal: new AbortController().signal })
    expect([await isErased(order._id), await isErased(other._id)]).toEqual([true, false])
  })

  test('by the phone or the email address of a guest', async () => {
    const place = async (contact: object) => {
      const order = buildGuestOrder([tee])
      const body = { ...order, ...typed, deliveryAddress: { ...order.deliveryAddress, ...contact } }
      const placed = await request('POST', '/guest/cashondelivery', { body })
      requireStatus(placed, 201)
      return placed.json().order._id as string
    }
    const byPhone = await place({ phone: '9876512301', email: 'one@example.com' })
    const byEmail = await place({ phone: '9876512302', email: 'Erased@example.com' })
    const other = await place({ phone: '9876512303', email: 'three@example.com' })
    const details = {
      kind: 'erasure',
      name: 'Asha',
      phone: '9876512301',
      email: 'erased@example.com',
      orderNumber: '',
      details: 'Delete it.',
    }
    requireStatus(await request('POST', '/users/data-requests', { cookies: admin.cookies, body: details }), 201)
    const { id } = await database.selectFrom('data_requests').select('id').where('phone', '=', '9876512301').executeTakeFirstOrThrow()
    const closed = await request('POST', `/users/data-requests/${id}/close`, { cookies: admin.cookies, body: { note: 'Done.' } })
    requireStatus(closed, 200)
    expect([await isErased(byPhone), await isErased(byEmail), await isErased(other)]).toEqual([true, true, false])
  })
})
