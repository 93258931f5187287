import { execFileSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { sql } from 'kysely'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import { findRunningDatabase } from '#server/adapters/embedded-postgres/embedded-postgres.ts'
import { connectPostgres } from '#server/adapters/postgres.ts'
import { countChangedDays } from '#server/figures/count-days.ts'
import { insertPlannedOrders, insertPlannedProducts } from '#testing/insert-planned-orders.ts'
import { makeMemoryFolder } from '#testing/memory-folder.ts'
import { namePlanned, type PlannedOrder, plannedSizes, planOrders, unsoldSince } from '#testing/planned-orders.ts'
import { area, signInAdmin } from './admin-page.ts'
import { expect, type Shop, test } from './shop.ts'
import { type ShopServer, startShopServer } from './shop-server.ts'

// What an owner asks of 100,000 orders of two years, answered on the screens in at most three clicks. The answers are those of the plan.

const orders = planOrders({ orders: 100_000, products: 300 })
const dayMs = 86_400_000
const today = toIndianDay()
const daysAgo = (days: number) => toIndianDay(Date.now() - days * dayMs)
/** The month before this one. */
const month = toIndianDay(Date.parse(`${today.slice(0, 7)}-01T00:00:00+05:30`) - dayMs).slice(0, 7)
const kurta = namePlanned(0)
/** A product of which a size is sold out, and three persons wait for it. */
const soldOut = 299

type Condition = (order: PlannedOrder) => boolean
const select = (...conditions: Condition[]) => orders.filter((order) => conditions.every((holds) => holds(order)))
const countItems = (of: readonly PlannedOrder[]) => of.reduce((sum, { quantity }) => sum + quantity, 0)
const addRupees = (of: readonly PlannedOrder[]) => of.reduce((sum, { paise }) => sum + paise, 0) / 100
const count = (value: number) => value.toLocaleString('en-IN')

const inDays =
  (from: string, to: string): Condition =>
  ({ day }) =>
    day >= from && day <= to
const inMonth: Condition = ({ day }) => day.startsWith(month)
const ofKurta: Condition = ({ product }) => product === 0
const isSold: Condition = ({ status }) => !['Cancelled', 'Refused', 'Undelivered'].includes(status)
const has =
  (status: string): Condition =>
  (order) =>
    order.status === status

/** An owner who begins each question on the first page of the administration. */
function createOwner(shop: Shop) {
  const { page } = shop
  let clicks = 0
  const click = async (link: Locator) => {
    clicks += 1
    await link.click()
  }
  const choose = async (label: string, value: string) => {
    clicks += 1
    await page.getByLabel(label).selectOption(value)
  }
  const main = page.getByRole('navigation', { name: 'Main' })
  const openTab = (row: string, name: string) => click(page.getByRole('navigation', { name: row }).getByRole('link', { name, exact: true }))
  return {
    choose,
    openTab,
    async ask(question: string, answer: () => Promise<void>) {
      await test.step(question, async () => {
        await shop.open(area)
        clicks = 0
        await click(main.getByRole('link', { name: 'VISITER' }))
        await answer()
        expect(clicks, `clicks for: ${question}`).toBeLessThanOrEqual(3)
      })
    },
  }
}

/** A figure of the sums and that of the period before. */
const readFigure = (page: Page, name: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')

const rowsOf = (page: Page, table: RegExp) => page.getByRole('table', { name: table }).locator('tbody tr')

/** The cells of the row with this text, without the figures of the period before. */
const expectRow = (row: Locator, cells: readonly (string | RegExp)[]) =>
  expect(row.locator('td, th')).toContainText(cells.map((cell) => (typeof cell === 'string' ? new RegExp(`^${cell}(before|$)`) : cell)))

async function fillShop(dataDir: string): Promise<void> {
  const connection = await findRunningDatabase({ dataDir })
  if (!connection) throw new Error('The database does not run.')
  const database = connectPostgres({ connection, onIdleError: console.error })
  await sql`update products set status = 'archived'`.execute(database)
  await database.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`delete from stock_movements`.execute(trx)
    await sql`delete from orders`.execute(trx)
  })
  const productIds = await insertPlannedProducts({ database, products: 300 })
  await insertPlannedOrders({ database, orders, productIds })
  const [kurtaId, soldOutId] = [productIds[0], productIds[soldOut]]
  await sql`
    insert into stock_movements (product_id, size, change, stock_after, cause, moved_at)
    values (${kurtaId}, 'M', -50, 0, 'correction', now() - interval '20 days'), (${kurtaId}, 'M', 50, 50, 'correction', now() - interval '10 days')
  `.execute(database)
  // Who waits for a size in stock gets a mail, and waits no more.
  await sql`update product_sizes set stock = 0 where product_id = ${soldOutId} and size = 'S'`.execute(database)
  await sql`
    insert into restock_requests (product_id, size, email, recipient, confirmed_at)
    select ${soldOutId}, 'S', n || '@example.com', n || '@example.com', now() from generate_series(1, 3) n
  `.execute(database)
  await countChangedDays({ database, signal: new AbortController().signal })
  await database.destroy()
}

