import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { signInAdministrator } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'
import { countUnitsSold } from './popularity.ts'

const { request, database } = await createTestApp()

const order = async (items: Parameters<typeof buildGuestOrder>[0]) => {
  const reply = await request('POST', '/guest/cashondelivery', { body: buildGuestOrder(items) })
  return reply.json<{ order: { _id: string } }>().order._id
}
const list = async (query: string) => {
  const { products } = (await request('GET', `/products/getAll?page=1&${query}`)).json<{ products: { name: string }[] }>()
  return products.map(({ name }) => name)
}

test('lists are sorted by the items sold in 90 days, without cancelled orders', async () => {
  const [first, second, third] = [
    await createTestProduct({ database, name: 'First tee' }),
    await createTestProduct({ database, name: 'Second tee' }),
    await createTestProduct({ database, name: 'Third tee' }),
  ]
  await order([{ ...first, quantity: 2 }, second])
  const cancelled = await order([{ ...third, quantity: 3 }])
  const { cookies } = await signInAdministrator({ request, database })
  await request('POST', `/order/admin/${cancelled}/move`, { cookies, body: { to: 'Cancelled' } })
  expect(await list('sort=popular')).toEqual(['Third tee', 'Second tee', 'First tee'])
  expect(await countUnitsSold({ database })).toBe(2)
  expect(await list('sort=popular')).toEqual(['First tee', 'Second tee', 'Third tee'])
  expect(await list('sort=popular&category=TEE&q=tee')).toEqual(['First tee', 'Second tee', 'Third tee'])
  expect(await countUnitsSold({ database })).toBe(0)
  await database.updateTable('orders').set({ placed_at: sql<Date>`placed_at - interval '91 days'` }).execute()
  expect(await countUnitsSold({ database })).toBe(2)
  expect(await list('sort=popular')).toEqual(['Third tee', 'Second tee', 'First tee'])
})

test('a search is sorted by relevance, or by date on request', async () => {
  await createTestProduct({ database, name: 'Cargo tee cargo' })
  await createTestProduct({ database, name: 'Long tee of soft cotton with a cargo pocket' })
  const relevant = await list('q=cargo')
  expect(relevant[0]).toBe('Cargo tee cargo')
  expect(await list('q=cargo&sort=relevance')).toEqual(relevant)
  expect(await list('q=cargo&sort=newest')).toEqual(['Long tee of soft cotton with a cargo pocket', 'Cargo tee cargo'])
  expect(await list('sort=relevance')).toEqual(await list('sort=newest'))
})
