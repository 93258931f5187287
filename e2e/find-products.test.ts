import { expect, test } from './shop.ts'

const publicPaths = ['/buy', '/login', '/homecart', '/orderNow', '/order-tracking', '/returnPolicy', '/nowhere', '/product/none']

// Other tests add categories whose names contain E2E.
test('the header of every public page has the categories and a search', async ({ shop, page }) => {
  for (const path of publicPaths) {
    await shop.open(path)
    const header = page.getByRole('banner')
    const categoryLinks = header.getByRole('navigation', { name: 'Shop by category' }).getByRole('link').filter({ hasNotText: 'E2E' })
    await expect(categoryLinks, path).toHaveText(['Tees', 'Joggers', 'Hoodie packs', 'Denim cargos', 'Kurtas', 'Shirts'])
    await expect(header.getByRole('searchbox', { name: 'Search products' }), path).toBeVisible()
  }
  await page.getByRole('searchbox', { name: 'Search products' }).fill('jogger')
  await page.getByRole('searchbox', { name: 'Search products' }).press('Enter')
  await expect(page).toHaveURL(/\/buy\?q=jogger$/)
  await expect(page.getByRole('searchbox', { name: 'Search products' })).toHaveValue('jogger')
  await expect(shop.card(0)).toContainText(/jogger/i)
  await page.getByRole('banner').getByRole('link', { name: 'Denim cargos' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Denim cargos')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Denim cargos' })).toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('searchbox', { name: 'Search products' })).toHaveValue('')
})

test('the navigation bar has the links of the specification only', async ({ shop }) => {
  await shop.open('/buy')
  expect(await shop.navigationLinks()).toEqual([['Home', '/buy']])
})

for (const width of [360, 390]) {
  test(`at ${width} px the categories fit in one row and every target is 44 px`, async ({ shop, page }) => {
    await page.setViewportSize({ width, height: 800 })
    await shop.open('/buy')
    const links = page.getByRole('navigation', { name: 'Shop by category' }).getByRole('link')
    const boxes = await links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().toJSON()))
    expect(new Set(boxes.map(({ top }) => top)).size).toBe(1)
    expect(Math.min(...boxes.flatMap((box) => [box.width, box.height]))).toBeGreaterThanOrEqual(44)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  })
}

test('categories, search, filters and their removal work without JavaScript', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) })
  const page = await context.newPage()
  await page.goto('/returnPolicy')
  await page.getByRole('searchbox', { name: 'Search products' }).fill('tee')
  await page.getByRole('searchbox', { name: 'Search products' }).press('Enter')
  await expect(page).toHaveURL(/\/buy\?q=tee$/)
  await page.getByText('Sort and filter').click()
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Tees' }).click()
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
  await context.close()
})

for (const height of [700, 900])
  test(`at 1440 × ${height} px the button below the filters covers none of them`, async ({ shop, page }) => {
    await page.setViewportSize({ width: 1440, height })
    await shop.open('/buy')
    await page.getByText('Sort and filter').click()
    const button = await page.getByRole('button', { name: /^Show / }).boundingBox()
    const bottoms = await page
      .locator('[data-filters] nav li')
      .evaluateAll((choices) => choices.map((choice) => choice.getBoundingClientRect().bottom))
    expect(Math.max(...bottoms)).toBeLessThanOrEqual(button?.y ?? 0)
  })

test('a removed filter leads to the remaining products, and the focus to their heading', async ({ shop, page }) => {
  await shop.open('/buy?category=TEE&price=0-999&stock=in')
  await page.getByRole('link', { name: 'Remove filter Under ₹1,000' }).click()
  await expect(page).toHaveURL(/\/buy\?category=TEE&stock=in$/)
  await expect(page.getByRole('heading', { name: 'Tees' })).toBeFocused()
  const { total } = await (await page.request.get('/api/v1/products/getAll?page=1&limit=7&category=TEE&inStock=true')).json()
  await expect(page.getByText(`${total} products`, { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Clear all' }).click()
  await expect(page).toHaveURL(/\/buy$/)
})

test('a product page has a breadcrumb to its category, in the public shop and in the dashboard', async ({ shopper: shop, page }) => {
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
