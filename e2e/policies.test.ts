import { expectAccessible } from './expect-accessible.ts'
import { expect, test } from './shop.ts'

const titles = {
  '/returnPolicy': 'Return & Refund Policy',
  '/cancel': 'Cancellation Policy',
  '/privacy': 'Privacy Policy',
  '/term': 'Shipping Policy',
  '/ship': 'Terms & Conditions',
  '/contact': 'Contact',
  '/help-center': 'Help Center',
  '/ticket': 'Your message',
}

for (const [path, title] of Object.entries(titles)) {
  test(`${path} is the ${title} page, readable in light and dark`, async ({ shop, page }) => {
    await shop.open(path)
    await expect(page).toHaveTitle(new RegExp(`^${title} · `))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`${path}$`))
    await expectAccessible({ page, name: path })
  })
}

test('policy pages stay in the open area', async ({ shopper: shop, page }) => {
  await shop.open('/UserDashboard/privacyAdmin')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy')
  await expect(page.getByRole('link', { name: 'on your account page' })).toHaveAttribute('href', '/UserDashboard/account')
  await page.getByRole('link', { name: 'contact form' }).click()
  await expect(page).toHaveURL(/\/UserDashboard\/contact$/)
  await page.getByRole('button', { name: 'INFORMATION' }).click()
  await page.getByRole('link', { name: 'Shipping Policy' }).click()
  await expect(page).toHaveURL(/\/UserDashboard\/term$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shipping Policy')
})

test('the postal address and the grievance officer are shown', async ({ shop, page }) => {
  const [address, officer] = ['7 Loom Street, Jaipur 302001', 'Meera Nair, grievances@loomandlane.example']
  await shop.open('/contact')
  await expect(page.getByRole('main').getByText(address)).toBeVisible()
  await expect(page.getByRole('main').getByText(officer)).toBeVisible()
  await expect(page.getByRole('contentinfo').getByText(address)).toBeVisible()
  await shop.open('/ship')
  await expect(page.getByText(`from ${address}.`)).toBeVisible()
  for (const path of ['/ship', '/privacy']) {
    await shop.open(path)
    await expect(page.getByText(`our grievance officer: ${officer}.`)).toBeVisible()
  }
})

test('the contact form validates, survives a lost connection and is sent once', async ({ shop, page }) => {
  await shop.open('/contact')
  const send = page.getByRole('button', { name: 'Send message' })
  await send.click()
  await expect(page.getByLabel('Name')).toBeFocused()
  await expect(page.getByText('Email is required.')).toBeVisible()
  await page.getByLabel('Name').fill('Asha Rao')
  await page.getByLabel('Email').fill('asha@example.com')
  await page.getByLabel('Message').fill('Where is my tee?')
  const keys: (string | undefined)[] = []
  await page.route('**/api/v1/contact', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    await (keys.length === 1 ? route.abort() : route.continue())
  })
  await send.click()
  await expect(page.getByRole('alert').filter({ hasText: 'will not be sent twice' })).toBeVisible()
  await expect(page.getByLabel('Message')).toHaveValue('Where is my tee?')
  await send.click()
  await expect(page.getByRole('heading', { name: 'Thank you for your message' })).toBeFocused()
  expect(keys[0]).toBeTruthy()
  expect(keys[1]).toBe(keys[0])
})

test('the help center finds an answer', async ({ shop, page }) => {
  await shop.open('/help-center')
  await page.getByText('Where is my order?').click()
  await expect(page.getByRole('link', { name: 'Track an order' })).toBeVisible()
  await page.getByLabel('Search for answers').fill('refund')
  await expect(page.getByRole('status').filter({ hasText: 'answers' })).toHaveText('2 answers')
  await page.getByLabel('Search for answers').fill('submarine')
  await expect(page.getByText('No answers found')).toBeVisible()
})

test('policy pages fit on a screen of 320 px', async ({ shop, page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  for (const path of Object.keys(titles)) {
    await shop.open(path)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320)
  }
})

test('files named in the manifest and link previews exist', async ({ request }) => {
  const { icons } = (await (await request.get('/site.webmanifest')).json()) as { icons: { src: string }[] }
  for (const path of ['/favicon.svg', '/favicon.ico', '/apple-touch-icon.png', '/social-card.jpg', ...icons.map(({ src }) => src)]) {
    const reply = await request.get(path)
    expect([path, reply.status(), reply.headers()['content-type']]).toEqual([path, 200, expect.stringMatching(/^image\//)])
  }
})

test('every page promises the same delivery time and answers in the service hours', async ({ shop, page }) => {
  for (const path of ['/term', '/help-center', '/ship', '/returnPolicy', '/buy']) {
    await shop.open(path)
    const texts = await page.getByRole('main').evaluate((main) => main.textContent ?? '')
    expect(texts, path).not.toMatch(/4 days/)
  }
  const support = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: '24/7 support' }) })
  await expect(support).toContainText('Write to us at any hour. We answer Monday to Saturday, 09:00 to 20:00.')
  await shop.startOrder()
  await expect(page.getByText('Estimated delivery')).toBeVisible()
})
