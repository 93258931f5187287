import { area, signInAdmin } from './admin-page.ts'
import { expect, test } from './shop.ts'

test('the link of the page one is on is marked, on other pages the first', async ({ page }) => {
  const shop = await signInAdmin(page)
  const current = page.getByRole('navigation', { name: 'Main' }).locator('a[aria-current=page]').filter({ visible: true })
  for (const [path, label] of [
    [`${area}/OrderDetail`, 'OrderDetail'],
    [`${area}/payment?sort=stock`, 'DELETE PRODUCT'],
    [`${area}/adminanalysis`, 'VISITER'],
    [area, 'Users'],
    [`${area}/desk`, 'OrderDetail'],
    [`${area}/bulk-edit`, 'DELETE PRODUCT'],
    [`${area}/privacy`, 'Users'],
  ] as const) {
    await shop.open(path)
    await expect(current).toHaveText([label])
  }
})

test('a failed logout on a directly opened page leads back into the shop', async ({ page }) => {
  await signInAdmin(page)
  await page.route('**/users/logout', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('data:text/html,elsewhere')
  await page.goto('/Logout')
  await expect(page.getByRole('alertdialog', { name: 'Error!' })).toContainText('Logout failed. Please try again.')
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page).toHaveURL(new RegExp(`${area}$`))
})

test('a failed logout leads back to the page it was asked on', async ({ page }) => {
  const shop = await signInAdmin(page)
  await page.route('**/users/logout', (route) => route.fulfill({ status: 500, json: {} }))
  await shop.open(`${area}/OrderDetail`)
  await page.getByRole('button', { name: /account of/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page).toHaveURL(new RegExp(`${area}/OrderDetail$`))
})

test.describe('a brand name of 40 characters', () => {
  test.use({ viewport: { width: 360, height: 740 }, bypassCSP: true })

  for (const name of ['Sri Venkateswara Handloom Cotton Atelier', 'Thiruvananthapuramkaithariudayodyanagram'])
    test(`${name} fits at 360 px`, async ({ page }) => {
      await signInAdmin(page)
      // The name is a setting of the server: here it is replaced in the document and in the data that it contains.
      const brand = /Loom (&|&amp;|\\u0026|<span class="text-thread">&amp;<\/span>) Lane/g
      await page.route('**/OrderDetail', async (route) => {
        const reply = await route.fetch()
        await route.fulfill({ response: reply, body: (await reply.text()).replaceAll(brand, name) })
      })
      await page.goto(`${area}/OrderDetail`)
      const bar = page.getByRole('navigation', { name: 'Main' })
      const bell = bar.getByRole('button', { name: /Notifications/ })
      await bell.waitFor()
      const link = bar.getByRole('link', { name })
      const [linkBox, bellBox, barBox] = [await link.boundingBox(), await bell.boundingBox(), await bar.boundingBox()]
      expect((linkBox?.x ?? 0) + (linkBox?.width ?? 0)).toBeLessThanOrEqual(bellBox?.x ?? 0)
      expect(linkBox?.height).toBeLessThanOrEqual(barBox?.height ?? 0)
      expect(await link.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    })
})
