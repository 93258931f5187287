import { randomUUID } from 'node:crypto'
import { formatRupees } from '#contract/kernel/money.ts'
import { expect, phoneScreen, test } from './shop.ts'

test.use(phoneScreen)

/** Runs in the page: after hydration puts each text into a <font> in its place, and each new one too, as Chrome's translation does. */
function translatePages(): void {
  const untouched = 'font, script, style, noscript, select, textarea, title, svg'
  const wrapTexts = () => {
    const texts: Text[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const text = walker.currentNode as Text
      if (text.data.trim() !== '' && !text.parentElement?.closest(untouched)) texts.push(text)
    }
    for (const text of texts) {
      const font = document.createElement('font')
      font.textContent = text.data
      text.replaceWith(font)
    }
  }
  const start = () => {
    wrapTexts()
    const observer = new MutationObserver(() => requestAnimationFrame(wrapTexts))
    observer.observe(document.body, { childList: true, characterData: true, subtree: true })
  }
  addEventListener('hydrated', () => setTimeout(start, 0))
}

test('a page that the browser translates works and shows the right prices', async ({ page, shop }) => {
  await page.addInitScript(`(${translatePages})()`)
  const [product] = await shop.products('limit=7')
  if (!product) throw new Error('The demo shop has products.')
  const translated = () => expect.poll(() => page.locator('main font').count()).toBeGreaterThan(0)
  const cart = page.getByRole('main')

  await test.step('the lists of guests', async () => {
    await shop.open('/buy')
    await translated()
    await page.getByRole('link', { name: 'Page 2' }).click()
    await expect(page).toHaveURL(/\/buy\/2$/)
    await expect(page.getByRole('article')).toHaveCount(7)
    for (const [words, answer] of [
      ['hoodie', /Results for “hoodie”/],
      ['zzzz', /Results for “zzzz”/],
      ['kurta', /Results for “kurta”/],
    ] as const) {
      await page.getByRole('link', { name: 'Open search' }).click()
      await page.getByRole('searchbox', { name: 'Search products' }).fill(words)
      await page.getByRole('searchbox', { name: 'Search products' }).press('Enter')
      await expect(page.getByRole('heading', { name: answer })).toBeVisible()
    }
  })

  await test.step('a size, the small cart and the quantities of the cart', async () => {
    await shop.open('/buy')
    await translated()
    await shop.add({ name: product.name, size: 'M' })
    await shop.expectToast('Added to your cart')
    await shop.add({ name: product.name, size: 'L' })
    await shop.card(product.name).getByRole('link', { name: 'Go to Cart' }).click()
    await translated()
    await page.getByRole('button', { name: `Increase quantity of ${product.name}, size M` }).click()
    await expect(cart).toContainText('3 items')
    await expect(cart).toContainText(formatRupees(product.price * 3))
    await page.getByRole('button', { name: `Increase quantity of ${product.name}, size M` }).click()
    await expect(cart).toContainText('4 items')
    await expect(cart).toContainText(formatRupees(product.price * 4))
    await page.getByRole('button', { name: /^Remove .*size L/ }).click()
    await expect(cart).toContainText('3 items')
  })

  await test.step('the checkout, and signing in with a cart', async () => {
    await page.getByRole('button', { name: 'Order', exact: true }).click()
    await page.getByLabel('PIN code').fill('560001')
    await expect(page.getByLabel('State')).toHaveValue('Karnataka')
    await page.getByRole('button', { name: 'Place Order' }).click()
    await expect(page.getByRole('alert').first()).toContainText('Please enter valid email, phone and 6-digit PIN code.')
    await shop.open('/login?to=/UserDashboard/cart')
    await translated()
    await shop.fillSignIn({ name: `shopper ${randomUUID().slice(0, 8)}`, pin: '1234' })
    await expect(page).toHaveURL(/\/UserDashboard\/cart$/)
    await expect(cart).toContainText(formatRupees(product.price * 3))
    await translated()
    await page.getByRole('button', { name: `Decrease quantity of ${product.name}, size M` }).click()
    await expect(cart).toContainText(formatRupees(product.price * 2))
    await expect(cart).not.toContainText(formatRupees(product.price * 3))
  })

  await test.step('the lists of shoppers', async () => {
    await shop.open('/UserDashboard/product')
    await translated()
    await page.getByRole('link', { name: 'Page 2' }).click()
    await expect(page).toHaveURL(/\/UserDashboard\/product\/2$/)
    await expect(page.getByRole('article')).toHaveCount(7)
  })
  await expect(page.getByText('Something went wrong')).toHaveCount(0)
})
