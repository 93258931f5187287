import { beforeEach, describe, expect, test } from 'vitest'
import { confirmationLinkDays } from '#contract/kernel/business.ts'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import type { Order } from '#contract/orders/orders.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { collectMails } from '#testing/send-mails.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startShop } from '#testing/start-shop.ts'
import { createAddressLinks, createConfirmationLinks } from '../order/order-links.ts'

const shop = await startShop({ environment: { PUBLIC_URL: 'https://shop.example', DEMO: 'off' } })
const { request, database, trackingKey, admin } = shop
const links = createConfirmationLinks({ key: trackingKey })

beforeEach(async () => void (await database.deleteFrom('outbox_mails').execute()))

let phones = 9_100_000_000
const tokenOf = (link: string) => link.split('/o/')[1] ?? ''
const find = (token: string) => request('POST', '/order/confirmation/find', { body: { token } })
const answer = (token: string, isAccepted: boolean) => request('POST', '/order/confirmation', { body: { token, isAccepted } })
const transition = (id: string, to: string) => request('POST', `/order/admin/${id}/move`, { cookies: admin.cookies, body: { to } })
const read = async (id: string) => (await request('GET', `/order/admin/${id}`, { cookies: admin.cookies })).json<AdminOrderDetail>()

/** A guest's order; flagged by its value. */
async function place({ price = 6_000 }: { price?: number } = {}) {
  const tee = await createTestProduct({ database, price, stock: 3 })
  phones += 1
  const body = { ...buildGuestOrder([{ ...tee, size: 'M' }]), deliveryAddress: { ...address, phone: String(phones) } }
  const { _id: id, number } = (await request('POST', '/guest/cashondelivery', { body })).json<{ order: Order }>().order
  const readStock = async () =>
    (await database.selectFrom('products').select('stock').where('id', '=', tee.id).executeTakeFirstOrThrow()).stock
  return { id, number, token: tokenOf(links.create(id)), readStock }
}

const link = /Confirm or cancel your order: (https:\/\/shop\.example\/o\/\S+)/

describe('the mail of a new order', () => {
  test('asks for a confirmation when the order is flagged', async () => {
    const { number } = await place()
    const [mail] = await collectMails(shop)
    expect(mail?.subject).toBe(`Order ${number} has been placed`)
    expect(mail?.text).toContain('Please confirm your order')
    const [, url = ''] = link.exec(mail?.text ?? '') ?? []
    expect(mail?.html).toContain(`href="${url}"`)
    expect(mail?.text).toContain('Track your order: https://shop.example/o/track.')
    expect((await find(tokenOf(url))).json()).toMatchObject({ number, totalPrice: 6_000, kind: 'guest', products: [{ quantity: 1 }] })
  })

  test('does not when the order is not flagged, or was confirmed meanwhile', async () => {
    await place({ price: 799 })
    const { id } = await place()
    await transition(id, 'Confirmed')
    const mails = await collectMails(shop)
    expect(mails).toHaveLength(2)
    for (const { text } of mails) {
      expect(text).not.toMatch(link)
      expect(text).toContain('Thank you for your order')
      expect(text).toContain('We will hand your order to the courier within 24 to 48 hours.')
    }
  })
})

