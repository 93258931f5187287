import { createSimulator } from '@loom-and-lane/shiprocket-simulator'
import { afterAll, expect, test } from 'vitest'
import { createShiprocket } from '#server/adapters/shiprocket/shiprocket.ts'
import { startProvider } from '#testing/card-checkout.ts'
import { createReturns } from '#testing/returns.ts'
import { collectMails } from '#testing/send-mails.ts'
import { signInAdministrator } from '#testing/shoppers.ts'
import { startShop } from '#testing/start-shop.ts'
import { createTestApp } from '#testing/test-app.ts'

const provider = await startProvider()
const account = { email: 'api@shop.example', password: 'a password of the tests' }
const simulator = createSimulator(account)
const pickups = createShiprocket({ ...account, apiUrl: await simulator.listen() })
afterAll(() => simulator.close())
const environment = { STORE_ADDRESS: '4 Mill Road\nLower Parel, Mumbai 400013', STORE_EMAIL: 'care@shop.example' }
const app = await startShop({ gateways: provider.gateways, pickups, environment })
const { cookies } = app
const shop = createReturns({ ...app, provider, cookies })

/** An accepted return with pick-up of one of two tees for ₹799 each. */
async function acceptReturn() {
  const order = await shop.deliverCard()
  const id = (await order.ask([{ line: 1, quantity: 1, reason: 'too small' }], 699)).json().return._id as string
  await shop.admin(id, 'accept', { handover: 'pickup' })
  const number = `${order.number}-R1`
  return { id, number, order, booked: () => simulator.orders.filter(({ body }) => String(body.order_id).startsWith(`${number}-P`)) }
}

test('the pick-up is booked with the address of the order, that of the shop and what was paid', async () => {
  const { id, number, booked, order } = await acceptReturn()
  await app.database
    .updateTable('products')
    .set({ details: JSON.stringify({ weightGrams: 220 }) })
    .execute()
  const reply = await shop.admin(id, 'book-pickup')
  const [made] = booked()
  expect(reply.json().return).toMatchObject({
    state: 'accepted',
    pickup: { courier: 'Delhivery', reference: made?.awb },
    canBookPickup: true,
  })
  expect(made?.body).toMatchObject({
    order_id: `${number}-P1`,
    ...{ pickup_customer_name: 'Asha', pickup_city: 'Bengaluru', pickup_pincode: '560001', pickup_email: 'asha@example.com' },
    ...{ shipping_address: '4 Mill Road, Lower Parel, Mumbai 400013', shipping_city: 'Mumbai', shipping_state: 'Maharashtra' },
    ...{ shipping_pincode: '400013', shipping_email: 'care@shop.example', shipping_phone: '8040002026' },
    order_items: [{ sku: `${order.number}-1`, units: 1, selling_price: 799 }],
    ...{ sub_total: 799, weight: 0.22 },
  })
  const mail = (await collectMails(app)).find(({ subject }) => subject.includes('has a booked pick-up'))
  expect(mail?.text).toContain(`Reference: ${made?.awb}.`)
})

test('one request of many at the same time books', async () => {
  const { id, booked } = await acceptReturn()
  const { version } = await shop.read(id)
  const send = () => app.request('POST', `/returns/${id}/book-pickup`, { cookies, body: { version } })
  const replies = await Promise.all([send(), send(), send()])
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409])
  expect(['return_pickup_running', 'return_changed']).toContain(shop.code(await send()))
  expect(booked().map(({ pickups: count }) => count)).toEqual([1])
})

test('what the courier answers is a sentence, nothing is recorded, and a reference can be entered', async () => {
  const { id, booked } = await acceptReturn()
  simulator.addFault({ path: '/courier/assign/awb', status: 422, body: { message: 'Your wallet balance is too low.' } })
  const failed = await shop.admin(id, 'book-pickup')
  expect([failed.statusCode, failed.json()]).toMatchObject([
    503,
    {
      code: 'return_pickup_failed',
      message:
        "Shiprocket does not book this pick-up: Your wallet balance is too low. Try again later, or book the pick-up on the courier's page and enter its reference.",
    },
  ])
  expect((await shop.read(id)).pickup).toBeNull()
  expect((await shop.admin(id, 'book-pickup', { courier: 'dtdc', reference: 'D1' })).json().return.pickup).toMatchObject({
    courier: 'DTDC',
  })
  // The order that Shiprocket has goes on.
  expect((await shop.admin(id, 'book-pickup')).statusCode).toBe(200)
  expect(booked()).toHaveLength(1)
})

