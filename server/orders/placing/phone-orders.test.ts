import { randomUUID } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { beforeEach, describe, expect, test } from 'vitest'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import { address, createTestProduct } from '#testing/factories.ts'
import { collectMails } from '#testing/send-mails.ts'
import { signInAdministrator, signInShopper } from '#testing/shoppers.ts'
import { startPayingShop } from '#testing/start-shop.ts'
import { createTestApp } from '#testing/test-app.ts'

const shop = await startPayingShop({ environment: { PUBLIC_URL: 'https://shop.example', DEMO: 'off', COD_ORDER_MAX_ITEMS: '3' } })
const { provider, request, database, admin } = shop

beforeEach(async () => {
  await database.deleteFrom('outbox_mails').execute()
})

interface Item {
  readonly id: string
  readonly price: number
  readonly size?: string
  readonly quantity?: number
}

const buildOrder = (items: readonly Item[], more: object = {}) => ({
  products: items.map(({ id: product, size = 'M', quantity = 1 }) => ({ product, size, quantity })),
  totalPrice: items.reduce((sum, { price, quantity = 1 }) => sum + price * quantity, 0),
  payment: 'on delivery',
  deliveryAddress: address,
  ...more,
})

const send = (body: object, { key = randomUUID(), cookies = admin.cookies }: { key?: string; cookies?: Record<string, string> } = {}) =>
  request('POST', '/order/admin', { cookies, headers: { 'idempotency-key': key }, body })
const place = async (items: readonly Item[], more: object = {}) => {
  const reply = await send(buildOrder(items, more))
  expect([reply.statusCode, reply.json().error]).toEqual([201, undefined])
  return reply.json<{ message: string; order: AdminOrderDetail }>()
}
const read = async (id: string) => (await request('GET', `/order/admin/${id}`, { cookies: admin.cookies })).json<AdminOrderDetail>()
const readStock = async (id: string) =>
  (await database.selectFrom('products').select('stock').where('id', '=', id).executeTakeFirstOrThrow()).stock

