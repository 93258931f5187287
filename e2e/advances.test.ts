import { randomInt } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { formatRupees } from '#contract/kernel/money.ts'
import { area, signInAdmin } from './admin-page.ts'
import { expect, type Shop, test } from './shop.ts'

// PIN codes of their own, which no other test orders to.
const advance = 100
const rule = { prefix: '68200', deliver: true, cod: 'advance', advance, from: null, to: null, reason: '' }

/** Adds the rule as an administrator, in a session apart from the page's. */
async function addRule({ request, adminPin }: { request: APIRequestContext; adminPin: string }) {
  await request.post('/api/v1/users/login', { data: { name: 'admin', pin: adminPin } })
  expect((await request.post('/api/v1/delivery-rules', { data: rule })).status()).toBe(201)
}

/** Pays the advance by UPI in the provider's window. */
async function payAdvance({ shop, page, name }: { shop: Shop; page: Page; name: string }) {
  const phone = `9${randomInt(100_000_000, 999_999_999)}`
  await shop.fillAddress({ Phone: phone, City: 'Kochi', 'PIN code': '682001', State: 'Kerala' })
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeDisabled()
  await page.getByRole('button', { name }).click()
  const frame = page.frameLocator('iframe.razorpay-checkout-frame')
  await frame.getByTestId('method-upi').click()
  await frame.getByTestId('pay').click()
  await frame.getByTestId('upi-approve').click()
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
}

/** A row of amounts, by its label. */
const amountOf = (page: Page, label: string) =>
  page.locator('dt', { hasText: new RegExp(`^${label}$`) }).locator('xpath=following-sibling::dd[1]')

test('a guest pays an advance by UPI, which is refunded when the order is cancelled before it is packed', { tag: '@nightly' }, async ({
  shop,
  page,
  request,
}) => {
  await addRule({ request, adminPin: shop.adminPin })
  const { price } = await shop.startOrder()
  const parts = [formatRupees(advance), formatRupees(price - advance)] as const
  await payAdvance({ shop, page, name: `Pay ${parts[0]} now, ${parts[1]} to the courier` })
  const showsParts = async (labels: readonly [string, string]) => {
    for (const [index, label] of labels.entries()) await expect(amountOf(page, label)).toHaveText(parts[index] ?? '')
  }
  await showsParts(['Paid online', 'Due on delivery'])

  await page.getByRole('link', { name: 'See what happens next' }).click()
  await expect(page.getByText(`Please keep ${parts[1]} ready for the courier.`)).toBeVisible()
  await showsParts(['Paid online', 'Due on delivery'])
  const number = new URL(page.url()).searchParams.get('number') ?? ''

  await page.getByRole('link', { name: 'Track this order' }).click()
  await expect(page.getByRole('heading', { name: 'Your order is on the way' })).toBeVisible()
  await showsParts(['Amount paid', 'Due on delivery'])

  await signInAdmin(page)
  await shop.open(`${area}/OrderDetail?q=${number}`)
  await page.getByRole('row').filter({ hasText: number }).getByRole('link').click()
  const drawer = page.getByRole('dialog', { name: `Order ${number}` })
  await expect(drawer.getByText(`${parts[0]} paid, ₹0 refunded`)).toBeVisible()
  await showsParts(['Paid', 'Due on delivery'])
  await drawer.getByRole('button', { name: 'Cancel order' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel order' }).click()
  await expect(drawer.getByText('Status Cancelled')).toBeVisible()
  await expect(drawer.getByText(`${parts[0]} paid, ${parts[0]} refunded`)).toBeVisible()
  await expect(amountOf(page, 'Due on delivery')).toHaveText('₹0')

  const { rules } = await (await request.get(`/api/v1/delivery-rules?q=${rule.prefix}`)).json()
  for (const { _id, prefix, version } of rules)
    if (prefix === rule.prefix) await request.delete(`/api/v1/delivery-rules/${_id}?version=${version}`)
})
