import { expect, Shop, test } from './shop.ts'

test('the search and the categories of the header lead to their products', async ({ shop, page }) => {
  await shop.open('/returnPolicy')
  const field = page.getByRole('searchbox', { name: 'Search products' })
  await field.fill('jogger')
  await field.press('Enter')
  await expect(page).toHaveURL(/\/buy\?q=jogger$/)
  await expect(field).toHaveValue('jogger')
  await expect(shop.card(0)).toContainText(/jogger/i)
  await page.getByRole('banner').getByRole('link', { name: 'Denim cargos' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Denim cargos')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Denim cargos' })).toHaveAttribute('aria-current', 'true')
  await expect(field).toHaveValue('')
  expect(await shop.navigationLinks()).toEqual([['Home', '/buy']])
})

test('search, categories, filters, paging and products work without JavaScript', async ({ browser, baseURL }) => {
  const viewport = { width: 390, height: 844 }
  const context = await browser.newContext({ javaScriptEnabled: false, viewport, ...(baseURL && { baseURL }) })
  const page = await context.newPage()
  await new Shop(page).openUnready('/returnPolicy')
  // On a phone the search opens from its icon.
  await page.getByRole('link', { name: 'Open search' }).click()
  await page.getByRole('searchbox', { name: 'Search products' }).fill('tee')
  await page.getByRole('searchbox', { name: 'Search products' }).press('Enter')
  await expect(page).toHaveURL(/\/buy\?q=tee$/)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByText('Sort and filter').click()
  await page.getByRole('list', { name: 'Categories' }).getByRole('link', { name: 'Tees' }).click()
  await expect(page).toHaveURL(/\/buy\?q=tee&category=TEE$/)
  const { total } = await (await page.request.get('/api/v1/products/getAll?page=1&limit=7&q=tee&category=TEE')).json()
  await expect(page.getByText(`${total} products`, { exact: true })).toBeVisible()
  const filters = page.getByRole('list', { name: 'Active filters' }).getByRole('link')
  await expect(filters).toHaveText(['Remove filter “tee”', 'Remove filter Tees', 'Clear all'])
  await page.getByRole('link', { name: 'Remove filter “tee”' }).click()
  await expect(page).toHaveURL(/\/buy\?category=TEE$/)
  await page.getByRole('link', { name: 'Remove filter Tees' }).click()
  await expect(page).toHaveURL(/\/buy$/)
  await expect(filters).toHaveCount(0)
  await expect(page.getByRole('article')).toHaveCount(7)
  await page.getByRole('link', { name: 'Page 2' }).click()
  await expect(page).toHaveURL(/\/buy\/2$/)
  // What needs scripts is not shown.
  await page.getByRole('article').first().getByRole('heading').getByRole('link').click()
  await expect(page.locator('noscript')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add to Cart' })).toBeHidden()
  await expect(page.getByLabel('Delivery to your PIN code')).toBeHidden()
  await context.close()
})

test('a filter that is opened twice adds one history entry, and with Ctrl it opens in a new tab', { tag: '@nightly' }, async ({
  shop,
  page,
}) => {
  await shop.open('/buy')
  await page.getByText('Sort and filter').click()
  // The button below the filters covers none of them.
  for (const height of [700, 900]) {
    await page.setViewportSize({ width: 1440, height })
    const button = await page.getByRole('button', { name: /^Show / }).boundingBox()
    const bottoms = await page
      .locator('[data-filters] li')
      .evaluateAll((choices) => choices.map((choice) => choice.getBoundingClientRect().bottom))
    expect(Math.max(...bottoms), `at 1440 × ${height} px`).toBeLessThanOrEqual(button?.y ?? 0)
  }
  const link = page.getByRole('list', { name: 'Sort' }).getByRole('link', { name: 'Price, low to high' })
  const newTab = page.context().waitForEvent('page')
  await link.click({ modifiers: ['Control'] })
  await expect(await newTab).toHaveURL(/\/buy\?sort=price-asc$/)
  await expect(page).toHaveURL(/\/buy$/)
  const before = await page.evaluate(() => history.length)
  await link.click()
  await expect(link).toHaveAttribute('aria-current', 'true')
  await link.click()
  await expect(page.getByRole('article').first()).toBeVisible()
  expect(await page.evaluate(() => history.length)).toBe(before + 1)
  await page.goBack()
  await expect(page).toHaveURL(/\/buy$/)
})

test('filters are in the URL, survive a reload and are removed one by one', async ({ shop, page }) => {
  const readPage = async (query: string) => (await page.request.get(`/api/v1/products/getAll?page=1&limit=7&category=TEE&${query}`)).json()
  await shop.open('/buy')
  await page.getByText('Sort and filter').click()
  await page.getByRole('list', { name: 'Price' }).getByRole('link', { name: 'Under ₹1,000' }).click()
  await expect(page).toHaveURL(/price=0-999/)
  await page.getByRole('list', { name: 'Categories' }).getByRole('link', { name: 'Tees' }).click()
  await expect(page).toHaveURL(/category=TEE&price=0-999/)
  await shop.reload()
  await expect(page.getByText('Sort and filter')).toContainText('1 applied')
  const cheap = await readPage('maxPrice=999.99')
  await expect(page.getByRole('article')).toHaveCount(cheap.products.length)
  await expect(shop.card(0)).toContainText(new RegExp(cheap.products[0].name, 'i'))
  await page.locator('html[data-ready]').waitFor()
  await page.getByRole('link', { name: 'Remove filter Under ₹1,000' }).click()
  await expect(page).toHaveURL(/\/buy\?category=TEE$/)
  await expect(page.getByRole('heading', { name: 'Tees' })).toBeFocused()
  await expect(page.getByText(`${(await readPage('')).total} products`, { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Remove filter Tees' }).click()
  await expect(page).toHaveURL(/\/buy$/)
})

test('a product page has a breadcrumb to its category, in the public shop and in the dashboard', { tag: '@nightly' }, async ({
  shopper: shop,
  page,
}) => {
  const [product] = await shop.products('category=tee&limit=7')
  await shop.open(`/product/${product?._id}`)
  const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(breadcrumb.getByRole('listitem')).toHaveText(['All clothing', 'Tees', product?.name ?? ''])
  await expect(breadcrumb.locator('[aria-current=page]')).toHaveText(product?.name ?? '')
  const structured = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
  const items: { name: string; item: string }[] = structured['@graph'][1].itemListElement
  const links = await breadcrumb
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => [link.textContent, (link as HTMLAnchorElement).href]))
  expect(items.slice(0, 2).map(({ name, item }) => [name, item])).toEqual(links)
  await breadcrumb.getByRole('link', { name: 'Tees' }).click()
  await expect(page).toHaveURL(/\/buy\?category=TEE$/)
  await shop.open(`/UserDashboard/productPage/${product?._id}`)
  await breadcrumb.getByRole('link', { name: 'Tees' }).click()
  await expect(page).toHaveURL(/\/UserDashboard\/tee$/)
})
