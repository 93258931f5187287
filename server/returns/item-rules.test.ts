import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import { startCheckout } from '#testing/card-checkout.ts'
import { createExchanges, exchangeToL } from '#testing/exchanges.ts'
import { createTestProduct } from '#testing/factories.ts'
import { requireStatus } from '#testing/require-status.ts'
import { collectMails } from '#testing/send-mails.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startPayingApp } from '#testing/start-shop.ts'
import { createTaxedOrders } from '#testing/tax.ts'

const app = await startPayingApp({ environment: { PUBLIC_URL: 'https://shop.example', DEMO: 'off' } })
const { provider, request, database } = app
const taxed = await createTaxedOrders(app)
const shop = createExchanges({ ...app, taxed })
const { cookies } = taxed
beforeEach(() => shop.setPolicies({ exchangeFee: 'waived' }))

const setRule = async (id: string, returnRule?: string) => {
  const { detailsVersion } = (await request('GET', `/products/${id}/prices`, { cookies })).json().product
  const reply = await request('PATCH', `/products/${id}/details`, {
    cookies,
    body: { version: detailsVersion, details: { ...(returnRule && { returnRule }) } },
  })
  requireStatus(reply, 200)
}

async function setCategoryRule(key: string, returnRule: string | null) {
  const { categories } = (await request('GET', '/categories/admin', { cookies })).json()
  const { name, sizes, hsnCode, isHidden, version } = categories.find((each: { key: string }) => each.key === key)
  const body = { name, sizes, hsnCode, isHidden, version, returnRule }
  requireStatus(await request('PATCH', `/categories/${key}`, { cookies, body }), 200)
}

/** A delivered order of a tee with this rule in size M. */
async function deliver(returnRule?: string) {
  const tee = await createTestProduct({ database, price: 799, sizes: { M: 5, L: 5, XL: 5 } })
  if (returnRule) await setRule(tee.id, returnRule)
  return { ...(await shop.deliver([{ ...tee, size: 'M' }])), tee }
}

const back = (reason: string) => [{ line: 1, quantity: 1, reason }]
const readRule = async (id: string) => (await taxed.read(id)).products[0]?.returnRule

describe('the rule of an item', () => {
  test.each([
    [undefined, undefined, undefined, undefined],
    [undefined, 'exchange only', undefined, 'exchange only'],
    [undefined, 'exchange only', 'final sale', 'final sale'],
    [undefined, 'final sale', 'exchange only', 'final sale'],
    ['returnable', 'final sale', 'final sale', undefined],
    ['exchange only', 'final sale', undefined, 'exchange only'],
    ['final sale', undefined, undefined, 'final sale'],
  ])('is that of the product %s, else the strictest of category %s and sale %s: %s', async (own, ofCategory, ofSale, expected) => {
    const { id } = await createTestProduct({ database, category: 'DENIM' })
    await setCategoryRule('DENIM', ofCategory ?? null)
    if (own) await setRule(id, own)
    const endsAt = new Date(Date.now() + 86_400_000).toISOString()
    const sale = await request('POST', `/products/${id}/sale`, { cookies, body: { price: '500', endsAt, returnRule: ofSale } })
    requireStatus(sale, 200)
    const page = (await request('GET', `/products/${id}`)).json()
    expect([page.returnRule, page.details.returnRule]).toEqual([expected, undefined])
    await request('DELETE', `/products/${id}/sale`, { cookies })
    await setCategoryRule('DENIM', null)
  })

  test('is that of a sale of a category, or of selected products, and is in the cart', async () => {
    const [one, two] = [await createTestProduct({ database, category: 'JOGGER' }), await createTestProduct({ database })]
    const endsAt = new Date(Date.now() + 86_400_000).toISOString()
    const terms = { percent: 10, endsAt, returnRule: 'final sale' }
    const group = { ...terms, kind: 'category', key: 'JOGGER' }
    requireStatus(await request('POST', '/products/admin/group-sales', { cookies, body: group }), 200)
    requireStatus(await request('POST', '/products/admin/sales', { cookies, body: { ...terms, ids: [two.id] } }), 200)
    const { cookies: shopper } = await signInShopper({ request })
    for (const { id } of [one, two]) await request('POST', '/cart/add', { cookies: shopper, body: { product: id, size: 'M' } })
    const { cart } = (await request('GET', '/cart', { cookies: shopper })).json<CallReply<'GET /cart'>>()
    expect(cart.map(({ product }) => product.returnRule)).toEqual(['final sale', 'final sale'])
  })

  test('stays in an order as it was when it was placed, and is in its mail', async () => {
    const order = await deliver('final sale')
    await setRule(order.tee.id)
    expect(await readRule(order.id)).toBe('final sale')
    const before = await deliver()
    await setRule(before.tee.id, 'final sale')
    expect(await readRule(before.id)).toBeUndefined()
    const { number } = await taxed.read(order.id)
    const placed = (await collectMails(app)).find(({ subject }) => subject.includes(number))
    expect(placed?.text).toContain('Final sale: no return or exchange, unless it is faulty, wrong, late or not as shown.')
  })

  test('of an online payment is the one of the moment when it was opened', async () => {
    await setCategoryRule('TEE', 'exchange only')
    const checkout = await startCheckout({ request, database, provider })
    await setCategoryRule('TEE', null)
    const { order } = (await checkout.verify((await checkout.pay()).browser.response)).json()
    expect(await readRule(order._id)).toBe('exchange only')
  })
})

