import { describe, expect, test } from 'vitest'
import type { ProductChange } from '#contract/catalog-admin/bulk-edit.ts'
import { createTestProduct } from '#testing/factories.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startShop } from '#testing/start-shop.ts'

let published = 0
const { request, database, cookies } = await startShop({ publishTo: () => (published += 1) })

const send = (changes: readonly object[], note = 'Counted') =>
  request('POST', '/products/admin/changes', { cookies, body: { changes, note } })
const save = async (changes: readonly ProductChange[], note?: string) => {
  const reply = await send(changes, note)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}
const readStock = async (id: string) => (await request('GET', `/products/${id}/stock`, { cookies })).json()

describe('POST /products/admin/changes', () => {
  test('saves prices, stock and status of each product, with the reason in the ledger', async () => {
    const one = await createTestProduct({ database, stock: 10, price: 799 })
    const bySize = await createTestProduct({ database, sizes: { M: 4, L: 0 } })
    published = 0
    const { message, results } = await save([
      { id: one.id, version: 1, price: '₹1,299', mrp: '1499', stock: [{ seen: 10, value: '7' }] },
      {
        id: bySize.id,
        version: 1,
        status: 'archived',
        stock: [
          { size: 'M', seen: 4, value: '2' },
          { size: 'L', seen: 0, value: '9' },
        ],
      },
    ])
    expect(message).toBe('2 products saved')
    expect(results).toMatchObject([
      { _id: one.id, outcome: 'saved', product: { price: 1_299, mrp: 1_499, stock: 7, version: 2 } },
      { _id: bySize.id, outcome: 'saved', product: { stock: 11, status: 'archived', sizeStock: [{ stock: 2 }, { stock: 9 }] } },
    ])
    const { movements } = await readStock(one.id)
    expect(movements[0]).toMatchObject({ change: -3, cause: 'correction', note: 'Counted', actor: expect.any(String) })
    expect((await request('GET', `/products/${bySize.id}`)).statusCode).toBe(404)
    expect(published).toBe(1)
  })

  test('a mistake in one row leaves the others saved and its own product as it was', async () => {
    const good = await createTestProduct({ database })
    const bad = await createTestProduct({ database, stock: 5 })
    const { message, results } = await save([
      { id: bad.id, version: 1, price: '1,2,3', stock: [{ seen: 5, value: '-1' }] },
      { id: good.id, version: 1, price: '900' },
      { id: 'gone', version: 1, price: '900' },
    ])
    expect(message).toBe('1 product saved, 2 not saved')
    expect(results).toMatchObject([
      {
        outcome: 'refused',
        fields: { price: 'Check the commas in the price: 1299 is written 1,299.', stock: 'Stock must be a whole number.' },
        product: { price: 799, stock: 5 },
      },
      { outcome: 'saved' },
      { outcome: 'refused', message: 'Product not found.' },
    ])
  })

  test.each([
    [{ mrp: '500' }, { mrp: 'The MRP must not be lower than the price.' }],
    [{ price: '0' }, { price: 'Price must be more than 0.' }],
    [{ stock: [{ seen: 10, value: '1000001' }] }, { stock: 'Stock is too large.' }],
    [{ stock: [{ seen: 10, value: 'ten' }] }, { stock: 'Stock must be a whole number.' }],
  ])('refuses %j', async (change, fields) => {
    const { id } = await createTestProduct({ database })
    const { results } = await save([{ id, version: 1, ...change }])
    expect(results).toMatchObject([{ outcome: 'refused', fields }])
  })

  test.each([
    [{ stock: [{ size: 'M', seen: 4, value: '5' }] }, '', 'The stock changes. Please give the reason.'],
    [{ stock: [{ seen: 0, value: '5' }] }, 'Counted', 'This product has stock by size. Choose the size.'],
    [{ stock: [{ size: 'XS', seen: 0, value: '5' }] }, 'Counted', 'Sized is not available in size XS.'],
    [{ stock: [{ size: 'M', seen: 4, value: '1000000' }] }, 'Counted', 'That is more stock than a product can have.'],
  ])('refuses the stock %j with the reason "%s"', async (change, note, message) => {
    const { id } = await createTestProduct({ database, name: 'Sized', sizes: { M: 4, L: 1 } })
    const { results } = await save([{ id, version: 1, ...change }], note)
    expect(results).toMatchObject([{ outcome: 'refused', message, product: { stock: 5 } }])
  })

  test('a product or a stock that has changed meanwhile is not overwritten, and its new values are in the answer', async () => {
    const edited = await createTestProduct({ database, price: 799, stock: 5 })
    const sold = await createTestProduct({ database, price: 799, stock: 5 })
    const returned = await createTestProduct({ database, price: 799, stock: 5 })
    await save([{ id: edited.id, version: 1, price: '850' }])
    await request('POST', `/products/${sold.id}/stock`, { cookies, body: { change: -2, cause: 'correction', note: 'x' } })
    await request('POST', `/products/${returned.id}/stock`, { cookies, body: { change: 2, cause: 'correction', note: 'x' } })
    const { results } = await save([
      { id: edited.id, version: 1, price: '700', stock: [{ seen: 5, value: '9' }] },
      { id: sold.id, version: 1, price: '700', stock: [{ seen: 5, value: '9' }] },
      { id: returned.id, version: 1, price: '700', stock: [{ seen: 5, value: '9' }] },
    ])
    expect(results).toMatchObject([
      { outcome: 'changed', product: { price: 850, stock: 5, version: 2 } },
      { outcome: 'changed', product: { price: 799, stock: 3, version: 1 } },
      { outcome: 'changed', product: { price: 799, stock: 7, version: 1 } },
    ])
  })

  test('the same changes twice are made once', async () => {
    const { id } = await createTestProduct({ database, stock: 5 })
    const change = { id, version: 1, price: '700', stock: [{ seen: 5, value: '9' }], status: 'archived' as const }
    const both = await Promise.all([save([change]), save([change])])
    expect(both.map(({ results }) => results[0].outcome)).toEqual(['saved', 'saved'])
    const { product, movements } = await readStock(id)
    expect([product.stock, product.version, movements.length]).toEqual([9, 2, 2])
  })

  test('a draft with a publishing date loses the date when it is made a draft', async () => {
    const { id } = await createTestProduct({ database })
    const publishAt = new Date(Date.now() + 3_600_000).toISOString()
    const planned = await request('POST', `/products/${id}/status`, { cookies, body: { version: 1, status: 'on_sale', publishAt } })
    expect(planned.json().product).toMatchObject({ status: 'draft', publishAt })
    const { results } = await save([{ id, version: 2, status: 'draft' }])
    expect(results).toMatchObject([{ outcome: 'saved', product: { status: 'draft', version: 3 } }])
    expect(results[0].product).not.toHaveProperty('publishAt')
  })

  test('a price that a sale sets cannot change', async () => {
    const { id } = await createTestProduct({ database, price: 799 })
    const body = { price: '500', endsAt: new Date(Date.now() + 3_600_000).toISOString() }
    await request('POST', `/products/${id}/sale`, { cookies, body })
    const { results } = await save([{ id, version: 2, price: '600' }])
    expect(results[0].fields).toEqual({ price: 'A sale sets the price at the moment. End the sale to change the price.' })
  })

  test('at most 100 rows, with each size once, by administrators', async () => {
    const rows = Array.from({ length: 101 }, () => ({ id: 'x', version: 1 }))
    expect((await send(rows)).statusCode).toBe(400)
    const twice = { size: 'M', seen: 1, value: '2' }
    expect((await send([{ id: 'x', version: 1, stock: [twice, twice] }])).statusCode).toBe(400)
    const shopper = await signInShopper({ request })
    const body = { changes: [{ id: 'x', version: 1 }] }
    expect((await request('POST', '/products/admin/changes', { cookies: shopper.cookies, body })).statusCode).toBe(403)
  })
})