describe('an order that an administrator takes', () => {
  test('on delivery is confirmed by the administrator, without the caps and flags of a shopper', async () => {
    const tee = await createTestProduct({ database, price: 3_000, stock: 9 })
    const { message, order } = await place([{ ...tee, quantity: 6 }])
    expect(message).toBe(`Order ${order.number} is placed`)
    expect(order).toMatchObject({
      kind: 'guest',
      orderStatus: 'Confirmed',
      paymentStatus: 'Pending',
      totalPrice: 18_000,
      cashOndelivery: 18_000,
    })
    expect([order.flags, order.confirmationLink, await readStock(tee.id)]).toEqual([[], null, 3])
    expect(order.events.map(({ event, actor, actorName }) => [event, actor, actorName])).toEqual([
      ['Placed', 'admin', admin.name],
      ['Confirmed', 'admin', admin.name],
    ])
    const [mail, ...others] = await collectMails(shop)
    expect([mail?.subject, others]).toEqual([`Order ${order.number} has been placed`, []])
    expect(mail?.text).toContain('Thank you for your order')
    expect((await database.selectFrom('order_sources').select('keys').where('order_id', '=', order._id).execute()).length).toBe(0)
    const movement = database.selectFrom('stock_movements').select('actor_id').where('reference', '=', order._id)
    expect(await movement.execute()).toEqual([{ actor_id: admin._id }])
  })

  test('needs no email address and no last name', async () => {
    const tee = await createTestProduct({ database })
    const { order } = await place([tee], { deliveryAddress: { ...address, email: '', lastName: '' } })
    expect(order.userDetails).toEqual({ name: 'Asha', email: '' })
    expect(await collectMails(shop)).toEqual([])
  })

  test('belongs to the account that is chosen', async () => {
    const shopper = await signInShopper({ request })
    const tee = await createTestProduct({ database })
    const { order } = await place([tee], { account: shopper._id })
    expect(order.kind).toBe('cod')
    const mine = await request('GET', '/cod/codOrder', { cookies: shopper.cookies })
    expect(mine.json().codorder).toMatchObject([{ number: order.number }])
    const { order: unpaid } = await place([tee], { account: shopper._id, payment: 'link' })
    const readMine = async (id: string) => (await request('GET', `/order/${id}`, { cookies: shopper.cookies })).json()
    expect(await readMine(unpaid._id)).toMatchObject({ paymentLink: unpaid.confirmationLink, isToBePaid: true })
    expect(await readMine(order._id)).toMatchObject({ paymentLink: null })
    expect(await readMine(order._id)).not.toHaveProperty('isToBePaid')
    for (const account of [admin._id, randomUUID(), 'nobody']) {
      const reply = await send(buildOrder([tee], { account }))
      expect([reply.statusCode, reply.json().code]).toEqual([404, 'user_not_found'])
    }
  })

  test('can have a discount with a reason, which its lines share and documents name', async () => {
    const tee = await createTestProduct({ database, price: 800, stock: 9 })
    const coat = await createTestProduct({ database, price: 1_200, stock: 9 })
    const discount = { amount: '500', reason: ' Fair price ' }
    const { order } = await place([tee, coat], { totalPrice: 1_500, discount })
    expect(order).toMatchObject({ totalPrice: 2_000, toPay: 1_500, cashOndelivery: 1_500 })
    expect(order.adjustments).toEqual([{ kind: 'discount', source: 'agreed', labelCode: 'Fair price', amount: -500 }])
    const lines = database.selectFrom('order_lines').select('adjustment_paise').where('order_id', '=', order._id).orderBy('line')
    expect((await lines.execute()).map(({ adjustment_paise: share }) => share)).toEqual([-20_000, -30_000])
    const stored = database.selectFrom('order_adjustments').select('data').where('order_id', '=', order._id)
    expect((await stored.executeTakeFirstOrThrow()).data).toEqual({ by: admin._id })
    const [mail] = await collectMails(shop)
    expect(mail?.text).toContain('Discount (Fair price)')
    const tracked = await request('POST', '/order/track', { body: { number: order.number, phone: address.phone } })
    expect(tracked.json()).toMatchObject({ toPay: 1_500 })
    expect((await place([tee, coat], { discount })).order.toPay, 'quoted without it').toBe(1_500)
  })

  test.each([
    [{ amount: '2,000', reason: 'Gift' }, 'discount', 'The discount must be less than ₹2,000.'],
    [{ amount: '0', reason: 'Gift' }, 'discount.amount', 'Discount must be more than 0.'],
    [{ amount: 'half', reason: 'Gift' }, 'discount.amount', 'Discount must be a number such as 799 or 799.50.'],
    [{ amount: '100', reason: ' ' }, 'discount.reason', 'Reason is required.'],
    [{ amount: '100', reason: 'x'.repeat(61) }, 'discount.reason', 'Reason is too long.'],
  ])('is refused with the discount %j', async (discount, field, problem) => {
    const tee = await createTestProduct({ database, price: 2_000, stock: 9 })
    const reply = await send(buildOrder([tee], { discount }))
    expect([reply.statusCode, reply.json().fields]).toEqual([400, { [field]: problem }])
    expect(await readStock(tee.id)).toBe(9)
  })

  test('with a discount names a sold-out item before the discount', async () => {
    const tee = await createTestProduct({ database, price: 700, stock: 0 })
    const reply = await send(buildOrder([tee], { discount: { amount: '900', reason: 'Fair price' } }))
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'sold_out'])
    const gone = await send(buildOrder([{ id: randomUUID(), price: 700 }], { discount: { amount: '100', reason: 'Fair price' } }))
    expect([gone.statusCode, gone.json().code]).toEqual([409, 'product_gone'])
  })

  test('is placed once, however often it is sent', async () => {
    const tee = await createTestProduct({ database, stock: 5 })
    const [key, body] = [randomUUID(), buildOrder([tee])]
    const replies = await Promise.all([send(body, { key }), send(body, { key }), send(body, { key })])
    const ids = new Set(replies.map((reply) => reply.json().order._id))
    expect([replies.map(({ statusCode }) => statusCode), ids.size, await readStock(tee.id)]).toEqual([[201, 201, 201], 1, 4])
    const other = await send(buildOrder([{ ...tee, quantity: 2 }]), { key })
    expect([other.statusCode, other.json().code]).toEqual([409, 'order_sent_before'])
  })

  test('changes nothing when a size is sold out, the price has changed or the address is incomplete', async () => {
    const tee = await createTestProduct({ database, sizes: { M: 1, L: 0 } })
    const attempts = [
      [buildOrder([{ ...tee, size: 'L' }]), 409, 'sold_out'],
      [buildOrder([{ ...tee, quantity: 2 }]), 409, 'not_enough_stock'],
      [buildOrder([{ ...tee, size: '42' }]), 400, 'size_unknown'],
      [buildOrder([{ ...tee, price: 700 }]), 409, 'quote_changed'],
      [buildOrder([tee], { deliveryAddress: { ...address, phone: '12345' } }), 400, 'invalid_request'],
      [buildOrder([]), 400, 'invalid_request'],
      [buildOrder([tee], { payment: 'later' }), 400, 'invalid_request'],
    ] as const
    for (const [body, status, code] of attempts) {
      const reply = await send(body)
      expect([code, reply.statusCode, reply.json().code]).toEqual([code, status, code])
    }
    expect(await readStock(tee.id)).toBe(1)
  })
})

