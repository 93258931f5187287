import type { Page } from '@playwright/test'
import { expect, test } from './shop.ts'

const readPageWidth = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

test('the front page fits at every width: headline, categories and pictures', async ({ shop, page }) => {
  await shop.open('/buy')
  const headline = page.getByRole('heading', { level: 1 })
  await expect(headline).toHaveText('Simple cuts, honest fabrics, made to last.')
  for (const width of [320, 352, 360, 390, 560, 640, 768, 1024, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    const { lines, overflow } = await headline.evaluate((element) => {
      const boxes = [...element.children].flatMap((phrase) => {
        const range = document.createRange()
        range.selectNodeContents(phrase)
        return [...range.getClientRects()]
      })
      return {
        lines: new Set(boxes.map(({ top }) => Math.round(top))).size,
        overflow: Math.max(...boxes.map(({ right }) => right)) - (element.parentElement?.getBoundingClientRect().right ?? 0),
      }
    })
    if (width < 1920) expect([lines, overflow <= 0], `one phrase a line at ${width} px`).toEqual([3, true])
    expect(await readPageWidth(page), `at ${width} px`).toBe(width)
    // The large first picture, too.
    for (const index of [0, 1]) {
      const box = await shop.card(index).locator('picture').boundingBox()
      expect(((box?.width ?? 0) / (box?.height ?? 1)).toFixed(2), `picture ${index} at ${width} px`).toBe('0.80')
    }
    if (width < 360 || width > 390) continue
    const links = page.getByRole('navigation', { name: 'Shop by category' }).getByRole('link')
    const boxes = await links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().toJSON()))
    expect(new Set(boxes.map(({ top }) => top)).size, `rows of categories at ${width} px`).toBe(1)
    expect(Math.min(...boxes.flatMap((box) => [box.width, box.height])), `targets at ${width} px`).toBeGreaterThanOrEqual(44)
  }
})

test('the picture of a product is aligned with the page at every width', { tag: '@nightly' }, async ({ shop, page }) => {
  const [product] = await shop.products('limit=7')
  await shop.open(`/product/${product?._id}`)
  const enlarge = page.getByRole('button', { name: /^Enlarge/ }).first()
  const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' })
  for (const width of [360, 500, 640, 700, 767, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    const [picture, text] = [await enlarge.boundingBox(), await breadcrumb.boundingBox()]
    // The whole width on a phone, a column of its own from 640 px on.
    if (width < 640) expect([picture?.x, picture?.width], `at ${width} px`).toEqual([0, width])
    else expect([picture?.x, (picture?.width ?? 0) < width / 2], `at ${width} px`).toEqual([text?.x, true])
  }
})

test('on narrow screens the header of a shopper shows the cart with its count, and a line of the cart is in one row', {
  tag: '@nightly',
}, async ({ shopper: shop, page }) => {
  const [product] = await shop.products()
  const added = await page.request.post('/api/v1/cart/add', { data: { product: product?._id, size: 'XXL', quantity: 12 } })
  expect(added.status()).toBe(200)
  const bar = page.getByRole('navigation', { name: 'Main' })
  for (const path of ['/UserDashboard', '/buy', '/UserDashboard/cart']) {
    await shop.open(path)
    for (const width of [320, 352, 360]) {
      await page.setViewportSize({ width, height: 700 })
      await expect(bar.getByRole('link', { name: 'Cart 12 items' }), `${path} at ${width} px`).toBeInViewport({ ratio: 1 })
      await expect(bar.locator('summary'), `${path} at ${width} px`).toBeInViewport({ ratio: 1 })
      expect(await readPageWidth(page), `${path} at ${width} px`).toBe(width)
    }
  }
  const size = await page.getByLabel(/^Size of/).boundingBox()
  const quantity = await page.getByRole('group', { name: /^Quantity of/ }).boundingBox()
  expect([quantity?.y, quantity?.height]).toEqual([size?.y, size?.height])
})