test('products move to another category, and not to one that does not exist', async () => {
  const [one, other] = [await createTestProduct({ database }), await createTestProduct({ database })]
  const { results } = await save([
    { id: one.id, version: 1, category: 'HOODIE' },
    { id: other.id, version: 1, category: 'NOTHING' },
  ])
  expect(results).toMatchObject([
    { outcome: 'saved', product: { category: 'HOODIE', version: 2 } },
    { outcome: 'refused', message: 'Please choose a category.', product: { category: 'TEE', version: 1 } },
  ])
})

describe('POST /products/admin/sales', () => {
  const endsAt = new Date(Date.now() + 86_400_000).toISOString()
  const start = (body: object) => request('POST', '/products/admin/sales', { cookies, body: { percent: 15, endsAt, ...body } })

  test('starts or plans a sale of each product, to whole rupees, and says which ones have one', async () => {
    const [one, busy] = [await createTestProduct({ database, price: 799 }), await createTestProduct({ database, price: 500 })]
    expect((await start({ ids: [busy.id], percent: 50 })).json().message).toBe('1 product saved')
    published = 0
    const reply = await start({ ids: [one.id, busy.id, 'gone'] })
    expect(reply.json()).toMatchObject({
      message: '1 product saved, 2 not saved',
      results: [
        { outcome: 'saved', product: { price: 679, regularPrice: 799 } },
        { outcome: 'refused', message: 'This product has a sale already. End it first.', product: { price: 250 } },
        { outcome: 'refused', message: 'Product not found.' },
      ],
    })
    expect(published).toBe(1)
    const later = await createTestProduct({ database, price: 799 })
    const startsAt = new Date(Date.now() + 3_600_000).toISOString()
    expect((await start({ ids: [later.id], startsAt })).json().results).toMatchObject([{ outcome: 'saved', product: { price: 799 } }])
  })

  test('refuses percentages and times with a sentence', async () => {
    const { id } = await createTestProduct({ database })
    expect((await start({ ids: [id], percent: 100 })).json().fields).toEqual({ percent: 'Enter a whole number from 1 to 90.' })
    expect((await start({ ids: [id], endsAt: 'soon' })).json().fields).toEqual({ endsAt: 'Enter a date and a time.' })
    expect((await start({ ids: [] })).json().fields).toEqual({ ids: 'Select a product.' })
  })
})

test('products get the same dispatch days, and lose them; their other details stay', async () => {
  const [one, other] = [await createTestProduct({ database }), await createTestProduct({ database })]
  const details = JSON.stringify({ fabric: 'Cotton' })
  await database.updateTable('products').set({ details }).where('id', '=', one.id).execute()
  const readDetails = async (id: string) => (await request('GET', `/products/${id}`)).json()
  await save([one, other].map(({ id }) => ({ id, version: 1, dispatchDays: 10 })))
  expect(await readDetails(one.id)).toMatchObject({ dispatchDays: 10, details: { fabric: 'Cotton', dispatchDays: 10 } })
  expect(await readDetails(other.id)).toMatchObject({ dispatchDays: 10 })
  await save([{ id: one.id, version: 2, dispatchDays: null }])
  const { details: left, dispatchDays } = await readDetails(one.id)
  expect([left, dispatchDays]).toEqual([{ fabric: 'Cotton' }, undefined])
  expect((await send([{ id: one.id, version: 3, dispatchDays: 61 }])).statusCode).toBe(400)
})
