import { area, signInAdmin } from './admin-page.ts'
import { expectContrastInDark } from './expect-accessible.ts'
import { expect, test } from './shop.ts'

// The pairs of colours are computed in testing/theme-contrast.test.ts. These pages show that the theme is what the browser draws.

test('the storefront, a product, the order form with its errors and a list of the administration are readable in the dark scheme', async ({
  shop,
  page,
}) => {
  const { _id } = await shop.startOrder()
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByLabel('First name', { exact: true })).toBeFocused()
  await expectContrastInDark({ page, name: 'the order form with its errors' })
  for (const path of ['/buy', `/product/${_id}`]) {
    await shop.open(path)
    await expectContrastInDark({ page, name: path })
  }
  const admin = await signInAdmin(page)
  await admin.open(`${area}/payment?open=${_id}`)
  await page.getByRole('dialog').getByRole('heading', { level: 3 }).first().waitFor()
  await expectContrastInDark({ page, name: 'a list with a drawer' })
})
