import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { CartLine } from '#contract/cart/cart.ts'
import { captureQueries } from '#testing/count-queries.ts'
import { address, createTestProduct } from '#testing/factories.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'

const { request, database } = await createTestApp()

async function openCart() {
  const { cookies, name } = await signInShopper({ request })
  return {
    name,
    cookies,
    read: async () => (await request('GET', '/cart', { cookies })).json<{ cart: CartLine[]; deliveryAddress: object | null }>(),
    add: (product: string | undefined, size: string | undefined = 'M', quantity?: number) =>
      request('POST', '/cart/add', { cookies, body: { product, size, quantity } }),
    change: (product: string, body: object) => request('PATCH', `/cart/${product}`, { cookies, body }),
    remove: (product: string, size: string) => request('DELETE', `/cart/${product}/${size}`, { cookies }),
    merge: (lines: object[], key?: string) =>
      request('POST', '/cart/merge', { cookies, body: { lines }, headers: key ? { 'idempotency-key': key } : {} }),
  }
}

const summary = (lines: CartLine[]) => lines.map((line) => [line.product.name, line.size, line.quantity])

describe('POST /cart/add', () => {
  test('adds an item; adding it again increases its quantity', async () => {
    const cart = await openCart()
    const tee = await createTestProduct({ database, price: 799.5 })
    expect((await cart.add(tee.id)).json()).toMatchObject({
      message: 'Added to your cart',
      cart: [{ product: { _id: tee.id, name: tee.name, price: 799.5, image: expect.any(String) }, size: 'M', quantity: 1 }],
    })
    await cart.add(tee.id)
    await cart.add(tee.id, 'L')
    expect(summary((await cart.read()).cart)).toEqual([
      [tee.name, 'M', 2],
      [tee.name, 'L', 1],
    ])
  })

  test('takes three statements, the one of the session included', async () => {
    const cart = await openCart()
    const [tee, sized] = [await createTestProduct({ database }), await createTestProduct({ database, sizes: { M: 3 } })]
    await cart.add(tee.id)
    const queries = await captureQueries(() => cart.add(sized.id))
    expect(queries.filter((query) => !/^(begin|commit)/.test(query))).toHaveLength(3)
    expect(summary((await cart.read()).cart)).toEqual([
      [tee.name, 'M', 1],
      [sized.name, 'M', 1],
    ])
  })

  test('40 parallel adds end at quantity 40', async () => {
    const cart = await openCart()
    const tee = await createTestProduct({ database, stock: 60 })
    const replies = await Promise.all(Array.from({ length: 40 }, () => cart.add(tee.id)))
    expect(new Set(replies.map((reply) => reply.statusCode))).toEqual(new Set([200]))
    expect((await cart.read()).cart[0]?.quantity).toBe(40)
  })

  test('a line holds up to 99', async () => {
    const cart = await openCart()
    const tee = await createTestProduct({ database, stock: 500 })
    await cart.add(tee.id, 'M', 60)
    const tooMany = await cart.add(tee.id, 'M', 40)
    expect([tooMany.statusCode, tooMany.json().error]).toEqual([409, 'You can order up to 99 of one item.'])
    expect((await cart.add(tee.id, 'M', 39)).statusCode).toBe(200)
    expect((await cart.add(tee.id, 'L', 1)).statusCode).toBe(200)
    expect(summary((await cart.read()).cart)).toEqual([
      [tee.name, 'M', 99],
      [tee.name, 'L', 1],
    ])
  })

  test('parallel adds stop at the stock over all sizes', async () => {
    const cart = await openCart()
    const tee = await createTestProduct({ database, stock: 7 })
    const replies = await Promise.all(Array.from({ length: 20 }, (_, index) => cart.add(tee.id, index % 2 ? 'M' : 'XL')))
    expect(replies.filter((reply) => reply.statusCode === 200)).toHaveLength(7)
    expect(replies.find((reply) => reply.statusCode === 409)?.json()).toMatchObject({ error: `Only 7 left of ${tee.name}.` })
    const { cart: lines } = await cart.read()
    expect(lines.reduce((sum, line) => sum + line.quantity, 0)).toBe(7)
  })

  test('needs a size, an id and a product on sale', async () => {
    const cart = await openCart()
    const none = await createTestProduct({ database, stock: 0 })
    const noSize = await request('POST', '/cart/add', { cookies: cart.cookies, body: { product: none.id } })
    expect([noSize.statusCode, noSize.json().error]).toEqual([400, 'Please select a size before adding to the cart!'])
    expect((await cart.add(undefined)).json().error).toBe('Product ID is missing.')
    expect((await cart.add(randomUUID())).statusCode).toBe(404)
    expect((await cart.add('nonsense')).statusCode).toBe(404)
    expect((await cart.add(none.id)).json()).toMatchObject({ code: 'sold_out', error: `${none.name} is sold out.` })
    expect((await cart.add(none.id, 'XS')).statusCode).toBe(400)
  })

  test('a shopper cannot read or change another cart', async () => {
    const [mine, yours] = [await openCart(), await openCart()]
    const tee = await createTestProduct({ database })
    await mine.add(tee.id)
    expect((await yours.read()).cart).toEqual([])
    expect((await yours.change(tee.id, { quantity: 5, size: 'M' })).statusCode).toBe(404)
    await yours.remove(tee.id, 'M')
    expect((await mine.read()).cart).toHaveLength(1)
  })
})

