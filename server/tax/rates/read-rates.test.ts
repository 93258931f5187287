import { expect, it } from 'vitest'
import { toPaise } from '#contract/kernel/money.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import { findRates, listRates } from './read-rates.ts'

const { database } = await createTestApp()

it('reads the rates of a day, and those of an HSN code', async () => {
  const rates = await listRates({ database, day: '2026-11-23' })
  expect(rates).toContainEqual({ hsnPrefix: '61', upTo: toPaise(2500), rate: 500 })
  expect(rates).toContainEqual({ hsnPrefix: '61', upTo: null, rate: 1800 })
  expect(rates).toHaveLength(10)
  const before = await findRates({ database, day: '2025-09-21', hsnCode: '61091000' })
  expect(before).toEqual([
    { hsnPrefix: '61', upTo: toPaise(1000), rate: 500 },
    { hsnPrefix: '61', upTo: null, rate: 1200 },
  ])
  expect(await findRates({ database, day: '2025-09-22', hsnCode: '61091000' })).toEqual(rates.filter(({ hsnPrefix }) => hsnPrefix === '61'))
  expect(await listRates({ database, day: '2017-06-30' })).toEqual([])
})

it('finds no rates for an HSN code that no prefix begins', async () => {
  expect(await findRates({ database, day: '2026-11-23', hsnCode: '7117' })).toEqual([])
})

it('lets the longest prefix of an HSN code count, by its first and its last day', async () => {
  await database
    .insertInto('tax_rates')
    .values({ hsn_prefix: '6109', up_to_paise: null, rate_bp: 300, from_day: '2030-01-01', to_day: '2030-12-31', changed_by: null })
    .execute()
  const rateOn = async (day: string, hsnCode = '610910') => (await findRates({ database, day, hsnCode })).map(({ rate }) => rate)
  expect(await rateOn('2029-12-31')).toEqual([500, 1800])
  expect(await rateOn('2030-01-01')).toEqual([300])
  expect(await rateOn('2030-12-31')).toEqual([300])
  expect(await rateOn('2031-01-01')).toEqual([500, 1800])
  expect(await rateOn('2030-06-01', '6110')).toEqual([500, 1800])
})