describe('an order that is paid by its link', () => {
  async function placeByLink() {
    const tee = await createTestProduct({ database, stock: 3 })
    const { order } = await place([tee], { payment: 'link' })
    const token = order.confirmationLink?.split('/o/')[1]
    return {
      order,
      productId: tee.id,
      call: (path: string, body: object = {}) => request('POST', `/order/confirmation${path}`, { body: { token, ...body } }),
    }
  }

  test('is mailed with the link, and is not packed before it is paid', async () => {
    const { order, call } = await placeByLink()
    expect(order).toMatchObject({ orderStatus: 'Placed', flags: ['payment link'], transitions: ['Confirmed', 'Cancelled'] })
    const [mail] = await collectMails(shop)
    expect(mail?.text).toContain('Please pay for your order')
    expect(mail?.text).toContain(`https://shop.example${order.confirmationLink}`)
    expect(mail?.text).toContain('To be paid online')
    expect(mail?.text).not.toMatch(/courier\.|Cash on delivery/)
    expect((await call('/find')).json()).toMatchObject({ number: order.number, isToBePaid: true })
  })

  test('is confirmed by the payment, and not by a click on the link', async () => {
    const { order, call, productId } = await placeByLink()
    const answered = await call('', { isAccepted: true })
    expect([answered.statusCode, answered.json().code]).toEqual([409, 'order_to_be_paid'])
    const { id } = (await call('/pay')).json()
    await provider.control('payments', { order_id: id })
    expect((await call('/payment')).json()).toEqual({ status: 'paid' })
    const paid = await read(order._id)
    expect(paid).toMatchObject({ kind: 'card', orderStatus: 'Confirmed', paymentStatus: 'Paid', confirmationLink: null, cashOndelivery: 0 })
    expect(paid.events.map(({ event }) => event)).toEqual(['Placed', 'Paid', 'Confirmed'])
    expect(await readStock(productId)).toBe(2)
  })

  test('is not confirmed with others at the desk', async () => {
    const { order } = await placeByLink()
    const body = { to: 'Confirmed', orders: [{ _id: order._id, version: order.version }] }
    const reply = await request('POST', '/order/admin/moves', { cookies: admin.cookies, body })
    expect(reply.json().answers).toMatchObject([{ result: 'refused', orderStatus: 'Placed' }])
    expect((await read(order._id)).orderStatus).toBe('Placed')
  })

  test('counts as cash on delivery once an administrator has confirmed it', async () => {
    const get = async (path: string) => request('GET', path, { cookies: admin.cookies })
    const phone = '9123400001'
    const tee = await createTestProduct({ database, price: 700 })
    const readDue = async (number: string) => {
      const { days } = (await get('/order/admin/daily?days=1')).json()
      const { customers } = (await get(`/customers?q=${phone}`)).json()
      const [row] = parse((await get(`/order/admin/export?rows=orders&q=${number}`)).body, { bom: true, columns: true })
      const print = await request('POST', '/order/admin/print', { cookies: admin.cookies, body: { numbers: [number] } })
      const { toCollect, isToBePaid = false } = print.json().orders[0]
      return {
        day: days[0].codDue,
        customer: customers[0].onDelivery,
        file: (row as Record<string, string>)['Cash to collect'],
        toCollect,
        isToBePaid,
      }
    }
    const { codDue: before } = (await get('/order/admin/daily?days=1')).json().days[0]
    const { order } = await place([tee], { payment: 'link', deliveryAddress: { ...address, phone } })
    expect(await readDue(order.number)).toEqual({ day: before, customer: 0, file: '0', toCollect: 0, isToBePaid: true })
    await request('POST', `/order/admin/${order._id}/move`, { cookies: admin.cookies, body: { to: 'Confirmed' } })
    expect(await readDue(order.number)).toEqual({ day: before + 700, customer: 700, file: '700', toCollect: 700, isToBePaid: false })
  })

  test('is cancelled by its shopper, or confirmed by an administrator as cash on delivery', async () => {
    const [cancelled, confirmed] = [await placeByLink(), await placeByLink()]
    expect((await cancelled.call('', { isAccepted: false })).statusCode).toBe(200)
    expect(await readStock(cancelled.productId)).toBe(3)
    const { _id: id } = confirmed.order
    await request('POST', `/order/admin/${id}/move`, { cookies: admin.cookies, body: { to: 'Confirmed' } })
    expect(await read(id)).toMatchObject({ orderStatus: 'Confirmed', cashOndelivery: confirmed.order.totalPrice, confirmationLink: null })
  })
})

test('without card payment no order is to be paid by a link', async () => {
  const plain = await createTestApp()
  const owner = await signInAdministrator(plain)
  const tee = await createTestProduct({ database: plain.database })
  const reply = await plain.request('POST', '/order/admin', { cookies: owner.cookies, body: buildOrder([tee], { payment: 'link' }) })
  expect([reply.statusCode, reply.json().code]).toEqual([503, 'payment_link_off'])
})
