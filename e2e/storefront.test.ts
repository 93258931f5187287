import { expect, test } from './shop.ts'

test('products, paging and search work without JavaScript', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${process.env.SHOP_URL}/buy`)
  await expect(page.getByRole('article')).toHaveCount(7)
  await page.getByRole('link', { name: 'Page 2' }).click()
  await expect(page).toHaveURL(/\/buy\/2$/)
  await page.getByRole('searchbox', { name: 'Search products' }).fill('jogger')
  await page.getByRole('searchbox', { name: 'Search products' }).press('Enter')
  await expect(page.getByRole('article').first()).toContainText(/jogger/i)
  // What needs scripts is not shown.
  await page.getByRole('article').first().getByRole('heading').getByRole('link').click()
  await expect(page.locator('noscript')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add to Cart' })).toBeHidden()
  await expect(page.getByLabel('Delivery to your PIN code')).toBeHidden()
  await context.close()
})

for (const [path, canonical] of [
  ['/buy/0', /\/buy(\/1)?$/],
  // The last page, because other tests add products.
  ['/buy/999', /\/buy\/\d{1,2}$/],
  ['/buy/abc', /\/buy(\/1)?$/],
] as const) {
  test(`the page ${path} is ignored`, async ({ shop, page }) => {
    await shop.open(path)
    await expect(page).toHaveURL(canonical)
    await expect(page.getByRole('article').first()).toBeVisible()
  })
}

test('a dashboard has a heading before its scripts have run', async ({ page }) => {
  for (const path of ['/UserDashboard', '/UserDashboard/cart', '/AdminDashboardWrapper']) {
    const html = await (await page.request.get(path)).text()
    expect(html.match(/<h1/g), path).toHaveLength(1)
  }
})

test('buttons have a border in forced colours', async ({ shop, page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await shop.open('/buy')
  const buttons = page.locator('main .button, [type=submit]').filter({ visible: true })
  await expect(buttons.first()).toBeVisible()
  const widths = await buttons.evaluateAll((all) => all.map((each) => getComputedStyle(each).borderTopWidth))
  expect(new Set(widths)).toEqual(new Set(['1px']))
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByText('Sort and filter').click()
  const sheet = page.locator('[data-filters] > div')
  for (const each of [sheet, page.getByRole('link', { name: /to save/ }).first()]) await expect(each).toHaveCSS('border-top-width', '1px')
})

test('the API has a documentation page', async ({ page }) => {
  await page.goto('/api/v1/docs/')
  // Swagger UI renders the calls of a long list as they are scrolled into view.
  await expect(page.getByText('/users/login').first()).toBeVisible()
})

test('paths match in any case', async ({ shop, page }) => {
  await shop.open('/HOMECART')
  await expect(page.getByRole('heading', { name: 'Your Cart', exact: true })).toBeVisible()
})

test('an unknown path is a page of the shop with status 404', async ({ page }) => {
  const reply = await page.goto('/nowhere')
  expect(reply?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link').first()).toHaveAttribute('href', '/buy')
})

test('each view of the storefront is logged once, also after client navigation', async ({ shop, page }) => {
  const logged: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/track/log-visit')) logged.push(request.postDataJSON().userAgent)
  })
  await shop.open('/buy')
  await expect.poll(() => logged.length).toBe(1)
  await page.getByRole('link', { name: 'Page 2' }).click()
  await expect(page).toHaveURL(/\/buy\/2$/)
  await expect.poll(() => logged.length).toBe(2)
  await page.goBack()
  await expect.poll(() => logged.length).toBe(3)
  expect(logged[0]).toBe(await page.evaluate(() => navigator.userAgent))
})

test('the spinner is shown until the products are loaded', async ({ shop, page }) => {
  await shop.open('/buy')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/products/getAll**', async (route) => {
    await released
    await route.continue()
  })
  await page.getByRole('link', { name: 'Page 2' }).click()
  await expect(page.getByText('Loading', { exact: false }).first()).toBeAttached()
  await expect(page.getByRole('article')).toHaveCount(0)
  release()
  await expect(page.getByRole('article')).toHaveCount(7)
})

test('a failing list request is tried three times, then the list offers a retry', async ({ shop, page }) => {
  await shop.open('/buy')
  let attempts = 0
  await page.route('**/products/getAll**', (route) => {
    attempts += 1
    return route.abort('connectionrefused')
  })
  await page.getByRole('link', { name: 'Page 2' }).click()
  await expect(page.getByText('An error occurred while fetching data')).toBeVisible()
  expect(attempts).toBeGreaterThanOrEqual(3)
  await page.unroute('**/products/getAll**')
  await page.getByRole('button', { name: /try again/i }).click()
  await expect(page.getByRole('article')).toHaveCount(7)
})

test('a search without a match shows the empty state', async ({ shop, page }) => {
  await shop.open('/buy?q=zzzzqqq')
  await expect(page.getByText('No products found.')).toBeVisible()
})

test('filters are in the URL and survive a reload', async ({ shop, page }) => {
  await shop.open('/buy')
  await page.getByText('Sort and filter').click()
  await page.getByRole('navigation', { name: 'Price' }).getByRole('link', { name: 'Under ₹1,000' }).click()
  await expect(page).toHaveURL(/price=0-999/)
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Tees' }).click()
  await expect(page).toHaveURL(/category=TEE&price=0-999/)
  await page.reload()
  await expect(page.getByText('Sort and filter')).toContainText('1 applied')
  const { products } = await (await page.request.get('/api/v1/products/getAll?limit=7&category=TEE&maxPrice=999.99')).json()
  await expect(page.getByRole('article')).toHaveCount(products.length)
  await expect(shop.card(0)).toContainText(new RegExp(products[0].name, 'i'))
})

test('a filter that is opened twice adds one history entry, and with Ctrl it opens in a new tab', async ({ shop, page }) => {
  await shop.open('/buy')
  await page.getByText('Sort and filter').click()
  const link = page.getByRole('navigation', { name: 'Sort' }).getByRole('link', { name: 'Price, low to high' })
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

test('a sold-out product is marked and cannot be added', async ({ shop, page }) => {
  await shop.open('/buy')
  const all = await (await page.request.get('/api/v1/products/getAll')).json()
  const none = all.find((product: { stock: number }) => product.stock === 0)
  await shop.open(`/buy?q=${encodeURIComponent(none.name)}`)
  await expect(shop.card(none.name).getByRole('button', { name: 'Sold out' })).toBeDisabled()
})

test('pictures keep 4:5 at every width, the large first one too', async ({ shop, page }) => {
  await shop.open('/buy')
  for (const width of [360, 640, 768, 1024, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    for (const index of [0, 1]) {
      const box = await shop.card(index).locator('picture').boundingBox()
      expect([width, index, ((box?.width ?? 0) / (box?.height ?? 1)).toFixed(2)]).toEqual([width, index, '0.80'])
    }
  }
})

/** Adds each shift of the layout to `shifts`, with what has moved. */
function recordShifts(): void {
  // A font that arrives after the first paint, on a slow machine, moves texts by a few pixels: up to 0.0001.
  const smallest = 0.0005
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: readonly { node: Node | null }[] }
  const shifts: string[] = []
  Object.assign(globalThis, { shifts })
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[])
      if (!hadRecentInput && value >= smallest)
        shifts.push(`${value}: ${sources.map(({ node }) => node?.parentElement?.outerHTML.slice(0, 200)).join(' | ')}`)
  }).observe({ type: 'layout-shift', buffered: true })
}

for (const width of [390, 768, 1440]) {
  test(`at ${width} px nothing moves while home, a category, a product and the cart load`, async ({ shop, page }) => {
    await page.setViewportSize({ width, height: 844 })
    const { name, _id } = await shop.startCart()
    await page.addInitScript(recordShifts)
    for (const [path, last] of [
      ['/buy', shop.card(0)],
      ['/buy?category=TEE', shop.card(0)],
      [`/product/${_id}`, page.getByRole('heading', { name, level: 1 })],
      ['/homecart', page.getByRole('group', { name: /^Quantity of/ })],
    ] as const) {
      await shop.open(path)
      await expect(last).toBeVisible()
      const shifts = await page.evaluate(async () => {
        await document.fonts.ready
        await Promise.all([...document.images].filter(({ loading }) => loading === 'eager').map((image) => image.decode()))
        // Shifts are reported after the frame in which they happen.
        for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame)
        return (globalThis as unknown as { shifts: string[] }).shifts
      })
      expect(shifts, path).toEqual([])
    }
  })
}