describe('changing and removing lines', () => {
  test('sets the quantity between one and the stock', async () => {
    const cart = await openCart()
    const tee = await createTestProduct({ database, stock: 4 })
    await cart.add(tee.id)
    expect((await cart.change(tee.id, { quantity: 4, size: 'M' })).json().cart[0].quantity).toBe(4)
    expect((await cart.change(tee.id, { quantity: 5, size: 'M' })).json()).toMatchObject({ error: `Only 4 left of ${tee.name}.` })
    expect((await cart.change(tee.id, { quantity: 0, size: 'M' })).statusCode).toBe(400)
    expect((await cart.change(tee.id, { quantity: 2, size: 'L' })).statusCode).toBe(404)
  })

  test('a new size merges with a line that already has it', async () => {
    const cart = await openCart()
    const tee = await createTestProduct({ database })
    await cart.add(tee.id, 'M', 2)
    await cart.add(tee.id, 'XL')
    const reply = await cart.change(tee.id, { quantity: 2, size: 'M', newSize: 'XL' })
    expect(summary(reply.json().cart)).toEqual([[tee.name, 'XL', 3]])
  })

  test('removing a line twice is no error', async () => {
    const cart = await openCart()
    const tee = await createTestProduct({ database })
    await cart.add(tee.id)
    expect((await cart.remove(tee.id, 'M')).json()).toEqual({ cart: [] })
    expect((await cart.remove(tee.id, 'M')).statusCode).toBe(200)
    expect((await cart.remove(tee.id, 'huge')).statusCode).toBe(400)
  })
})

describe('line problems', () => {
  test('a line shows a new price until it is accepted, and that its product is short, sold out or gone', async () => {
    const cart = await openCart()
    const tee = await createTestProduct({ database, price: 500, stock: 5 })
    const line = async () => (await cart.read()).cart[0]
    const set = (change: object) => database.updateTable('products').set(change).where('id', '=', tee.id).execute()
    await cart.add(tee.id, 'M', 3)
    expect(await line()).toMatchObject({ problem: null, notice: null })
    await set({ price_paise: 55_000 })
    expect(await line()).toMatchObject({ problem: 'price', notice: 'The price changed from ₹500 to ₹550.' })
    await cart.change(tee.id, { quantity: 3, size: 'M' })
    expect(await line()).toMatchObject({ problem: null })
    await set({ stock: 2 })
    expect(await line()).toMatchObject({ problem: 'short', notice: `Only 2 left of ${tee.name}.` })
    expect((await cart.change(tee.id, { quantity: 2, size: 'M' })).statusCode).toBe(200)
    expect(await line()).toMatchObject({ problem: null })
    await set({ stock: 0 })
    expect(await line()).toMatchObject({ problem: 'sold_out', notice: `${tee.name} is sold out. Please remove it.` })
    await set({ status: 'deleted' })
    expect(await line()).toMatchObject({ problem: 'gone' })
  })
})

