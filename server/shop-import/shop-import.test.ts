import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type ExportedTable, fillShop, openMovingShop, readExport } from '#testing/moving-shop.ts'

/** What another shop cannot have: files that are not taken over, and figures that its own orders make. */
const ownFiles = ['orders.csv', 'past-orders.csv', 'stock-movements.csv', 'payments.csv', 'documents.csv', 'visits-by-day.csv']
const ownColumns = ['Entered by', 'City', 'Orders', 'Paid', 'Last order', 'Requests']

/** Customers have no order of their own. */
const comparable = (name: string, rows: ExportedTable = []) => {
  const compared = rows.map((row) => Object.fromEntries(Object.entries(row).filter(([heading]) => !ownColumns.includes(heading))))
  return name === 'customers.csv' ? compared.toSorted((a, b) => ((a.Name ?? '') < (b.Name ?? '') ? -1 : 1)) : compared
}

test('an empty shop that imports an export exports the same', async () => {
  const [old, fresh] = [await openMovingShop(), await openMovingShop()]
  const { number } = await fillShop(old)
  const expense = { day: '2026-10-03', kind: 'rent', amount: '12500.50', note: '=1+1, "Shop" 🏬' }
  expect((await old.request('POST', '/figures/expenses', { cookies: old.cookies, body: expense })).statusCode).toBe(201)
  const rates = { freight: 70.5, returnFreight: 90, feePercent: 2.36, version: 0 }
  expect((await old.request('PUT', '/figures/profit/rates', { cookies: old.cookies, body: rates })).statusCode).toBe(200)
  await sql`insert into daily_steps (day, step, visits) values ('2026-10-03', 'cart', 5)`.execute(old.database)
  const zip = await old.exportAll()
  const checked = await fresh.uploadZip(zip)
  expect(checked).toMatchObject({ state: 'checked', shopName: 'Neem & Co', error: null })
  const rows = Object.fromEntries(checked.parts.map(({ part, rows }) => [part, rows]))
  expect(rows).toMatchObject({
    products: 4,
    categories: 5,
    collections: 1,
    offers: 2,
    pages: 2,
    customers: 2,
    orders: 1,
    pastOrders: 1,
    expenses: 1,
    freightAndFees: 1,
  })
  expect(checked.skipped).toMatchObject([{ file: 'visits-by-day.csv', rows: 1 }, { file: 'stock-movements.csv' }])

  const done = await fresh.takeOver(checked)
  expect(done).toMatchObject({ state: 'done', error: null, problems: [], problemCount: 0 })
  await fresh.run('change-sale-prices')
  const [first, second] = [await readExport(zip), await readExport(await fresh.exportAll())]
  for (const name of Object.keys(first.tables).filter((name) => !ownFiles.includes(name))) {
    expect([name, comparable(name, second.tables[name])]).toEqual([name, comparable(name, first.tables[name])])
  }
  expect(second.documents).toEqual(first.documents)
  expect(second.pictures).toEqual(first.pictures)
  const past = second.tables['past-orders.csv'] ?? []
  expect(past.find(({ Order }) => Order === '#1001')).toEqual(first.tables['past-orders.csv']?.[0])
  expect(past.find(({ Order }) => Order === number)).toMatchObject({ Total: '399', Items: '1 × Plain tee' })
  expect(second.tables['orders.csv']).toEqual([])

  const again = await fresh.takeOver(await fresh.uploadZip(zip))
  for (const part of again.parts) expect(part).toMatchObject({ new: 0, changed: 0, refused: 0, unchanged: part.rows })
})
