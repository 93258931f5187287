import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import type { StaffSetKey } from '#contract/kernel/rights.ts'
import { screens } from '#testing/screens.ts'
import { findScreenRight } from '#web/admin/kit/screen-rights.ts'
import { area, signInAdmin } from './admin-page.ts'
import { expect, Shop, test } from './shop.ts'

/** Signs the context in as a new administrator with a set. */
async function joinAs({ set, page, context }: { set: StaffSetKey; page: Page; context: BrowserContext }) {
  await signInAdmin(page)
  const { url } = await (await page.request.post('/api/v1/staff/invitations', { data: { set } })).json()
  const data = { token: new URL(url).searchParams.get('token'), name: `${set} ${randomUUID().slice(0, 8)}`, pin: 'loom and lane' }
  return (await (await context.request.post('/api/v1/staff/join', { data })).json()).user
}

/** An order of a guest, and the product in it. */
async function placeOrder(page: Page): Promise<{ product: string; order: string }> {
  const [tee] = await new Shop(page).products('limit=7')
  if (!tee) throw new Error('The demo shop has products.')
  const { _id: product, name, price, image } = tee
  const line = { product, name, price, image, quantity: 1, size: 'M', subtotal: price }
  const [firstName, lastName, city, state] = ['Asha', 'Rao', 'Bengaluru', 'Karnataka']
  const person = {
    firstName,
    lastName,
    city,
    state,
    address: '12 Lake Road',
    pinCode: '560001',
    phone: '9876543210',
    email: 'asha@example.com',
  }
  const reply = await page.request.post('/api/v1/guest/cashondelivery', {
    data: { products: [line], totalPrice: price, cashOndelivery: true, deliveryAddress: person },
  })
  return { product, order: (await reply.json()).order._id }
}

const paths = Object.values(screens).flatMap(({ path }) => (path?.startsWith(`${area}/`) ? [path] : []))

for (const set of ['packer', 'support', 'accountant', 'merchandiser'] as const)
  test(`the screens of the set ${set} make no call that is refused`, { tag: '@nightly' }, async ({ page, browser, baseURL }) => {
    const context = await browser.newContext(baseURL === undefined ? {} : { baseURL })
    const { rights } = await joinAs({ set, page, context })
    const { product, order } = await placeOrder(page)
    const tab = await context.newPage()
    const refused: string[] = []
    tab.on('response', (response) => {
      if (response.status() === 403) refused.push(`${new URL(tab.url()).pathname}: ${response.request().method()} ${response.url()}`)
    })
    const shop = new Shop(tab)
    const own = paths.filter((path) => {
      const right = findScreenRight(path)
      return right === undefined || rights.includes(right)
    })
    expect(own.length).toBeGreaterThan(1)
    for (const path of own) {
      await test.step(path, async () => {
        await shop.open(path.replace(':product', product).replace(':order', order))
        await tab.locator('h1').first().waitFor()
        await tab.waitForFunction(() => !document.querySelector('main [aria-busy=true]'))
      })
    }
    expect(refused).toEqual([])
    await context.close()
  })

test('typed text stays when the right goes away, and the answer names an owner', async ({ page, browser, baseURL }) => {
  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  const joined = await joinAs({ set: 'merchandiser', page, context })
  const tab = await context.newPage()
  const shop = new Shop(tab)
  await shop.open(`${area}/settings/redirects`)
  await tab.getByRole('button', { name: 'Add a redirect' }).click()
  await tab.getByLabel('Old address').fill('/old-kurtas-🎁')
  await page.request.patch(`/api/v1/staff/${joined._id}`, { data: { set: 'packer' } })
  await tab.getByRole('button', { name: 'Save' }).click()
  await expect(tab.getByText(/^Your account does not have the right “Products and pages”\. Ask an owner: ./)).toBeVisible()
  await expect(tab.getByLabel('Old address')).toHaveValue('/old-kurtas-🎁')
  await expect(tab.getByRole('navigation').getByRole('link', { name: 'ListProduct' })).toHaveCount(0)
  await context.close()
})