describe('POST /cart/merge', () => {
  test('reports items that were capped, changed in price, sold out or gone', async () => {
    const cart = await openCart()
    const tee = await createTestProduct({ database, name: 'Merged Tee', price: 500, stock: 4 })
    const cargo = await createTestProduct({ database, name: 'Merged Cargo', price: 1999 })
    const none = await createTestProduct({ database, name: 'Merged Nothing', stock: 0 })
    await cart.add(tee.id, 'M', 2)
    const reply = await cart.merge([
      { product: tee.id, name: tee.name, price: 500, size: 'M', quantity: 3 },
      { product: cargo.id, name: cargo.name, price: 1899, quantity: 1 },
      { product: none.id, name: none.name, price: 100, size: 'L', quantity: 1 },
      { product: randomUUID(), name: 'Old Tee', quantity: 1 },
    ])
    expect(summary(reply.json().cart)).toEqual([
      ['Merged Tee', 'M', 4],
      ['Merged Cargo', null, 1],
    ])
    expect(reply.json().notices).toEqual([
      'Only 4 left of Merged Tee. Your cart has the maximum available.',
      'Merged Cargo now costs ₹1,999.',
      'Merged Nothing is sold out.',
      'Old Tee is no longer available.',
    ])
    const sized = await cart.change(cargo.id, { quantity: 1, newSize: 'L' })
    expect(summary(sized.json().cart)).toContainEqual(['Merged Cargo', 'L', 1])
  })

  test('a merged cart has at most 50 lines', async () => {
    const cart = await openCart()
    const products = await Promise.all(Array.from({ length: 26 }, () => createTestProduct({ database })))
    const lines = (size: string) => products.map(({ id, name }) => ({ product: id, name, size, quantity: 1 }))
    await cart.merge(lines('M'))
    const reply = await cart.merge(lines('L'))
    expect(reply.json().cart).toHaveLength(50)
    expect(reply.json().notices).toEqual(['Your cart is full. Please order what is in it first.'])
    expect((await cart.merge(lines('M'))).json().cart).toHaveLength(50)
  })

  test('parallel requests with one key merge once', async () => {
    const cart = await openCart()
    const tee = await createTestProduct({ database })
    const key = randomUUID()
    const lines = [{ product: tee.id, name: tee.name, size: 'M', quantity: 2 }]
    await Promise.all(Array.from({ length: 5 }, () => cart.merge(lines, key)))
    expect(summary((await cart.read()).cart)).toEqual([[tee.name, 'M', 2]])
  })
})

describe('the delivery address', () => {
  test('is saved for the next checkout, shown in the profile and deleted on request', async () => {
    const { cookies, read } = await openCart()
    expect((await read()).deliveryAddress).toBeNull()
    const saved = await request('POST', '/cart/', { cookies, body: address })
    expect(saved.json()).toEqual({ message: 'Delivery details saved', deliveryAddress: address })
    expect((await read()).deliveryAddress).toEqual(address)
    const profile = (await request('GET', '/users/loggedinuser', { cookies })).json()
    expect(profile).toMatchObject({ firstName: 'Asha', lastName: 'Rao', email: 'asha@example.com', phone: '9876543210' })
    await request('DELETE', '/cart/address', { cookies })
    expect((await read()).deliveryAddress).toBeNull()
  })

  test('requires first name, address, phone, city and state only', async () => {
    const { cookies } = await openCart()
    const { firstName, address: street, phone, city, state } = address
    expect((await request('POST', '/cart', { cookies, body: { firstName, address: street, phone, city, state } })).statusCode).toBe(200)
    const reply = await request('POST', '/cart/', { cookies, body: { firstName, city } })
    expect([reply.statusCode, Object.keys(reply.json().fields).sort()]).toEqual([400, ['address', 'phone', 'state']])
  })
})
