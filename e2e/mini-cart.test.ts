import { formatRupees } from '#contract/kernel/money.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, type Shop, test } from './shop.ts'

const miniCart = (shop: Shop) => shop.page.locator('[data-mini-cart]')
const badge = (shop: Shop) => shop.page.getByRole('navigation', { name: 'Main' }).locator('[data-cart-badge]').filter({ visible: true })

async function pickProducts(shop: Shop) {
  const [first, second] = await shop.products('limit=7')
  if (!first || !second) throw new Error('The demo shop has products.')
  return [first, second] as const
}

test('adding shows a guest what is in the cart, with its count and subtotal, and a way to remove it and to the checkout', async ({
  shop,
  page,
}) => {
  const [first, second] = await pickProducts(shop)
  await shop.open('/buy')
  await shop.add({ name: first.name, size: 'L' })
  await expect(miniCart(shop).getByRole('status')).toContainText('Added to your cart')
  await expect(miniCart(shop)).toContainText(new RegExp(`${first.name}.*Size L.*1 item.*${formatRupees(first.price)}`, 'is'))
  await shop.add({ name: second.name })
  await expect(miniCart(shop)).toContainText(
    new RegExp(`${second.name}.*Size to be confirmed.*2 items.*${formatRupees(first.price + second.price)}`, 'is'),
  )
  await shop.add({ name: second.name })
  await expect(miniCart(shop).getByRole('status')).toContainText('Item already added to the cart')
  await shop.add({ name: second.name, size: 'M' })
  const lines = miniCart(shop).getByRole('list', { name: 'Items in your cart' }).getByRole('listitem')
  await expect(lines).toHaveCount(3)
  await expect(lines.first()).toContainText(`${second.name}Size M · Qty 1 · ${formatRupees(second.price)}`)
  const remove = miniCart(shop).getByRole('button', { name: `Remove ${second.name}, size M` })
  await remove.focus()
  await remove.press('Enter')
  await expect(lines).toHaveCount(2)
  await expect(badge(shop)).toHaveText('2 items')
  const link = miniCart(shop).getByRole('link', { name: 'Checkout' })
  await link.focus()
  await expectAccessible({ page, name: 'the small cart', behind: '#main' })
  await link.click()
  await expect(page).toHaveURL(/\/orderNow$/)
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeVisible()
  await expect(miniCart(shop).getByRole('link')).toBeHidden()
})

test('the small cart closes with its button, with Escape and when it is empty, and stays while it is used', { tag: '@nightly' }, async ({
  shop,
  page,
}) => {
  await page.clock.install()
  const [product] = await pickProducts(shop)
  await shop.open('/buy')
  const link = miniCart(shop).getByRole('link', { name: 'Checkout' })
  await shop.add({ name: product.name, size: 'M' })
  await miniCart(shop).getByRole('button', { name: 'Close' }).click()
  await expect(link).toBeHidden()
  await shop.add({ name: product.name, size: 'L' })
  await link.focus()
  await page.clock.runFor(60_000)
  await expect(link).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(link).toBeHidden()
  await shop.add({ name: product.name, size: 'XL' })
  await expect(link).toBeVisible()
  await page.mouse.move(0, 0)
  await page.clock.runFor(6_000)
  await expect(link).toBeHidden()
  await shop.add({ name: product.name, size: 'XXL' })
  for (const size of ['M', 'L', 'XL', 'XXL'])
    await miniCart(shop)
      .getByRole('button', { name: `Remove ${product.name}, size ${size}`, exact: true })
      .click()
  await expect(miniCart(shop).getByRole('link')).toBeHidden()
})

