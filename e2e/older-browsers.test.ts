import { randomInt, randomUUID } from 'node:crypto'
import { type BuiltIn, listBuiltIns } from '../testing/newer-functions.ts'
import { expect, phoneScreen, test } from './shop.ts'

test.use(phoneScreen)

/** Runs in the page, before its scripts: deletes what an iPhone with iOS 16.4 lacks. */
function deleteNewer(newer: readonly BuiltIn[]): void {
  for (const { owner, name, isStatic } of newer) {
    const target = (window as unknown as Record<string, { prototype?: object } | undefined>)[owner]
    if (target) delete (target as Record<string, unknown>)[name]
    if (target?.prototype && !isStatic) delete (target.prototype as Record<string, unknown>)[name]
  }
}

/** JavaScript's own objects, and those of the DOM that scripts use without looking first. */
const isDeleted = ({ owner, isNewer }: BuiltIn): boolean =>
  isNewer &&
  /^(Abort\w+|URL\w*|Array|Object|Map|Set|WeakMap|Promise|Iterator|String|RegExp|Intl|JSON|Math|Error|Element|HTML(Element|Input\w+)|Document|Response|Request|Headers|FormData|Blob)$/.test(
    owner,
  )

test('guests and shoppers buy, sign in and track with the functions of Safari 16.4', async ({ page, shop }) => {
  const newer = listBuiltIns().filter(isDeleted)
  await page.addInitScript(`(${deleteNewer})(${JSON.stringify(newer)})`)

  await test.step('a guest orders on delivery and tracks the order', async () => {
    await shop.startOrder()
    expect(await page.evaluate(() => ['any' in AbortSignal, 'canParse' in URL, 'groupBy' in Map, 'map' in [].values()])).toEqual(
      Array(4).fill(false),
    )
    const phone = `9${randomInt(100_000_000, 999_999_999)}`
    await shop.fillAddress({ Phone: phone })
    await page.getByRole('button', { name: 'Place Order' }).click()
    const placed = page.getByRole('region', { name: /^Order \S+ placed$/ })
    await expect(placed).toBeVisible()
    const number = /Order (\S+) placed/.exec((await placed.textContent()) ?? '')?.[1] ?? ''
    await shop.open('/order-tracking')
    await page.getByLabel('Order number').fill(number)
    await page.getByLabel('Phone').fill(phone)
    await page.getByRole('button', { name: 'Track order' }).click()
    await expect(page.getByRole('article', { name: 'Your order is on the way' })).toContainText(number)
  })

  await test.step('a guest pays by UPI', async () => {
    await shop.startOrder()
    await shop.fillAddress({ Phone: `9${randomInt(100_000_000, 999_999_999)}` })
    // The shop knows the PIN code.
    await expect(page.getByText('Bengaluru', { exact: false }).first()).toBeVisible()
    await page.getByRole('button', { name: 'Pay online: UPI, card, net banking' }).click()
    const frame = page.frameLocator('iframe.razorpay-checkout-frame')
    await frame.getByTestId('method-upi').click()
    await frame.getByTestId('pay').click()
    await frame.getByTestId('upi-approve').click()
    await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  })

  await test.step('a search has suggestions', async () => {
    await shop.open('/buy')
    await page.getByRole('link', { name: 'Open search' }).click()
    await page.getByRole('searchbox', { name: 'Search products' }).fill('hood')
    await expect(page.getByRole('listbox', { name: 'Suggestions' })).toBeVisible()
  })

  await test.step('signing in goes on to the cart, which the guest has filled', async () => {
    const product = await shop.startCart()
    await shop.open('/login?to=/UserDashboard/cart')
    await shop.fillSignIn({ name: `shopper ${randomUUID().slice(0, 8)}`, pin: '1234' })
    await expect(page).toHaveURL(/\/UserDashboard\/cart$/)
    await expect(page.getByText(product.name).first()).toBeVisible()
    await page.getByRole('button', { name: 'Checkout' }).click()
    await expect(page.getByRole('dialog', { name: 'Select Payment Method' })).toBeVisible()
  })
})
