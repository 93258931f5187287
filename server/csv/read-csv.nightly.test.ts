import { expect, test } from 'vitest'
import { matchRecords } from '../catalog-admin/import/plan/match-records.ts'
import { groupRows } from '../catalog-admin/import/read/group-rows.ts'
import { readCsvRows, summarizeCsv } from './read-csv.ts'

/** How often other work of the process could have run. */
async function countTurns(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let isWorking = true
  const count = () => {
    turns += 1
    if (isWorking) setImmediate(count)
  }
  setImmediate(count)
  await work()
  isWorking = false
  return turns
}

const toLines = (count: number, line: (index: number) => string) => Array.from({ length: count }, (_, index) => line(index)).join('\n')

test.each([
  ['rows', () => toLines(40_000, (index) => `Tee ${index},"a ""good"" one",499`)],
  ['empty rows', () => `${',\n'.repeat(100_000)}Tee,,499`],
  ['quotation marks in one cell', () => `"${'""'.repeat(250_000)}"`],
  ['line ends of old computers', () => `${'\r'.repeat(500_000)}Tee,,499`],
])('a file of many %s is read between other requests', async (_what, build) => {
  const bytes = Buffer.from(`Name,Description,Price\n${build()}`)
  expect(await countTurns(() => summarizeCsv(bytes))).toBeGreaterThan(bytes.length / 64 / 1024)
})

const options = { source: 'own', prices: 'refuse', hasStockTracker: false } as const

test('the rows of a file are put together and matched between other requests', async () => {
  const rows = Array.from({ length: 20_000 }, (_, index) => ({ line: index + 2, cells: { handle: `tee-${index}`, sku: `sku-${index}` } }))
  expect(await countTurns(() => groupRows({ rows, options }))).toBeGreaterThan(30)
  const records = await groupRows({ rows, options })
  const existing = { byHandle: new Map(), bySku: new Map(), names: new Set<string>() }
  expect(await countTurns(() => matchRecords({ records, existing, source: 'own' }))).toBeGreaterThan(30)
})

test('characters and line ends on the border of two parts of a file stay whole', async () => {
  const name = 'é€🧵\r\n'.repeat(20_000)
  const rows: unknown[] = []
  for await (const row of readCsvRows(Buffer.from(`Name;Price\r\n"${name}";5\r\n`))) rows.push(row)
  expect(rows).toEqual([
    { line: 1, cells: ['Name', 'Price'] },
    { line: 2, cells: ['é€🧵\n'.repeat(20_000).trim(), '5'] },
  ])
})
