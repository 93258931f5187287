import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import { deliveryTexts } from '#contract/delivery/delivery-texts.ts'
import { buildMultipartForm } from '#testing/pictures.ts'
import { startShop } from '#testing/start-shop.ts'

const { request, database, cookies } = await startShop()

beforeEach(() => sql`truncate delivery_rules, delivery_rule_events`.execute(database))

const importFile = async (pins: readonly string[]) => {
  const form = buildMultipartForm({ file: Buffer.from(`PIN code;COD\n${pins.map((pin) => `${pin};no`).join('\n')}\n`) })
  return (await request('POST', '/delivery-rules/import', { cookies, ...form })).json<CallReply<'POST /delivery-rules/import'>>()
}
const listPrefixes = async (query = '') =>
  (await request('GET', `/delivery-rules${query}`, { cookies })).json<CallReply<'GET /delivery-rules'>>().rules.map(({ prefix }) => prefix)

test.each([
  ['५६०००१', '560001'],
  ['\u202a560 001\u202c', '560001'],
  ['560–001', '560001'],
  ['560001.0', '560001'],
  ["'560001", '560001'],
  ['56*', '56'],
  ['56xxxx', '56'],
  ['56…', '56'],
])('a file writes %s as the PIN codes %s', async (typed, prefix) => {
  expect((await importFile([typed])).counts).toMatchObject({ new: 1, refused: 0 })
  expect(await listPrefixes()).toEqual([prefix])
})

test.each(['560001-560012', '560001 – 560012', '560 001 to 560 012', '५६०००१−५६००१२'])(
  'the range %s has a rule for each of its PIN codes',
  async (range) => {
    const { counts, lines } = await importFile([range])
    expect(counts).toMatchObject({ new: 12, refused: 0 })
    expect(new Set(lines.map(({ line }) => line))).toEqual(new Set([2]))
    expect((await listPrefixes()).at(-1)).toBe('560012')
  },
)

test('a wide range has as few rules as its first digits need', async () => {
  await importFile(['110000-199999'])
  expect(await listPrefixes()).toEqual(['11', '12', '13', '14', '15', '16', '17', '18', '19'])
  expect((await importFile(['560010-560001', '5.6E+05', '560001-56001'])).lines.map(({ reason }) => reason)).toEqual([
    deliveryTexts.pinRange,
    'The spreadsheet has shortened the PIN code 5.6E+05. Format its column as text, and enter all digits again.',
    deliveryTexts.pinCharacters,
  ])
})

test('a PIN code of two ranges counts once', async () => {
  const { counts, lines } = await importFile(['560001-560003', '560003-560004'])
  expect(counts).toMatchObject({ new: 4, refused: 1 })
  expect(lines[0]).toMatchObject({ line: 3, prefix: '560003', reason: deliveryTexts.twice(2) })
})

test('a rule and a search take digits as people type them', async () => {
  const rule = { prefix: ' ५६* ', deliver: true, cod: 'no', advance: null, from: null, to: null, reason: '' }
  expect((await request('POST', '/delivery-rules', { cookies, body: rule })).json().rule.prefix).toBe('56')
  expect(await listPrefixes(`?q=${encodeURIComponent('५६०–००१')}`)).toEqual(['56'])
  expect(await listPrefixes('?q=57')).toEqual([])
})
