import { beforeEach, describe, expect, test } from 'vitest'
import { addressLinkDays } from '#contract/kernel/business.ts'
import { paise } from '#contract/kernel/money.ts'
import type { AdminOrder, AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import type { OrderDetail } from '#contract/orders/orders.ts'
import { address, createTestProduct } from '#testing/factories.ts'
import { collectMails } from '#testing/send-mails.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startShop } from '#testing/start-shop.ts'
import { createAddressLinks } from '../order/order-links.ts'
import { placePaidOrder } from '../placing/place-order.ts'

const shop = await startShop({ environment: { PUBLIC_URL: 'https://shop.example', DEMO: 'off' } })
const { request, database, trackingKey, admin } = shop
const links = createAddressLinks({ key: trackingKey })

beforeEach(async () => void (await database.deleteFrom('outbox_mails').execute()))

const tokenOf = (link: string | null) => (link ?? '').split('/o/')[1] ?? ''
const fields = { pinCode: '560001', phone: '9876543210' }
const complete = (body: object) => request('POST', '/order/address', { body })
const find = (token: string) => request('POST', '/order/address/find', { body: { token } })
const transition = (id: string, to: string) => request('POST', `/order/admin/${id}/move`, { cookies: admin.cookies, body: { to } })

/** A card order with the address as the card form accepts it. */
async function placeCard(change: object = { pinCode: '', phone: '080' }) {
  const { cookies, _id: userId } = await signInShopper({ request })
  const { id: productId, name } = await createTestProduct({ database })
  const lines = [{ productId, name, imageKey: 'x', price: paise(79_900), quantity: 1, size: 'M' as const }]
  const deliveryAddress = { ...address, ...change }
  const { id } = await database.transaction().execute((trx) => placePaidOrder({ trx, order: { userId, deliveryAddress, lines } }))
  const read = async () => (await request('GET', `/order/${id}`, { cookies })).json<OrderDetail>()
  const readAsAdmin = async () => {
    const { orders } = (await request('GET', '/cod/adminOrder', { cookies: admin.cookies })).json<{ orders: AdminOrder[] }>()
    const detail = (await request('GET', `/order/admin/${id}`, { cookies: admin.cookies })).json<AdminOrderDetail>()
    return { row: orders.find((order) => order._id === id), detail }
  }
  return { id, read, readAsAdmin, token: tokenOf((await read()).addressLink) }
}

describe('an order whose address is incomplete', () => {
  test('is marked for the administrator until the shopper has completed it', async () => {
    const { read, readAsAdmin, token } = await placeCard()
    expect(await readAsAdmin()).toMatchObject({
      row: { addressIncomplete: true },
      detail: { addressLink: `/o/${token}` },
    })
    expect((await find(token)).json()).toMatchObject({ deliveryAddress: { address: address.address, pinCode: '', phone: '080' } })
    expect((await complete({ token, ...fields })).statusCode).toBe(200)
    expect(await readAsAdmin()).toMatchObject({ row: { addressIncomplete: false, phone: fields.phone }, detail: { addressLink: null } })
    const { deliveryAddress, events, addressLink } = await read()
    expect(deliveryAddress).toEqual({ ...address, ...fields })
    expect(addressLink).toBeNull()
    expect(events.map(({ event }) => event)).toEqual(['Placed', 'Paid', 'Address incomplete', 'Address completed'])
  })

  test('is mailed to the shopper, unless it was completed or has ended meanwhile', async () => {
    const { token } = await placeCard()
    const completed = await placeCard()
    await complete({ token: completed.token, ...fields })
    const cancelled = await placeCard()
    await transition(cancelled.id, 'Cancelled')
    const mails = (await collectMails(shop)).filter(({ about }) => about.event === 'Address incomplete')
    expect(mails).toHaveLength(1)
    expect(mails[0]?.subject).toMatch(/needs its complete address$/)
    const [link] = /https:\/\/shop\.example\/o\/\S+/.exec(mails[0]?.text ?? '') ?? []
    expect(mails[0]?.html).toContain(`href="${link}"`)
    expect(tokenOf(link ?? '').split('.')[0]).toBe(token.split('.')[0])
    expect((await find(tokenOf(link ?? ''))).statusCode).toBe(200)
  })

  test.each([
    [{}, null],
    [{ pinCode: ' 560 001 ', phone: '+91 98765-43210' }, null],
    [{ pinCode: '56000' }, expect.any(String)],
    [{ pinCode: '' }, expect.any(String)],
    [{ phone: 'at the gate' }, expect.any(String)],
  ])('is one without a PIN code of 6 or a phone of 10 digits: %j', async (change, link) => {
    const { read } = await placeCard(change)
    const { addressLink, events } = await read()
    expect(addressLink).toEqual(link)
    expect(events.some(({ event }) => event === 'Address incomplete')).toBe(link !== null)
  })
})

describe('the link', () => {
  test('completes the address once; a repeated request succeeds and changes nothing', async () => {
    const { token, read } = await placeCard()
    const replies = await Promise.all([complete({ token, ...fields }), complete({ token, ...fields })])
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    const other = await complete({ token, pinCode: '110001', phone: '9000000000' })
    expect([other.statusCode, other.json().code]).toEqual([409, 'address_complete'])
    expect((await find(token)).json()).toMatchObject({ code: 'address_complete' })
    const { deliveryAddress, events } = await read()
    expect(deliveryAddress).toMatchObject(fields)
    expect(events.filter(({ event }) => event === 'Address completed')).toHaveLength(1)
  })

  test.each(['Shipped', 'Cancelled'])('no longer works for an order that is %s', async (status) => {
    const { id, token, read, readAsAdmin } = await placeCard()
    for (const to of status === 'Shipped' ? ['Confirmed', 'Packed', 'Shipped'] : ['Cancelled']) await transition(id, to)
    for (const reply of [await complete({ token, ...fields }), await find(token)])
      expect([reply.statusCode, reply.json().code]).toEqual([409, 'address_locked'])
    expect((await read()).addressLink).toBeNull()
    expect((await readAsAdmin()).row?.addressIncomplete).toBe(false)
  })

  test('expires', async () => {
    const { id } = await placeCard()
    const issuedAt = Date.now() - (addressLinkDays + 1) * 86_400_000
    const token = tokenOf(links.create(id, { issuedAt }))
    for (const reply of [await complete({ token, ...fields }), await find(token)])
      expect([reply.statusCode, reply.json().code]).toEqual([410, 'address_link_expired'])
  })

  test('works for its order only and cannot be forged', async () => {
    const [own, other] = [await placeCard(), await placeCard()]
    const [id, lastDay, signature] = own.token.split('.')
    const forged = [
      `${other.id}.${lastDay}.${signature}`,
      `${id}.${Number(lastDay) + 1}.${signature}`,
      `${id}.${lastDay}.`,
      `${own.token}.x`,
      tokenOf(createAddressLinks({ key: Buffer.from('another key') }).create(other.id)),
      tokenOf(links.create('00000000-0000-7000-8000-000000000000')),
      '',
      '..',
      '\u0000',
    ]
    for (const token of forged) expect([token, (await complete({ token, ...fields })).statusCode]).toEqual([token, 404])
    expect((await other.read()).deliveryAddress.pinCode).toBe('')
  })

  test.each([{ pinCode: '56000' }, { pinCode: '56000O' }, { phone: '123' }, { phone: undefined }])('refuses %j', async (change) => {
    const { token, read } = await placeCard()
    const reply = await complete({ token, ...fields, ...change })
    expect(reply.statusCode).toBe(400)
    expect(Object.keys(reply.json().fields)).toEqual(Object.keys(change))
    expect((await read()).deliveryAddress.pinCode).toBe('')
  })
})
