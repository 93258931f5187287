import { expect, test } from 'vitest'
import type { ImportOptions } from '#contract/catalog-admin/product-import.ts'
import type { Cells } from '#testing/product-files.ts'
import { setUpImports } from '#testing/product-imports.ts'

const { plan, recheck, change, run, find } = await setUpImports()

const woo = (cells: Cells): Cells => ({
  ...{ Type: 'simple', Description: 'Plain.', Stock: '', Categories: 'Tees', Parent: '', 'Regular price': 900, 'In stock?': 1 },
  ...cells,
})
const choose = (options: ImportOptions, choice: Partial<ImportOptions>) => ({ options: { ...options, ...choice } })

test('stock that a file does not count is never 0 on sale without a choice, and one choice repairs it', async () => {
  const { checked, items } = await plan([
    woo({ Name: 'In stock somewhere' }),
    woo({ Name: 'Counted', Stock: 4 }),
    woo({ Name: 'Out of stock', 'In stock?': 0 }),
  ])
  const shown = (each: typeof items) => each.map(({ preview }) => [preview?.status, preview?.stock])
  expect(shown(items)).toEqual([
    ['draft', 0],
    ['on_sale', 4],
    ['on_sale', 0],
  ])
  expect([checked.uncounted, checked.soldOut]).toEqual([1, 1])
  const soldOut = await recheck(checked, choose(checked.options, { uncounted: 'sold_out' }))
  expect([soldOut.checked.uncounted, soldOut.checked.soldOut]).toEqual([1, 2])
  const figure = await recheck(soldOut.checked, choose(checked.options, { uncounted: 'figure', uncountedStock: '12' }))
  expect(shown(figure.items)).toEqual([
    ['on_sale', 12],
    ['on_sale', 4],
    ['on_sale', 0],
  ])
  expect(figure.items[0]?.warnings).toEqual(['The file does not count its stock: each size gets 12, as chosen above.'])
  await run(figure.checked)
  expect((await find('In stock somewhere'))[0]).toMatchObject({ stock: 12, status: 'on_sale' })
})

test('a figure for all needs a whole number', async () => {
  const { checked } = await plan([woo({ Name: 'Figure' })])
  const columns = checked.columns.map(({ field }) => field)
  for (const uncountedStock of ['', 'many', '1e3']) {
    const options = { ...checked.options, uncounted: 'figure', uncountedStock }
    expect((await change(checked._id, { version: checked.version, columns, options })).statusCode).toBe(400)
  }
})

test('a file without a column of the stock makes drafts, and leaves the stock of products that the shop has', async () => {
  const row = { Handle: 'st-none', Title: 'No stock', 'Body (HTML)': 'x', Type: 'TEE', 'Variant Price': '900' }
  const { checked, items } = await plan([row])
  expect(items[0]?.preview).toMatchObject({ status: 'draft', isUncounted: true })
  expect(checked.notes).toContain('The file has no column of the stock. Choose the stock of new products below.')
  const chosen = await recheck(checked, choose(checked.options, { uncounted: 'figure', uncountedStock: '5' }))
  await run(chosen.checked)
  const again = await plan([row])
  expect([again.checked.outcomes.unchanged, again.checked.uncounted]).toEqual([1, 0])
})
