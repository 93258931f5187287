import { randomInt } from 'node:crypto'
import type { Browser } from '@playwright/test'
import { startAssistant } from '#testing/ucp/assistant.ts'
import { endOffers, signInAdmin } from './admin-page.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, phoneScreen, type Shop, test } from './shop.ts'

test.use(phoneScreen)
test.afterEach(endOffers)

/** Adds something beside the guest's page, as an administrator. */
async function addAsAdmin({ browser, path, data }: { browser: Browser; path: string; data: object }): Promise<void> {
  const page = await browser.newPage()
  await signInAdmin(page)
  expect((await page.request.post(`/api/v1/${path}`, { data })).status()).toBe(201)
  await page.close()
}

/** An assistant searches, fills a cart with a code, and begins a checkout. Returns the link for the buyer. */
async function shopByAssistant({
  shopUrl,
  code,
  phone,
  pinCode = '560001',
}: {
  shopUrl: string
  code?: string
  phone: string
  pinCode?: string
}) {
  const assistant = await startAssistant({ shopUrl })
  const { product, checkout } = await assistant.shop({
    query: 'kurta',
    quantity: 2,
    ...(code !== undefined && { code }),
    buyer: { first_name: 'Asha', last_name: 'Rao', email: 'asha@example.com', phone_number: `+91${phone}` },
    destination: { street_address: '12 Lake Road', address_locality: 'Bengaluru', address_region: 'Karnataka', postal_code: pinCode },
  })
  const read = async () => (await assistant.send('checkout', 'GET', `/checkout-sessions/${checkout.id}`)).status
  const cancel = () => assistant.send('checkout', 'POST', `/checkout-sessions/${checkout.id}/cancel`)
  return { product, checkout, read, cancel, stop: assistant.stop }
}

const newPhone = () => `9${randomInt(100_000_000, 999_999_999)}`

/** Opens the link, and takes its items into the checkout of the shop. */
async function takeOver({ shop, link, phone }: { shop: Shop; link: string; phone: string }): Promise<void> {
  const { page } = shop
  await shop.open(link)
  await expect(page.getByText(/An assistant that calls itself 127\.0\.0\.1/)).toBeVisible()
  await expectAccessible({ page, name: "the page of an assistant's checkout" })
  await page.getByRole('button', { name: 'Add 2 items and check out' }).click()
  await expect(page).toHaveURL(/\/orderNow$/)
  await expect(page.getByLabel('PIN code')).toHaveValue('560001')
  await expect(page.getByLabel('Phone')).toHaveValue(new RegExp(phone))
}

test("a guest takes over an assistant's checkout, pays by UPI and has the price that the assistant said", async ({
  shop,
  page,
  baseURL,
  browser,
}) => {
  const code = `AGENT-${randomInt(1_000_000)}`
  const offer = { title: 'Ten percent', code, kind: 'percent', percent: 10, scope: { kind: 'all' } }
  await addAsAdmin({ browser, path: 'offers', data: offer })
  const phone = newPhone()
  const { checkout, read, stop } = await shopByAssistant({ shopUrl: baseURL ?? '', code, phone })
  expect(checkout.status).toBe('requires_escalation')
  const total = checkout.totals.at(-1).amount / 100
  await takeOver({ shop, link: checkout.continue_url, phone })
  await page.getByRole('button', { name: 'Pay online: UPI, card, net banking' }).click()
  const frame = page.frameLocator('iframe.razorpay-checkout-frame')
  await frame.getByTestId('method-upi').click()
  await frame.getByTestId('pay').click()
  await frame.getByTestId('upi-approve').click()
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  await expect(page.getByText(`₹${total.toLocaleString('en-IN')}`).first()).toBeVisible()
  expect(await read()).toBe('completed')
  await stop()
})

test("a guest takes over an assistant's checkout and orders on delivery; the link has ended then", { tag: '@nightly' }, async ({
  shop,
  page,
  baseURL,
}) => {
  const phone = newPhone()
  const { checkout, read, stop } = await shopByAssistant({ shopUrl: baseURL ?? '', phone })
  await takeOver({ shop, link: checkout.continue_url, phone })
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByRole('region', { name: /^Order/ })).toBeVisible()
  expect(await read()).toBe('completed')
  await stop()
  await shop.open(checkout.continue_url)
  await expect(page.getByText('You have ordered these items already.')).toBeVisible()
})

test('a checkout that its assistant cancels ends the link, also while its page is open', async ({ shop, page, baseURL }) => {
  const { checkout, cancel, stop } = await shopByAssistant({ shopUrl: baseURL ?? '', phone: newPhone() })
  await shop.open(checkout.continue_url)
  await cancel()
  await stop()
  const over = page.getByText('This link is no longer valid. Ask your assistant for a new one.')
  await page.getByRole('button', { name: 'Add 2 items and check out' }).click()
  await expect(over).toBeVisible()
  await shop.reload()
  await expect(page.getByRole('heading', { name: 'This link could not be opened' })).toBeVisible()
  await expect(over).toBeVisible()
  await expectAccessible({ page, name: "the page of an assistant's link that has ended" })
})

test("a PIN code that is not delivered to stops an assistant's checkout until the buyer enters another one", async ({
  shop,
  page,
  baseURL,
  browser,
}) => {
  // A PIN code of its own, which no other test orders to.
  const rule = { prefix: '799990', deliver: false, cod: 'no', advance: null, from: null, to: null, reason: '' }
  await addAsAdmin({ browser, path: 'delivery-rules', data: rule })
  const phone = newPhone()
  const { checkout, read, stop } = await shopByAssistant({ shopUrl: baseURL ?? '', phone, pinCode: '799990' })
  expect([checkout.status, checkout.messages[0].code]).toEqual(['incomplete', 'address_undeliverable'])
  await shop.open(checkout.continue_url)
  await page.getByRole('button', { name: 'Add 2 items and check out' }).click()
  await expect(page.getByText('We do not deliver to this PIN code yet. Please use another delivery address.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeDisabled()
  await page.getByLabel('PIN code').fill('560001')
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByRole('region', { name: /^Order/ })).toBeVisible()
  expect(await read()).toBe('completed')
  await stop()
})