describe('the link', () => {
  test('needs an answer', async () => {
    const { token } = await place()
    expect((await request('POST', '/order/confirmation', { body: { token } })).json().fields).toEqual({
      isAccepted: 'An answer is required.',
    })
  })

  test('confirms the order of a guest, once', async () => {
    const { id, token, readStock } = await place()
    const replies = await Promise.all([answer(token, true), answer(token, true)])
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    const { orderStatus, events } = await read(id)
    expect(orderStatus).toBe('Confirmed')
    expect(events.map(({ event, actor }) => [event, actor])).toEqual([
      ['Placed', 'guest'],
      ['Confirmed', 'guest'],
    ])
    for (const reply of [await answer(token, false), await find(token)])
      expect([reply.statusCode, reply.json().code]).toEqual([409, 'confirmation_closed'])
    expect(await readStock()).toBe(2)
    expect((await transition(id, 'Packed')).statusCode).toBe(200)
    expect((await answer(token, true)).json().code).toBe('confirmation_closed')
  })

  test('cancels the order, returns the stock and mails the shopper', async () => {
    const { id, token, readStock } = await place()
    expect(await readStock()).toBe(2)
    const replies = await Promise.all([answer(token, false), answer(token, false)])
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect([await readStock(), (await read(id)).orderStatus]).toEqual([3, 'Cancelled'])
    expect((await answer(token, true)).json().code).toBe('confirmation_closed')
    expect((await collectMails(shop)).map(({ about }) => about.event)).toContain('Cancelled')
  })

  test('gives one result when both answers arrive at once', async () => {
    const { id, token, readStock } = await place()
    const replies = await Promise.all([answer(token, true), answer(token, false)])
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    const { orderStatus } = await read(id)
    expect([orderStatus, await readStock()]).toEqual(orderStatus === 'Confirmed' ? ['Confirmed', 2] : ['Cancelled', 3])
  })

  test('records the shopper of an order from an account', async () => {
    const { cookies, _id: userId } = await signInShopper({ request })
    const tee = await createTestProduct({ database, price: 6_000 })
    await request('POST', '/cart/add', { cookies, body: { product: tee.id, size: 'M', quantity: 1 } })
    const reply = await request('POST', '/cod/cashondelivery', { cookies, body: { ...address, phone: '9222222222' } })
    const { _id: id } = reply.json<{ order: Order }>().order
    const token = tokenOf(links.create(id))
    expect((await find(token)).json()).toMatchObject({ kind: 'cod' })
    expect((await answer(token, true)).statusCode).toBe(200)
    const event = await database
      .selectFrom('order_events')
      .select(['actor', 'actor_id'])
      .where('order_id', '=', id)
      .where('event', '=', 'Confirmed')
      .executeTakeFirstOrThrow()
    expect(event).toEqual({ actor: 'shopper', actor_id: userId })
    const own = (await request('GET', `/order/${id}`, { cookies })).json()
    expect(own.transitions).toEqual(['Cancelled'])
    expect(own).not.toHaveProperty('flags')
  })

  test('expires', async () => {
    const { id } = await place()
    const token = tokenOf(links.create(id, { issuedAt: Date.now() - (confirmationLinkDays + 1) * 86_400_000 }))
    for (const reply of [await answer(token, true), await find(token)])
      expect([reply.statusCode, reply.json().code]).toEqual([410, 'address_link_expired'])
    expect((await read(id)).orderStatus).toBe('Placed')
  })

  test('works for its order only and cannot be forged', async () => {
    const [own, other] = [await place(), await place()]
    const [id, lastDay, signature] = own.token.split('.')
    const forged = [
      `${other.id}.${lastDay}.${signature}`,
      `${id}.${Number(lastDay) + 1}.${signature}`,
      `${own.token}.x`,
      tokenOf(createAddressLinks({ key: trackingKey }).create(other.id)),
      tokenOf(createConfirmationLinks({ key: Buffer.from('another key') }).create(other.id)),
      tokenOf(links.create('00000000-0000-7000-8000-000000000000')),
      '',
      '..',
      '\u0000',
    ]
    for (const token of forged)
      for (const reply of [await answer(token, false), await find(token)]) expect([token, reply.statusCode]).toEqual([token, 404])
    expect((await read(other.id)).orderStatus).toBe('Placed')
  })
})

test('an administrator confirms a flagged order as any other', async () => {
  const { id, token } = await place()
  expect((await read(id)).transitions).toEqual(['Confirmed', 'Cancelled'])
  expect((await transition(id, 'Confirmed')).statusCode).toBe(200)
  expect((await answer(token, true)).statusCode).toBe(200)
  expect((await read(id)).events.filter(({ event }) => event === 'Confirmed')).toHaveLength(1)
})