/** Its page opens a shop with 100,000 orders. */
const filled = test.extend<object, { filledShop: ShopServer }>({
  filledShop: [
    async ({}, use) => {
      const dataDir = makeMemoryFolder('shop-e2e-owner-')
      execFileSync('cp', ['-a', `${process.env.SHOP_TEMPLATE_DIR}/.`, dataDir])
      const server = await startShopServer({ dataDir })
      await fillShop(dataDir)
      await use(server)
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  baseURL: async ({ filledShop }, use) => use(filledShop.url),
})

filled('each question of an owner is answered in three clicks', { tag: '@nightly' }, async ({ page }) => {
  const { ask, choose, openTab } = createOwner(await signInAdmin(page))

  await ask('which size of a kurta sold most in a month, and how many of each', async () => {
    await openTab('Figures', 'Sales')
    await choose('Month', month)
    const sold = plannedSizes.map((size) => ({
      size,
      units: countItems(select(inMonth, isSold, ofKurta, (order) => order.size === size)),
    }))
    const listed = sold
      .toSorted((one, other) => other.units - one.units || (one.size < other.size ? -1 : 1))
      .map(({ size, units }) => `${size}: ${count(units)}`)
    await expect(rowsOf(page, /^Sales by product/).filter({ hasText: new RegExp(`^${kurta}\\D`) })).toContainText(listed.join(', '))
  })

  await ask('which product sold best in 30 days, and what was sold beside the 30 days before', async () => {
    await openTab('Figures', 'Sales')
    const sold = select(inDays(daysAgo(29), today), isSold)
    const [best] = [...Map.groupBy(sold, ({ product }) => product)].toSorted(([, one], [, other]) => addRupees(other) - addRupees(one))
    await expect(rowsOf(page, /^Sales by product/).first()).toContainText(namePlanned(best?.[0] ?? 0))
    await expect(rowsOf(page, /^Sales by product/).first()).toContainText(formatRupees(addRupees(best?.[1] ?? [])))
    const before = formatRupees(addRupees(select(inDays(daysAgo(59), daysAgo(30)), isSold)))
    await expect(readFigure(page, 'Sales').first()).toContainText(`${formatRupees(addRupees(sold))}${before} from `)
  })

  await ask('how many orders there were in a month, and what was cancelled, refused and returned', async () => {
    await openTab('Figures', 'Sales')
    await choose('Month', month)
    const figures = {
      Orders: select(inMonth, ({ status }) => status !== 'Cancelled').length,
      Cancelled: countItems(select(inMonth, has('Cancelled'))),
      'Refused on delivery': countItems(select(inMonth, has('Refused'))),
      Returned: select(inMonth).reduce((sum, { returned }) => sum + returned, 0),
    }
    for (const [name, value] of Object.entries(figures)) {
      await expect(readFigure(page, name).first().locator('span').first()).toHaveText(count(value))
    }
  })

  await ask('which day of a month was the best', async () => {
    await openTab('Figures', 'Sales')
    await choose('Month', month)
    const days = [...Map.groupBy(select(inMonth, isSold), ({ day }) => day)].toSorted(
      ([, one], [, other]) => addRupees(other) - addRupees(one),
    )
    const sales = formatRupees(addRupees(days[0]?.[1] ?? []))
    await expect(page.getByText('The best day was')).toContainText(`with ${count(countItems(days[0]?.[1] ?? []))} items sold for ${sales}.`)
  })

  await ask('for how many days the stock of a product lasts', async () => {
    await openTab('Figures', 'Sales')
    const units = countItems(select(inDays(daysAgo(29), today), isSold, ofKurta))
    const cells = rowsOf(page, /^Sales by product/)
      .filter({ hasText: new RegExp(`^${kurta}\\D`) })
      .locator('td, th')
    await expect(cells.nth(-2)).toHaveText(count(Math.floor((200 * 30) / units)))
  })

  const couriers: Readonly<Record<string, string>> = { delhivery: 'Delhivery', dtdc: 'DTDC', ekart: 'Ekart', xpressbees: 'XpressBees' }
  const groups: readonly [value: string, name: string, read: (order: PlannedOrder) => string, most: string][] = [
    ['', 'PIN code', ({ pin }) => `${pin.slice(0, 3)} ...`, '800 ...'],
    ['state', 'State', ({ state }) => state, 'Bihar'],
    ['payment', 'Payment', ({ payment }) => payment, 'on delivery'],
    ['courier', 'Courier', ({ courier }) => couriers[courier] ?? '', 'Ekart'],
  ]
  for (const [value, name, read, most] of groups)
    await ask(`what became of the parcels by ${name}, and where most fail`, async () => {
      await openTab('Figures', 'Deliveries')
      if (value !== '') await choose('Rows', value)
      const sent = select(inDays(daysAgo(89), today), ({ status }) => ['Shipped', 'Delivered', 'Refused', 'Undelivered'].includes(status))
      const rows = rowsOf(page, new RegExp(`^Deliveries by ${name}`))
      await expect(rows.first()).toContainText(most)
      for (const [group, of] of Map.groupBy(sent, read)) {
        const counts = ['Delivered', 'Refused', 'Undelivered'].map((status) => count(of.filter(has(status)).length))
        await expectRow(rows.filter({ hasText: group }), [group, count(of.length), ...counts, /%/, ...(value === '' ? [/Rule/] : [])])
      }
    })

  await ask('what nobody has ordered for 60 days', async () => {
    await openTab('Figures', 'Sales')
    await openTab('Sales', 'Not sold')
    for (const product of unsoldSince.keys())
      await expect(rowsOf(page, /^Products that were not sold/).filter({ hasText: namePlanned(product) })).toHaveCount(1)
  })

  await ask('how today is beside the same weekday of the last four weeks', async () => {
    await openTab('Figures', 'Today')
    const rows = rowsOf(page, /^Orders of today/)
    for (const [index, days] of [0, 7, 14, 21, 28].entries()) {
      const placed = select(({ day, status }) => day === daysAgo(days) && status !== 'Cancelled')
      const cells = rows.nth(index).locator('td, th')
      await expect(cells.nth(days === 0 ? 1 : 3)).toHaveText(count(placed.length))
      await expect(cells.nth(days === 0 ? 2 : 4)).toHaveText(formatRupees(addRupees(placed)))
    }
  })

  await ask('what to sew of a size that was sold out for ten days, and for whom', async () => {
    await openTab('Figures', 'Sales')
    await openTab('Sales', 'What to sew')
    const sold = countItems(select(inDays(daysAgo(29), today), ofKurta, ({ size, status }) => size === 'M' && status !== 'Cancelled'))
    const rows = rowsOf(page, /^What to sew/)
    await expectRow(rows.first(), [kurta, 'M', /^\d+$/, '0', '50', count(sold), '240', /^\d/])
    await expect(
      rows
        .filter({ hasText: namePlanned(soldOut) })
        .locator('td, th')
        .nth(3),
    ).toHaveText('3')
  })
})
