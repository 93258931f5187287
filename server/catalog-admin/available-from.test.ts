import { expect, test } from 'vitest'
import { ownColumns } from '#contract/catalog-admin/import-fields.ts'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { setUpImports } from '#testing/product-imports.ts'

const { request, cookies, database, plan, run } = await setUpImports()

test('a file sets the day of a pre-order as spreadsheets write it, names what is none, and an export has it', async () => {
  const columns = Object.fromEntries(Object.values(ownColumns).map((name) => [name, '']))
  const row = { ...columns, Description: 'Plain.', Category: 'TEE', Price: 799, Stock: 3 }
  const [year = '', month = '', day = ''] = toIndianDay(Date.now() + 30 * 86_400_000).split('-')
  const name = (text: string) => ({ ...row, Handle: text.toLowerCase(), Name: text })
  const { checked, items } = await plan([
    { ...name('Dashes'), 'Available from': `${day}-${month}-${year}` },
    { ...name('Slashes'), 'Available from': ` ${day}/${month}/${year} ` },
    { ...name('Dated'), 'Available from': `${year}-${month}-${day}` },
    { ...name('Passed'), 'Available from': '01-02-2024' },
    { ...name('Odd'), 'Available from': 'soon' },
    { ...name('Far'), 'Available from': '12-12-2099' },
    { ...name('Plain') },
  ])
  expect(items.map(({ error }) => error).filter(Boolean)).toEqual([
    'Available from must be a day such as 2026-12-12.',
    'Available from must be a day from 2000 on, at most a year ahead.',
  ])
  await run(checked)
  const stored = await database.selectFrom('products').select(['name', 'details']).orderBy('name').execute()
  const shown = new Map(stored.map(({ name: title, details }) => [title, details.availableFrom]))
  const iso = `${year}-${month}-${day}`
  expect(['Dashes', 'Slashes', 'Dated', 'Passed', 'Plain'].map((title) => shown.get(title))).toEqual([
    iso,
    iso,
    iso,
    '2024-02-01',
    undefined,
  ])
  const exported = (await request('GET', '/products/export', { cookies })).payload
  expect(exported.split('\r\n')[0]).toContain('Available from')
  expect(exported.split('\r\n').find((line) => line.startsWith('dashes'))).toContain(iso)
})
