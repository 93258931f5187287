import { expect, test } from './shop.ts'

for (const width of [320, 352, 360]) {
  test(`at ${width} px the header of a shopper shows the cart with its count`, async ({ shopper: shop, page }) => {
    await page.setViewportSize({ width, height: 700 })
    const [product] = await shop.products()
    const added = await page.request.post('/api/v1/cart/add', { data: { product: product?._id, size: 'M', quantity: 12 } })
    expect(added.status()).toBe(200)
    for (const path of ['/UserDashboard', '/buy']) {
      await shop.open(path)
      const bar = page.getByRole('navigation', { name: 'Main' })
      await expect(bar.getByRole('link', { name: 'Cart 12 items' }), path).toBeInViewport({ ratio: 1 })
      await expect(bar.locator('summary'), path).toBeInViewport({ ratio: 1 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(width)
    }
  })
}

test('at 360 px the size and the quantity of a cart line are in one row', async ({ shopper: shop, page }) => {
  await page.setViewportSize({ width: 360, height: 700 })
  const [product] = await shop.products()
  await page.request.post('/api/v1/cart/add', { data: { product: product?._id, size: 'XXL', quantity: 12 } })
  await shop.open('/UserDashboard/cart')
  const size = await page.getByLabel(/^Size of/).boundingBox()
  const quantity = await page.getByRole('group', { name: /^Quantity of/ }).boundingBox()
  expect([quantity?.y, quantity?.height]).toEqual([size?.y, size?.height])
})

for (const width of [360, 500, 640, 700, 767, 1440]) {
  test(`at ${width} px the picture of a product is aligned with the page`, async ({ shop, page }) => {
    await page.setViewportSize({ width, height: 800 })
    const [product] = await shop.products('limit=7')
    await shop.open(`/product/${product?._id}`)
    const picture = await page
      .getByRole('button', { name: /^Enlarge/ })
      .first()
      .boundingBox()
    const text = await page.getByRole('navigation', { name: 'Breadcrumb' }).boundingBox()
    // The whole width on a phone, a column of its own from 640 px on.
    if (width < 640) expect([picture?.x, picture?.width]).toEqual([0, width])
    else expect([picture?.x, (picture?.width ?? 0) < width / 2]).toEqual([text?.x, true])
  })
}

for (const width of [320, 360, 390, 560, 640, 768, 1024, 1280, 1440]) {
  test(`at ${width} px the headline of the front page has one phrase a line`, async ({ shop, page }) => {
    await page.setViewportSize({ width, height: 800 })
    await shop.open('/buy')
    const headline = page.getByRole('heading', { level: 1 })
    await expect(headline).toHaveText('Simple cuts, honest fabrics, made to last.')
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
    expect([lines, overflow <= 0]).toEqual([3, true])
  })
}