describe('a final sale', () => {
  test('is refused at each door, unless the law says that it comes back', async () => {
    const order = await deliver('final sale')
    expect((await order.read()).lines[0]?.returnRule).toBe('final sale')
    for (const reply of [
      await order.preview(back('too small'), 'refund'),
      await order.preview([exchangeToL]),
      await order.ask(back('changed my mind'), { kind: 'refund', refund: 699 }),
      await order.ask([exchangeToL]),
      await order.ask(back('too small'), { kind: 'refund', refund: 699, overruleReason: 'I am no administrator.' }),
    ]) {
      expect([reply.statusCode, shop.code(reply)]).toEqual([409, 'return_final_sale'])
    }
    for (const reason of ['faulty', 'wrong item', 'not as shown', 'late']) {
      const reply = await order.preview(back(reason), 'refund')
      expect([reason, reply.statusCode]).toEqual([reason, 200])
    }
    expect((await order.ask([{ ...exchangeToL, reason: 'faulty' }])).statusCode).toBe(201)
  })

  test('comes back when an administrator accepts it with a reason, which is recorded', async () => {
    const order = await deliver('final sale')
    const body = { kind: 'refund', lines: back('too small') }
    const path = `/order/admin/${order.id}/returns`
    const preview = (more: object) => request('POST', `${path}/preview`, { cookies, body: { ...body, ...more } })
    expect(shop.code(await preview({}))).toBe('return_final_sale')
    expect((await preview({ isOverruled: true })).json()).toMatchObject({ refund: 699 })
    const ask = (more: object) =>
      request('POST', path, { cookies, headers: { 'idempotency-key': randomUUID() }, body: { ...body, refund: 699, ...more } })
    expect(shop.code(await ask({}))).toBe('return_final_sale')
    expect((await ask({ overruleReason: '   ' })).statusCode).toBe(400)
    const asked = await ask({ overruleReason: 'She ordered by phone and was not told.' })
    expect(asked.statusCode).toBe(201)
    const shown = await shop.readReturn(asked.json().return._id)
    expect(shown.overruleReason).toBe('She ordered by phone and was not told.')
    expect(asked.json().return.overruleReason).toBeUndefined()
  })
})

describe('an item that is exchanged only', () => {
  test('is not returned for money, and is exchanged', async () => {
    const order = await deliver('exchange only')
    expect(shop.code(await order.ask(back('too small'), { kind: 'refund', refund: 699 }))).toBe('return_exchange_only')
    expect((await order.ask(back('faulty'), { kind: 'refund', refund: 799 })).statusCode).toBe(201)
    const other = await deliver('exchange only')
    const id = await other.askId()
    expect((await shop.readReturn(id)).exchange.canTakeMoney).toBe(false)
    expect(shop.code(await other.takeMoney(id, 699))).toBe('return_exchange_only')
    requireStatus(await shop.admin(id, 'sold-out'), 200)
    expect((await shop.readReturn(id)).exchange.canTakeMoney).toBe(true)
    expect((await other.takeMoney(id, 699)).statusCode).toBe(200)
  })

  test('does not become returnable by an exchange', async () => {
    const order = await deliver('exchange only')
    const id = await order.askId()
    await setRule(order.tee.id, 'returnable')
    requireStatus(await shop.accept(id), 200)
    requireStatus(await shop.receive(id), 200)
    const { exchange } = await shop.readReturn(id)
    expect(await readRule(exchange.order._id)).toBe('exchange only')
    await shop.send(exchange.order._id)
    const sent = shop.asGuest(exchange.order._id)
    expect(shop.code(await sent.ask(back('too small'), { kind: 'refund', refund: 699 }))).toBe('return_final_sale')
    expect((await sent.preview(back('faulty'), 'refund')).statusCode).toBe(200)
  })

  test('does not become money when the shopper cancels the order of its exchange', async () => {
    const { cookies: shopper, name } = await signInShopper({ request })
    const order = await deliver('exchange only')
    const id = await order.askId()
    requireStatus(await shop.accept(id), 200)
    requireStatus(await shop.receive(id), 200)
    const { _id: sent } = (await shop.readReturn(id)).exchange.order
    const { id: user_id } = await database.selectFrom('users').select('id').where('name', '=', name).executeTakeFirstOrThrow()
    await database.updateTable('orders').set({ user_id }).where('id', '=', sent).execute()
    const { transitions } = (await request('GET', `/order/${sent}`, { cookies: shopper })).json()
    expect(transitions).not.toContain('Cancelled')
    expect(shop.code(await request('POST', `/order/${sent}/cancel`, { cookies: shopper }))).toBe('exchange_only_cancel')
  })

  test('is returned for money while the shop exchanges nothing', async () => {
    const order = await deliver('exchange only')
    await shop.setPolicies({ exchanges: 'off' })
    expect((await order.read()).lines[0]?.returnRule).toBeUndefined()
    expect((await order.ask(back('too small'), { kind: 'refund', refund: 699 })).statusCode).toBe(201)
  })
})

test('the list of categories says whether any rule exists', async () => {
  const hasRules = async () => (await request('GET', '/categories')).json().hasReturnRules
  await database.updateTable('products').set({ details: '{}' }).execute()
  await database.updateTable('product_sales').set({ state: 'over' }).execute()
  const { id } = await createTestProduct({ database })
  await setRule(id, 'returnable')
  expect(await hasRules()).toBeUndefined()
  await setRule(id, 'final sale')
  expect(await hasRules()).toBe(true)
})
