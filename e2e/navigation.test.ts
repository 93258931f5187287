import { area, signInAdmin } from './admin-page.ts'
import { expect, test } from './shop.ts'

test('the link of the page one is on is marked; a page below an area marks the link of its area', async ({ page }) => {
  const shop = await signInAdmin(page)
  const current = page.getByRole('navigation', { name: 'Main' }).locator('a[aria-current=page]').filter({ visible: true })
  for (const [path, label] of [
    [`${area}/payment?sort=stock`, 'DELETE PRODUCT'],
    [`${area}/desk`, 'OrderDetail'],
    [`${area}/privacy`, 'Users'],
  ] as const) {
    await shop.open(path)
    await expect(current, path).toHaveText([label])
  }
})

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 360, height: 740 }, bypassCSP: true })

  test('a brand name of 40 characters fits', { tag: '@nightly' }, async ({ page }) => {
    const shop = await signInAdmin(page)
    // The name is a setting of the server: here it is replaced in the document and in the data that it contains.
    const brand = /Loom (&|&amp;|\\u0026|<span class="text-thread">&amp;<\/span>) Lane/g
    for (const name of ['Sri Venkateswara Handloom Cotton Atelier', 'Thiruvananthapuramkaithariudayodyanagram']) {
      await page.unrouteAll()
      await page.route('**/OrderDetail', async (route) => {
        const reply = await route.fetch()
        await route.fulfill({ response: reply, body: (await reply.text()).replaceAll(brand, name) })
      })
      await shop.open(`${area}/OrderDetail`)
      const bar = page.getByRole('navigation', { name: 'Main' })
      const bell = bar.getByRole('button', { name: /Notifications/ })
      await bell.waitFor()
      const link = bar.getByRole('link', { name })
      const [linkBox, bellBox, barBox] = [await link.boundingBox(), await bell.boundingBox(), await bar.boundingBox()]
      expect((linkBox?.x ?? 0) + (linkBox?.width ?? 0), name).toBeLessThanOrEqual(bellBox?.x ?? 0)
      expect(linkBox?.height, name).toBeLessThanOrEqual(barBox?.height ?? 0)
      expect(await link.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), name).toBeLessThanOrEqual(0)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(360)
    }
  })
})
