import { address } from '#testing/factories.ts'
import { area, createProduct, createSuffix, deleteMadeProducts, signInAdmin } from './admin-page.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, test } from './shop.ts'

test.afterEach(deleteMadeProducts)

test('an administrator confirms and packs orders together, by mouse and keyboard, and undoes a move', async ({ page }) => {
  const shop = await signInAdmin(page)
  const { _id, price } = await createProduct(page.request)
  const firstName = `Desk${createSuffix()}`
  for (const phone of ['9123400001', '9123400002', '9123400003']) {
    const products = [{ product: _id, quantity: 1, size: 'M' }]
    const data = {
      products,
      totalPrice: price,
      cashOndelivery: true,
      deliveryAddress: { ...address, firstName, phone, email: `${phone}@example.com` },
    }
    expect((await page.request.post('/api/v1/guest/cashondelivery', { data })).status()).toBe(201)
  }
  await shop.open(`${area}/desk?q=${firstName}`)
  const rows = page.getByRole('row').filter({ hasText: firstName })
  await expect(rows).toHaveCount(3)
  await page.getByRole('checkbox', { name: 'Select all orders of this page' }).check()
  await expectAccessible({ page, name: 'the desk with selected orders' })
  await page.getByRole('button', { name: 'Confirm 3' }).click()
  await expect(page.getByRole('heading', { name: '3 orders are now Confirmed.' })).toBeFocused()
  await expect(rows).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('heading', { name: '3 orders undone.' })).toBeVisible()
  await expect(rows).toHaveCount(3)

  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('Shift+X')
  await page.getByRole('button', { name: 'Confirm 2' }).click()
  await expect(rows).toHaveCount(1)
  await page.getByText('Moved orders').click()
  await page.getByRole('list', { name: 'Answers' }).getByRole('link').first().press('Enter')
  await expect(page.getByRole('dialog').getByText('Status Confirmed')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: /^To pack/ }).click()
  await expect(rows).toHaveCount(2)
  await page.keyboard.press('j')
  await page.keyboard.press(' ')
  await expect(page.getByRole('dialog')).toBeVisible()
})
