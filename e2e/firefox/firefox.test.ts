import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { productHref } from '#contract/catalog/product-url.ts'
import type { Product, ProductList } from '#contract/catalog/products.ts'
import { address } from '../shop.ts'
import { test as base } from '../worker-shop.ts'
import { startFirefox } from './firefox.ts'
import { Tab } from './tab.ts'

const test = base.extend<{ tab: Tab }, { firefox: Awaited<ReturnType<typeof startFirefox>> }>({
  firefox: [
    async ({}, use) => {
      const firefox = await startFirefox()
      await use(firefox)
      await firefox.close()
    },
    { scope: 'worker' },
  ],
  tab: async ({ firefox: { bidi } }, use) => {
    await use(await Tab.open({ bidi }))
    expect(bidi.errors.splice(0), 'errors of the pages').toEqual([])
  },
})

// One Firefox for all.
test.describe.configure({ mode: 'default' })

async function findProduct(): Promise<Product> {
  const reply = await fetch(`${process.env.SHOP_URL}/api/v1/products/getAll?limit=7&page=1`)
  const product = ((await reply.json()) as ProductList).products.find(({ stock }) => stock >= 100)
  if (!product) throw new Error('The demo shop has products.')
  return product
}

async function fillAddress(tab: Tab) {
  for (const [label, value] of Object.entries(address)) await tab.type('input, select, textarea', new RegExp(`^${label}`), value)
}

async function signIn(tab: Tab, name = `asha ${randomUUID().slice(0, 8)}`) {
  await tab.goto('/login')
  await tab.type('input', /^Username/, name)
  await tab.type('input', /^PIN/, '1234')
  await tab.click('button', /^Sign In$/)
  await tab.expectPath(/^\/UserDashboard$/)
  return name
}

/** Adds the product through the API and opens the cart. */
async function openCart(tab: Tab) {
  const product = await findProduct()
  const item = JSON.stringify({ product: product._id, size: 'M', quantity: 1 })
  const request = `{ method: 'POST', headers: { 'content-type': 'application/json' }, body: ${JSON.stringify(item)} }`
  expect(await tab.evaluate(`fetch('/api/v1/cart/add', ${request}).then(({ status }) => status)`)).toBe(200)
  await tab.goto('/UserDashboard/cart')
  return product
}

test('a guest orders', async ({ tab }) => {
  const product = await findProduct()
  const card = `article:has(a[href="${productHref(product)}"])`
  await tab.goto('/buy')
  await tab.click(`${card} label`, /^M$/)
  await tab.click(`${card} button`, /^Add to Cart/)
  await expect.poll(() => tab.evaluate<string>("localStorage.getItem('cartItems')")).toContain(product._id)
  await tab.goto('/homecart')
  await tab.click('button', /^Order$/)
  await tab.find('button', /^Place Order/)
  await fillAddress(tab)
  await tab.click('button', /^Place Order/)
  await tab.expectPath(/^\/buy$/)
  await tab.expectText(/12 Lake Road/)
  expect(await tab.evaluate("localStorage.getItem('cartItems')")).toBe('[]')
})

test('a shopper registers, signs out and signs in again', async ({ tab }) => {
  const name = await signIn(tab)
  await tab.goto('/Logout')
  await tab.expectPath(/^\/buy$/)
  await signIn(tab, name)
})

test('a shopper changes the cart', async ({ tab }) => {
  await signIn(tab)
  const { name } = await openCart(tab)
  await tab.click('button', new RegExp(`^Increase quantity of ${name}`))
  const readQuantity = () => tab.evaluate("fetch('/api/v1/cart').then((reply) => reply.json()).then(({ cart }) => cart[0]?.quantity ?? 0)")
  await expect.poll(readQuantity).toBe(2)
  await tab.click('button', new RegExp(`^Remove ${name}`))
  await expect.poll(readQuantity).toBe(0)
})

test('a shopper pays by card', async ({ tab }) => {
  await signIn(tab)
  await openCart(tab)
  await tab.click('button', /^Checkout/)
  await tab.click('button', /^Prepaid/)
  await tab.find('button', /^Pay/)
  await fillAddress(tab)
  await tab.click('button', /^Pay/)
  const frame = await tab.frame()
  await frame.click('[data-testid=method-card]')
  const details = { number: '4100280000001007', expiry: '12/30', cvv: '123', name: 'Asha Rao' }
  for (const [field, value] of Object.entries(details)) await frame.type(`[data-testid=card-${field}]`, /(?:)/, value)
  await frame.click('[data-testid=pay]')
  await frame.click('[data-testid=bank-success]')
  await tab.expectPath(/\/UserDashboard\/myOrders\?status=success/i)
})
