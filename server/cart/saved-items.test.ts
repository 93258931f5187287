import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { SavedItem } from '#contract/cart/saved-items.ts'
import { quantities } from '#contract/kernel/business.ts'
import { createTestProduct } from '#testing/factories.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'

const { request, database } = await createTestApp()

async function openSavedItems() {
  const { cookies } = await signInShopper({ request })
  return {
    cookies,
    read: async () => (await request('GET', '/cart/saved', { cookies })).json<{ items: SavedItem[] }>().items,
    readCart: async () => (await request('GET', '/cart', { cookies })).json().cart,
    save: (product: string) => request('POST', `/cart/saved/${product}`, { cookies }),
    remove: (product: string) => request('DELETE', `/cart/saved/${product}`, { cookies }),
    addToCart: (product: string, size: string | undefined = 'M') =>
      request('POST', `/cart/saved/${product}/move`, { cookies, body: { size } }),
  }
}

const deleteProduct = (id: string) => database.updateTable('products').set({ status: 'deleted' }).where('id', '=', id).execute()

describe('saved items', () => {
  test('are listed last saved first, once each, and removed on request', async () => {
    const saved = await openSavedItems()
    const [tee, cargo] = [await createTestProduct({ database, price: 799.5 }), await createTestProduct({ database, stock: 0 })]
    expect((await saved.save(tee.id)).json()).toEqual({ message: 'Saved for later' })
    await saved.save(cargo.id.toUpperCase())
    await Promise.all([saved.save(tee.id), saved.save(tee.id)])
    expect(await saved.read()).toMatchObject([
      { product: { _id: cargo.id, stock: 0 }, isDeleted: false },
      { product: { _id: tee.id, name: tee.name, price: 799.5, stock: 10, sizes: ['M', 'L', 'XL', 'XXL'] }, isDeleted: false },
    ])
    expect((await saved.remove(cargo.id)).json()).toEqual({ message: 'Removed from your saved items' })
    expect((await saved.remove(cargo.id)).statusCode).toBe(200)
    expect(await saved.read()).toHaveLength(1)
    expect(await (await openSavedItems()).read()).toEqual([])
  })

  test('a product that is deleted later stays in the list and says so', async () => {
    const saved = await openSavedItems()
    const tee = await createTestProduct({ database })
    await saved.save(tee.id)
    await deleteProduct(tee.id)
    expect(await saved.read()).toMatchObject([{ product: { _id: tee.id }, isDeleted: true }])
    expect((await saved.addToCart(tee.id)).statusCode).toBe(404)
    expect(await saved.read()).toHaveLength(1)
    expect((await saved.save(tee.id)).statusCode).toBe(404)
    expect((await saved.remove(tee.id)).statusCode).toBe(200)
  })

  test('an unknown product or id is rejected', async () => {
    const saved = await openSavedItems()
    expect((await saved.save(randomUUID())).json().error).toBe('Product not found.')
    expect((await saved.save('tee')).statusCode).toBe(400)
  })

  test(`are at most ${quantities.maxSaved}`, async () => {
    const saved = await openSavedItems()
    const { _id: user_id } = (await request('GET', '/users/loggedinuser', { cookies: saved.cookies })).json()
    const products = await Promise.all(Array.from({ length: quantities.maxSaved + 1 }, () => createTestProduct({ database })))
    const [last, ...others] = products.map(({ id }) => id)
    await database
      .insertInto('saved_items')
      .values(others.slice(1).map((product_id) => ({ user_id, product_id })))
      .execute()
    const replies = await Promise.all([saved.save(String(last)), saved.save(String(others[0]))])
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    expect(await saved.read()).toHaveLength(quantities.maxSaved)
  })
})

describe('adding a saved item to the cart', () => {
  test('adds it once, also on a double click', async () => {
    const saved = await openSavedItems()
    const tee = await createTestProduct({ database })
    await saved.save(tee.id)
    const replies = await Promise.all([saved.addToCart(tee.id, 'L'), saved.addToCart(tee.id, 'L')])
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(replies[0]?.json()).toMatchObject({ message: 'Moved to your cart' })
    expect(await saved.readCart()).toMatchObject([{ product: { _id: tee.id }, size: 'L', quantity: 1 }])
    expect(await saved.read()).toEqual([])
  })

  test('needs a size and stock; else it stays saved', async () => {
    const saved = await openSavedItems()
    const none = await createTestProduct({ database, stock: 0 })
    await saved.save(none.id)
    const noSize = await request('POST', `/cart/saved/${none.id}/move`, { cookies: saved.cookies, body: {} })
    expect([noSize.statusCode, noSize.json().fields]).toEqual([400, { size: 'Please select a size before adding to the cart!' }])
    const soldOut = await saved.addToCart(none.id)
    expect([soldOut.statusCode, soldOut.json().error]).toEqual([409, `${none.name} is sold out.`])
    expect([await saved.readCart(), await saved.read()]).toMatchObject([[], [{ product: { _id: none.id } }]])
  })
})
