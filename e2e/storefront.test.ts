import { expect, test } from './shop.ts'

test('buttons have a border in forced colours', { tag: '@nightly' }, async ({ shop, page }) => {
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

/** Adds each shift of the layout to `shifts`, with what has moved. */
function recordShifts(): void {
  // A font that arrives after the first paint, on a slow machine, moves texts by a few pixels: up to 0.0001.
  const smallest = 0.0005
  type Source = { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: readonly Source[] }
  const describe = ({ node, previousRect, currentRect }: Source) =>
    `${(node instanceof Element ? node : node?.parentElement)?.outerHTML.slice(0, 200)} from ${previousRect.y} to ${currentRect.y}`
  const shifts: string[] = []
  Object.assign(globalThis, { shifts })
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[])
      if (!hadRecentInput && value >= smallest) shifts.push(`${value}: ${sources.map(describe).join(' | ')}`)
  }).observe({ type: 'layout-shift', buffered: true })
}

test('nothing moves while home, a category, a product and the cart load', async ({ shop, page }) => {
  const { name, _id } = await shop.startCart()
  await page.addInitScript(recordShifts)
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 844 })
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
      expect(shifts, `${path} at ${width} px`).toEqual([])
    }
  }
})

test('the pictures of a product end above what is below them', { tag: '@nightly' }, async ({ shop, page }) => {
  const { _id } = await shop.startCart()
  await shop.open(`/product/${_id}`)
  const below = page.getByText('Dispatch', { exact: true })
  await below.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const readEdges = async () => {
    const [picture, text] = [await page.locator('main img').first().boundingBox(), await below.boundingBox()]
    return { picture: (picture?.y ?? Number.NaN) + (picture?.height ?? 0), text: text?.y ?? Number.NaN }
  }
  await expect(async () => {
    const { picture, text } = await readEdges()
    expect(picture).toBeLessThan(text)
  }).toPass()
})
