import { expect, test } from 'vitest'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startShop } from '#testing/start-shop.ts'

const { request, database, cookies } = await startShop()
const products = [await createTestProduct({ database }), await createTestProduct({ database })]
for (const [index, product] of products.entries()) {
  await signInShopper({ request })
  const order = buildGuestOrder([{ ...product, quantity: 1 }])
  const address = { ...order.deliveryAddress, phone: `987654321${index}`, email: `buyer${index}@example.com` }
  await request('POST', '/guest/cashondelivery', { body: { ...order, deliveryAddress: address } })
}

const read = (path: string) => request('GET', path, { cookies })

const rule = { deliver: true, cod: 'no', advance: null, from: null, to: null, reason: '' }
for (const prefix of ['56', '57']) await request('POST', '/delivery-rules', { cookies, body: { ...rule, prefix } })
for (const from of ['/old-1', '/old-2']) await request('POST', '/redirects', { cookies, body: { from, to: '/buy' } })

test.each([
  ['/delivery-rules', 'rules'],
  ['/redirects', 'redirects'],
  ['/products/admin', 'products'],
  ['/cod/adminOrder', 'orders'],
  ['/users/getUsers', 'users'],
  ['/customers', 'customers'],
])('a page of %s has as many rows as are chosen, and the number of pages follows', async (path, rows) => {
  const { total } = (await read(`${path}?page=1`)).json()
  const first = (await read(`${path}?limit=1`)).json()
  const second = (await read(`${path}?limit=1&page=2`)).json()
  expect(total).toBeGreaterThan(1)
  expect([first[rows].length, first.totalPages]).toEqual([1, total])
  expect(second[rows][0]._id).not.toBe(first[rows][0]._id)
})

test.each([
  '/cod/adminOrder',
  '/users/getUsers',
  '/customers',
  '/tickets',
  '/users/data-requests',
  '/returns',
  '/offers',
  '/delivery-rules',
  '/redirects',
  '/remittances',
  '/documents',
])('%s has at most 50 rows a page', async (path) => {
  expect((await read(`${path}?limit=50`)).statusCode).toBe(200)
  expect((await read(`${path}?limit=51`)).statusCode).toBe(400)
})
