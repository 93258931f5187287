import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from './shop.ts'

const screens = ['/buy', '/buy/2', '/buy?q=zzzzqqq', '/homecart', '/orderNow', '/nowhere']

for (const colorScheme of ['light', 'dark'] as const) {
  for (const screen of screens) {
    test(`${screen} is accessible, ${colorScheme}`, async ({ shop, page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await shop.open(screen)
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(' ')}`)).toEqual([])
    })
  }
  test(`the filled cart and the form are accessible, ${colorScheme}`, async ({ shop, page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await shop.startCart()
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
    await page.getByRole('button', { name: 'Order', exact: true }).click()
    await page.getByRole('button', { name: 'Place Order' }).click()
    await expect(page.getByLabel('First name', { exact: true })).toBeFocused()
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  })
}

test('nothing is cut off at 320 px', async ({ shop, page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  for (const screen of ['/buy', '/homecart']) {
    await shop.open(screen)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  }
})