test('a rejected order is booked with another reference', async () => {
  const { id, number, booked } = await acceptReturn()
  simulator.addFault({ path: '/orders/create/return', status: 422, body: { message: 'The order id is used.' } })
  expect(shop.code(await shop.admin(id, 'book-pickup'))).toBe('return_pickup_failed')
  await shop.admin(id, 'book-pickup')
  expect(booked().map(({ body }) => body.order_id)).toEqual([`${number}-P2`])
})

test('a pick-up that was booked before a crash is found', async () => {
  const { id, booked } = await acceptReturn()
  // As a process that ended after the courier's answer has left it.
  simulator.addFault({ path: '/courier/generate/pickup', status: 0, when: 'after' })
  await shop.admin(id, 'book-pickup')
  const crashed = app.database.updateTable('pickup_bookings').where('return_id', '=', id)
  await crashed.set({ busy_until: new Date(Date.now() + 60_000) }).execute()
  expect(shop.code(await shop.admin(id, 'book-pickup'))).toBe('return_pickup_running')
  await crashed.set({ busy_until: new Date(0) }).execute()
  const reply = await shop.admin(id, 'book-pickup')
  expect(reply.json().return.pickup.reference).toBe(booked()[0]?.awb)
  expect(booked().map(({ pickups: count }) => count)).toEqual([1])
})

test('a return that ends meanwhile is named with the pick-up to cancel', async () => {
  const { id, order } = await acceptReturn()
  const slow = { ...pickups }
  const { book } = slow
  let isWithdrawn = false
  Object.assign(pickups, {
    async book(pickup: Parameters<typeof book>[0]) {
      const made = await book(pickup)
      isWithdrawn = (await order.withdraw(id)).statusCode === 200
      return made
    },
  })
  const reply = await shop.admin(id, 'book-pickup')
  Object.assign(pickups, slow)
  expect([isWithdrawn, shop.code(reply)]).toEqual([true, 'return_pickup_too_late'])
  expect(reply.json().message).toMatch(/Cancel the pick-up RET\d+ on the courier's page/)
  expect(await shop.read(id)).toMatchObject({ state: 'withdrawn', pickup: { courier: 'Delhivery' } })
})

test('an address without PIN code or phone is named before anything is booked', async () => {
  const { id, order, booked } = await acceptReturn()
  const { delivery_address: address } = await app.database
    .selectFrom('orders')
    .select('delivery_address')
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow()
  const change = (fields: object) =>
    app.database
      .updateTable('orders')
      .set({ delivery_address: JSON.stringify({ ...address, ...fields }) })
      .where('id', '=', order.id)
      .execute()
  await change({ pinCode: '', phone: '123' })
  const reply = await shop.admin(id, 'book-pickup')
  expect([reply.statusCode, reply.json().message]).toEqual([
    409,
    'The pick-up cannot be booked: the address of the order lacks a phone number of 10 digits and a PIN code of 6 digits. Complete it, or enter a booking that you have made yourself.',
  ])
  await change({ phone: '+91 98765 43210' })
  expect((await shop.admin(id, 'book-pickup')).statusCode).toBe(200)
  expect(booked()[0]?.body.pickup_phone).toBe('9876543210')
})

test('a shop without an address cannot book', async () => {
  const other = await createTestApp({ gateways: provider.gateways, pickups })
  const cookiesOfOther = (await signInAdministrator(other)).cookies
  const returns = createReturns({ ...other, provider, cookies: cookiesOfOther })
  const order = await returns.deliverCard()
  const id = (await order.ask([{ line: 1, quantity: 1, reason: 'too small' }], 699)).json().return._id as string
  await returns.admin(id, 'accept', { handover: 'pickup' })
  expect((await returns.admin(id, 'book-pickup')).json().message).toContain('the address of the shop')
})