test('the small cart never covers the button that was pressed, on a phone or on a wide screen', { tag: '@nightly' }, async ({
  shop,
  page,
}) => {
  const [first] = await pickProducts(shop)
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(viewport)
    for (const [path, top, size] of [
      [`/product/${first._id}?size=M`, undefined, undefined],
      [`/product/${first._id}?size=L`, 100, undefined],
      ['/buy', 100, 'XL'],
      ['/buy', 700, 'XXL'],
    ] as const) {
      // The last two are on one page.
      if (size !== 'XXL') await shop.open(path)
      else await page.keyboard.press('Escape')
      const place = `${path} at ${top}, ${viewport.width} px`
      const button = (size ? shop.card(first.name) : page.locator('[data-add-bar]')).getByRole('button', { name: 'Add to Cart' })
      // The button stands at this distance from the top of the window.
      if (top !== undefined)
        await button.evaluate((element, distance) => window.scrollBy(0, element.getBoundingClientRect().top - distance), top)
      if (size) await shop.card(first.name).getByRole('radio', { name: size, exact: true }).check()
      await button.click()
      await miniCart(shop).getByRole('link', { name: 'Checkout' }).waitFor()
      const [panel, pressed] = [await miniCart(shop).boundingBox(), await button.boundingBox()]
      if (!panel || !pressed) throw new Error('Both are shown.')
      const isClear =
        panel.y + panel.height <= pressed.y ||
        panel.y >= pressed.y + pressed.height ||
        panel.x >= pressed.x + pressed.width ||
        panel.x + panel.width <= pressed.x
      expect(isClear, `${place}: ${JSON.stringify({ panel, pressed })}`).toBe(true)
    }
    await page.evaluate(() => localStorage.clear())
  }
})

test('the header shows a shopper how many items the cart has, and a placed order empties it', async ({ shopper: shop, page }) => {
  const [first, second] = await pickProducts(shop)
  await shop.open('/UserDashboard')
  await expect(page.getByRole('button', { name: /account of/ })).toBeVisible()
  // A second device's change shows on return to the page.
  await page.request.post('/api/v1/cart/add', { data: { product: first._id, size: 'M', quantity: 2 } })
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(badge(shop)).toHaveText('2 items')
  await shop.open(`/UserDashboard/productPage/${second._id}`)
  await page.getByRole('radio', { name: 'M', exact: true }).check()
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(miniCart(shop)).toContainText(formatRupees(2 * first.price + second.price))
  await expect(badge(shop)).toHaveText('3 items')
  await miniCart(shop)
    .getByRole('button', { name: `Remove ${second.name}, size M` })
    .click()
  await expect(badge(shop)).toHaveText('2 items')
  expect((await (await page.request.get('/api/v1/cart')).json()).cart).toMatchObject([{ product: { _id: first._id }, quantity: 2 }])
  await miniCart(shop).getByRole('link', { name: 'Checkout' }).click()
  const dialog = page.getByRole('dialog', { name: 'Select Payment Method' })
  await expect(dialog.getByRole('button', { name: 'Prepaid' })).toBeVisible()
  await shop.reload()
  await expect(page.getByRole('heading', { name: 'Your Cart' })).toBeVisible()
  await expect(dialog).toBeHidden()
  // The steps of the checkout keep their names.
  const steps = page.getByRole('list', { name: 'Steps' }).getByRole('listitem')
  const names = [/^1 Cart/, /^2 Delivery and payment/, /^3 Order placed/]
  await expect(steps).toHaveText(names)
  await page.getByRole('button', { name: `Increase quantity of ${first.name}, size M` }).click()
  await expect(badge(shop)).toHaveText('3 items')
  await shop.open('/buy')
  await expect(badge(shop)).toHaveText('3 items')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(badge(shop)).toHaveText('3 items')
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(viewport)
    await page.request.post('/api/v1/cart/add', { data: { product: second._id, size: 'M', quantity: 1 } })
    await shop.open('/UserDashboard/Cod')
    await expect(steps).toHaveText(names)
    await shop.fillAddress()
    await page.getByRole('button', { name: 'Place Order' }).click()
    const toast = shop.toast(/^Order .* placed/)
    // It stays while the mouse is over it.
    await toast.hover()
    await page.getByRole('heading', { level: 1, name: 'My orders' }).waitFor()
    const bottom = await toast.evaluate((element) => element.getBoundingClientRect().bottom)
    const tops = await page
      .locator('main')
      .locator('h1, a')
      .evaluateAll((all) => all.map((element) => element.getBoundingClientRect().top))
    expect(Math.min(...tops), `a toast covers no heading and no link at ${viewport.width} px`).toBeGreaterThan(bottom)
    await expect(badge(shop)).toBeHidden()
  }
})
