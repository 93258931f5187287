import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { createTestApp } from '#testing/test-app.ts'

const { request, database } = await createTestApp()

const order = (body: object, headers: Record<string, string> = {}) => request('POST', '/guest/cashondelivery', { body, headers })
const stockOf = async (id: string) =>
  (await database.selectFrom('products').select('stock').where('id', '=', id).executeTakeFirstOrThrow()).stock
const countOrders = async () =>
  Number(
    (
      await database
        .selectFrom('orders')
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

describe('POST /guest/cashondelivery', () => {
  test('places the order and takes the stock', async () => {
    const tee = await createTestProduct({ database, price: 599.5, stock: 5 })
    const jogger = await createTestProduct({ database, price: 1299, stock: 5, category: 'JOGGER' })
    const reply = await order(buildGuestOrder([{ ...tee, quantity: 2, size: 'M' }, { ...tee, size: 'L' }, jogger]))
    expect(reply.statusCode).toBe(201)
    const placed = reply.json<{ order: Order }>().order
    expect(placed).toMatchObject({
      number: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/),
      userDetails: { name: 'Asha Rao', email: 'asha@example.com' },
      totalPrice: 3097.5,
      amountPaid: 0,
      cashOndelivery: 3097.5,
      paymentStatus: 'Pending',
      orderStatus: 'Placed',
    })
    expect(placed.products.map(({ name, quantity, size, price }) => [name, quantity, size, price])).toEqual([
      [tee.name, 2, 'M', 599.5],
      [tee.name, 1, 'L', 599.5],
      [jogger.name, 1, null, 1299],
    ])
    expect([await stockOf(tee.id), await stockOf(jogger.id)]).toEqual([2, 4])
  })

  test('items of the same product and size become one line', async () => {
    const tee = await createTestProduct({ database })
    const reply = await order(
      buildGuestOrder([
        { ...tee, quantity: 2, size: 'M' },
        { ...tee, size: 'M' },
      ]),
    )
    expect(reply.json().order.products).toMatchObject([{ quantity: 3, size: 'M' }])
  })

  test('two lines of one product and size cannot have more items together than one line', async () => {
    const { request, database } = await createTestApp({ environment: { COD_ORDER_MAX_ITEMS: '200', COD_ORDER_MAX_RUPEES: '200000' } })
    const order = (body: object) => request('POST', '/guest/cashondelivery', { body })
    const tee = await createTestProduct({ database, stock: 500 })
    const lines = (size: 'M' | 'L') => [
      { ...tee, quantity: 60, size: 'M' as const },
      { ...tee, quantity: 60, size },
    ]
    const reply = await order(buildGuestOrder(lines('M')))
    expect([reply.statusCode, reply.json()]).toMatchObject([409, { code: 'line_full', error: 'You can order up to 99 of one item.' }])
    expect((await order(buildGuestOrder(lines('L')))).statusCode).toBe(201)
    expect(await database.selectFrom('products').select('stock').where('id', '=', tee.id).executeTakeFirst()).toEqual({ stock: 380 })
  })

  test('the last item sells once', async () => {
    const last = await createTestProduct({ database, stock: 1 })
    const replies = await Promise.all(Array.from({ length: 50 }, () => order(buildGuestOrder([last]))))
    const statuses = replies.map((reply) => reply.statusCode)
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(49)
    expect(replies.find((reply) => reply.statusCode === 409)?.json()).toMatchObject({
      error: `${last.name} is sold out.`,
      code: 'sold_out',
    })
    expect(await stockOf(last.id)).toBe(0)
  })

  test.each([
    ['firstName', 'Win a prize: https://prize.example', 'First name must not contain a web address.'],
    ['address', 'Visit www.prize.example today', 'Address must not contain a web address.'],
  ])('%s with %j is rejected, because it would be mailed to any address', async (field, text, message) => {
    const tee = await createTestProduct({ database })
    const body = buildGuestOrder([tee])
    const reply = await order({ ...body, deliveryAddress: { ...body.deliveryAddress, [field]: text } })
    expect([reply.statusCode, reply.json().fields]).toEqual([400, { [`deliveryAddress.${field}`]: message }])
  })

  test('concurrent orders of the same products in a different sequence do not deadlock', async () => {
    const products = await Promise.all(Array.from({ length: 4 }, () => createTestProduct({ database, stock: 100 })))
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, index) => order(buildGuestOrder(index % 2 ? products : products.toReversed()))),
    )
    expect(new Set(replies.map((reply) => reply.statusCode))).toEqual(new Set([201]))
    expect(await Promise.all(products.map(({ id }) => stockOf(id)))).toEqual([60, 60, 60, 60])
  })

  test('a quantity above the stock over all sizes is rejected with what is left', async () => {
    const tee = await createTestProduct({ database, stock: 3 })
    const reply = await order(
      buildGuestOrder([
        { ...tee, quantity: 2, size: 'M' },
        { ...tee, quantity: 2, size: 'L' },
      ]),
    )
    expect(reply.statusCode).toBe(409)
    expect(reply.json()).toMatchObject({ message: `Only 3 left of ${tee.name}.`, code: 'not_enough_stock' })
    expect(await stockOf(tee.id)).toBe(3)
  })

  test('a price edited in the browser is rejected', async () => {
    const tee = await createTestProduct({ database, price: 999 })
    const before = await countOrders()
    const reply = await order(buildGuestOrder([{ ...tee, price: 1 }]))
    expect(reply.statusCode).toBe(409)
    expect(reply.json()).toMatchObject({ error: 'Prices have changed. Please review your cart.', code: 'prices_changed' })
    expect([await countOrders(), await stockOf(tee.id)]).toEqual([before, 10])
  })

  test('a deleted or unknown product is rejected', async () => {
    const tee = await createTestProduct({ database, name: 'Faded Tee' })
    await database.updateTable('products').set({ status: 'deleted' }).where('id', '=', tee.id).execute()
    expect((await order(buildGuestOrder([tee]))).json()).toMatchObject({
      code: 'product_gone',
      message: 'Faded Tee is no longer available.',
    })
    expect((await order(buildGuestOrder([{ ...tee, id: randomUUID() }]))).statusCode).toBe(409)
    expect((await order(buildGuestOrder([{ ...tee, id: 'not-an-id' }]))).statusCode).toBe(409)
  })

  test('20 parallel requests with one key place one order and have the same answer', async () => {
    const tee = await createTestProduct({ database, stock: 50 })
    const key = randomUUID()
    const replies = await Promise.all(Array.from({ length: 20 }, () => order(buildGuestOrder([tee]), { 'idempotency-key': key })))
    expect(new Set(replies.map((reply) => reply.statusCode))).toEqual(new Set([201]))
    for (const reply of replies) expect(reply.json()).toEqual(replies[0]?.json())
    expect(await stockOf(tee.id)).toBe(49)
  })

  test('a key that is used again with another body is rejected', async () => {
    const tee = await createTestProduct({ database })
    const headers = { 'idempotency-key': randomUUID() }
    expect((await order(buildGuestOrder([tee]), headers)).statusCode).toBe(201)
    const reply = await order(buildGuestOrder([{ ...tee, quantity: 2 }]), headers)
    expect(reply.statusCode).toBe(409)
    expect(reply.json()).toMatchObject({ code: 'key_reused' })
  })

  test('a rejected order releases its key', async () => {
    const tee = await createTestProduct({ database, stock: 0 })
    const headers = { 'idempotency-key': randomUUID() }
    expect((await order(buildGuestOrder([tee]), headers)).statusCode).toBe(409)
    await database.updateTable('products').set({ stock: 1 }).where('id', '=', tee.id).execute()
    expect((await order(buildGuestOrder([tee]), headers)).statusCode).toBe(201)
  })

  test.each([
    ['pinCode', '56000'],
    ['pinCode', '5600011'],
    ['phone', '5876543210'],
    ['phone', '98765432101'],
    ['email', 'asha@'],
  ])('rejects %s %s with the text of the form', async (field, value) => {
    const tee = await createTestProduct({ database })
    const reply = await order({ ...buildGuestOrder([tee]), deliveryAddress: { ...address, [field]: value } })
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({
      error: 'Please enter valid email, phone and 6-digit PIN code.',
      fields: { [`deliveryAddress.${field}`]: expect.any(String) },
    })
  })

  test.each(['firstName', 'address', 'city', 'state'])('rejects a missing %s', async (field) => {
    const tee = await createTestProduct({ database })
    const reply = await order({ ...buildGuestOrder([tee]), deliveryAddress: { ...address, [field]: ' ' } })
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ fields: { [`deliveryAddress.${field}`]: expect.stringContaining('is required') } })
  })

  test('a guest with one name orders, with a phone, a PIN code and an address as they were pasted', async () => {
    const tee = await createTestProduct({ database })
    const pasted = {
      phone: '\u202a+91 98765‑43210\u202c',
      pinCode: '५६० ००१',
      city: 'Ben\u0000galuru',
      address: '12 Lake Road\u000bFlat 4',
    }
    const { lastName: _, ...named } = address
    const reply = await order({ ...buildGuestOrder([tee]), deliveryAddress: { ...named, ...pasted } })
    expect(reply.statusCode).toBe(201)
    const row = await database
      .selectFrom('orders')
      .select('delivery_address')
      .where('id', '=', reply.json().order._id)
      .executeTakeFirstOrThrow()
    expect(row.delivery_address).toMatchObject({
      ...{ lastName: '', phone: '9876543210', pinCode: '560001', city: 'Ben galuru', address: '12 Lake Road\nFlat 4' },
    })
  })

  test('guest orders of one IP are limited', async () => {
    const strict = await createTestApp({ environment: { LIMITS_FACTOR: '1', COD_DAILY_MAX_ITEMS: '2' } })
    const tee = await createTestProduct({ database: strict.database })
    const place = () => strict.request('POST', '/guest/cashondelivery', { body: buildGuestOrder([tee]) })
    const statuses = [await place(), await place(), await place()].map((reply) => reply.statusCode)
    expect(statuses).toEqual([201, 201, 429])
    expect((await place()).headers['retry-after']).toMatch(/^\d+$/)
  })

  test('rejects malformed orders', async () => {
    const tee = await createTestProduct({ database })
    const good = buildGuestOrder([tee])
    const bad = [{}, [], { ...good, products: [] }, { ...good, cashOndelivery: false }, { ...good, totalPrice: '799' }]
    for (const quantity of [0, -1, 1.5, 100, Number.MAX_SAFE_INTEGER]) bad.push({ ...good, products: [{ product: tee.id, quantity }] })
    for (const body of bad) expect((await order(body)).statusCode).toBe(400)
    const text = await request('POST', '/guest/cashondelivery', { body: '{', headers: { 'content-type': 'application/json' } })
    expect(text.statusCode).toBe(400)
    expect(text.json()).toMatchObject({ code: 'invalid_request' })
  })
})
