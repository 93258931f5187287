import { describe, expect, test } from 'vitest'
import type { DeskOrder } from '#contract/orders/order-desk.ts'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { requireStatus } from '#testing/require-status.ts'
import { startShop } from '#testing/start-shop.ts'

const { request, database, cookies } = await startShop()
const tee = await createTestProduct({ database, stock: 100 })

/** Publishes the group `shop` with some fields changed. Returns the reply of saving the draft. */
async function changeShop(fields: object) {
  const { value, version } = (await request('GET', '/settings', { cookies })).json().groups.shop
  const saved = await request('PATCH', '/settings/shop', { cookies, body: { version, value: { ...value, ...fields } } })
  if (saved.statusCode === 200) await request('POST', '/settings/shop/publish', { cookies, body: { version: saved.json().state.version } })
  return saved
}

async function placeOrder(): Promise<string> {
  const reply = await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([tee]) })
  requireStatus(reply, 201)
  return reply.json().order._id
}

async function readRow(id: string): Promise<DeskOrder> {
  const { orders } = (await request('GET', '/order/admin/desk?view=all', { cookies })).json()
  const listed = (await request('GET', '/cod/adminOrder', { cookies })).json().orders
  const row = orders.find(({ _id }: DeskOrder) => _id === id)
  expect(listed.find(({ _id }: DeskOrder) => _id === id).messageLink).toBe(row.messageLink)
  return row
}

const readToken = (link = '') => link.split('/o/')[1] ?? ''

describe('the page for a message to the customer of an order', () => {
  test('is missing until WhatsApp is on', async () => {
    expect(await readRow(await placeOrder())).not.toHaveProperty('messageLink')
  })

  test('is where the order is followed, or confirmed while it waits for that', async () => {
    requireStatus(await changeShop({ whatsapp: 'on', whatsappNumber: '+91 98765 43210' }), 200)
    const [followed, unusual] = [await placeOrder(), await placeOrder()]
    await database
      .updateTable('orders')
      .set({ flags: ['value'] })
      .where('id', '=', unusual)
      .execute()

    const [trackingLink, confirmationLink] = [(await readRow(followed)).messageLink, (await readRow(unusual)).messageLink]
    expect(trackingLink).toMatch(/^\/o\/track\./)
    requireStatus(await request('POST', '/order/track', { body: { token: readToken(trackingLink) } }), 200)
    expect(confirmationLink).toMatch(/^\/o\//)
    requireStatus(await request('POST', '/order/confirmation/find', { body: { token: readToken(confirmationLink) } }), 200)
  })
})

describe('WhatsApp', () => {
  test.each(['022 2345 6789', '+1 415 555 2671', '12345'])('is refused with the number %s', async (whatsappNumber) => {
    const saved = await changeShop({ whatsapp: 'on', whatsappNumber })
    expect([saved.statusCode, saved.json().fields.whatsappNumber]).toEqual([400, 'Enter an Indian mobile number, such as 98765 43210.'])
  })

  test('is refused without a number, and is off without one', async () => {
    const saved = await changeShop({ whatsapp: 'on', whatsappNumber: '' })
    expect(saved.json().fields).toEqual({ whatsappNumber: 'Enter the number, or switch WhatsApp off.' })
    requireStatus(await changeShop({ whatsapp: 'off', whatsappNumber: '' }), 200)
  })
})
