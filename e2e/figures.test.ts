import type { Page } from '@playwright/test'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { area, signInAdmin } from './admin-page.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, test } from './shop.ts'

/** Screens whose headings are as their tabs. */
const toScreens = (names: readonly string[]) => names.map((name) => [name, name] as const)

/** Opens each screen of the figures by its tabs. */
async function openEach({ page, look = async () => {} }: { page: Page; look?: (heading: string) => Promise<void> }): Promise<void> {
  const shop = await signInAdmin(page)
  await shop.open(`${area}/AdminAnalysis`)
  const tabs = page.getByRole('navigation', { name: 'Figures' })
  await expect(tabs.getByRole('link', { name: 'Visits and sales' })).toHaveAttribute('aria-current', 'page')
  for (const [tab, screens] of [
    ['Today', [['', 'Today']]],
    [
      'Sales',
      [
        ['Products', 'Sales by product'],
        ['What to sew', 'What to sew'],
        ['Not sold', 'Not sold'],
      ],
    ],
    ['Visitors and buyers', toScreens(['Visits to orders', 'Sources', 'Codes', 'Buyers'])],
    ['Deliveries', [['', 'Deliveries']]],
    ['Money and profit', toScreens(['Money', 'Settlements', 'Profit', 'Expenses'])],
  ] as const) {
    await tabs.getByRole('link', { name: tab, exact: true }).click()
    for (const [screen, heading] of screens) {
      const link =
        screen === ''
          ? tabs.getByRole('link', { name: tab, exact: true })
          : page.getByRole('navigation', { name: tab }).getByRole('link', { name: screen, exact: true })
      if (screen !== '') await link.click()
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
      await expect(link).toHaveAttribute('aria-current', 'page')
      await expect(tabs.getByRole('link', { name: tab, exact: true })).toHaveAttribute('aria-current', 'page')
      await look(heading)
    }
  }
}

test('the figures are a second row of tabs below VISITER', ({ page }) => openEach({ page }))

test('each screen of the figures is accessible', { tag: '@nightly' }, ({ page }) =>
  openEach({ page, look: (name) => expectAccessible({ page, name }) }),
)

test('the rows of the sales are chosen by keyboard, and the address keeps them', async ({ page }) => {
  const shop = await signInAdmin(page)
  await shop.open(`${area}/AdminAnalysis?view=products&days=7`)
  await page.getByLabel('Rows').focus()
  await page.keyboard.press('ArrowDown')
  await expect(page).toHaveURL(/view=products&days=7&by=size$/)
  await shop.reload()
  await expect(page.getByLabel('Rows')).toHaveValue('size')
  await expect(page.getByRole('link', { name: '7 days' })).toHaveAttribute('aria-current', 'true')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^sales-\d{4}-\d\d-\d\d\.csv$/)
})

test('printed figures have no controls, and the columns that a narrow screen leaves out', async ({ page }) => {
  const shop = await signInAdmin(page)
  const expense = { day: toIndianDay(), kind: 'rent', amount: '12500', note: 'Printed' }
  await page.request.post('/api/v1/figures/expenses', { data: expense, headers: { 'idempotency-key': 'printed' } })
  await page.setViewportSize({ width: 700, height: 900 })
  for (const view of ['', 'today', 'products', 'unsold', 'funnel', 'money', 'money&place=toSend', 'settlements', 'profit', 'expenses']) {
    await page.emulateMedia({ media: 'screen' })
    await shop.open(`${area}/AdminAnalysis?view=${view}`)
    await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const control of ['button', 'select', 'input', 'nav', 'header', 'footer', 'summary'])
      expect(await page.locator(`${control}:visible`).count(), `${control} of ${view}`).toBe(0)
  }
  const expenses = page.getByRole('table', { name: 'Expenses, newest first' })
  await expect(expenses.getByRole('columnheader', { name: 'Entered by' })).toBeVisible()
  await expect(expenses.getByRole('columnheader', { name: 'Actions', includeHidden: true })).toBeHidden()
})
