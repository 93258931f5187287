import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import { taxErrors } from '#contract/tax/tax-errors.ts'
import { taxLimits } from '#contract/tax/tax-limits.ts'
import type { ShownTaxRate, TaxRateValues } from '#contract/tax/tax-rate-calls.ts'
import { taxTexts } from '#contract/tax/tax-texts.ts'
import { startShop } from '#testing/start-shop.ts'
import { findRates } from './read-rates.ts'

const { request, database, cookies } = await startShop()

const { rows } = await sql<{ today: string; yesterday: string; tomorrow: string; later: string }>`
  select day::text as today, (day - 1)::text as yesterday, (day + 1)::text as tomorrow, (day + 30)::text as later
  from (select (now() at time zone 'Asia/Kolkata')::date as day) as clock
`.execute(database)
const { today, yesterday, tomorrow, later } = rows[0] ?? { today: '', yesterday: '', tomorrow: '', later: '' }

beforeEach(async () => {
  await sql`alter table tax_rates disable trigger tax_rates_past`.execute(database)
  await sql`delete from tax_rates where hsn_prefix like '42%'`.execute(database)
  await sql`alter table tax_rates enable trigger tax_rates_past`.execute(database)
})

const values: TaxRateValues = { hsnPrefix: '4202', upTo: null, rate: 18, fromDay: today, toDay: null }
const add = (change: Partial<Record<keyof TaxRateValues, unknown>> = {}) =>
  request('POST', '/tax-rates', { cookies, body: { ...values, ...change } })
const added = async (change?: Partial<TaxRateValues>) => (await add(change)).json<{ rate: ShownTaxRate }>().rate
const end = ({ _id }: Pick<ShownTaxRate, '_id'>, body: object) => request('POST', `/tax-rates/${_id}/end`, { cookies, body })
const remove = ({ _id }: Pick<ShownTaxRate, '_id'>) => request('DELETE', `/tax-rates/${_id}`, { cookies })
const list = async () => (await request('GET', '/tax-rates', { cookies })).json<CallReply<'GET /tax-rates'>>()
const listOwn = async () => (await list()).rates.filter(({ hsnPrefix }) => hsnPrefix.startsWith('42'))
const ratesOn = async (day: string) => (await findRates({ database, day, hsnCode: '420222' })).map(({ rate }) => rate)

test('a shop begins with the rates of clothes, and past ones say so', async () => {
  const { rates, isTaxed } = await list()
  expect(isTaxed).toBe(false)
  expect(rates).toHaveLength(20)
  expect(rates.slice(0, 3)).toMatchObject([
    { hsnPrefix: '61', upTo: 2_500, rate: 5, fromDay: '2025-09-22', toDay: null, state: 'now', changedBy: null },
    { hsnPrefix: '61', upTo: null, rate: 18, state: 'now' },
    { hsnPrefix: '61', upTo: 1_000, rate: 5, fromDay: '2017-07-01', toDay: '2025-09-21', state: 'past' },
  ])
})

describe('a rate', () => {
  test('counts from its first to its last day', async () => {
    const rate = await added({ rate: 12.5, upTo: 999.99, fromDay: tomorrow, toDay: later })
    expect(rate).toMatchObject({ ...values, rate: 12.5, upTo: 999.99, fromDay: tomorrow, toDay: later, state: 'planned' })
    expect(rate.changedBy).toEqual(expect.any(String))
    expect([await ratesOn(today), await ratesOn(tomorrow), await ratesOn(later)]).toEqual([[], [1250], [1250]])
    expect(await listOwn()).toEqual([rate])
  })

  test.each([
    [{ hsnPrefix: '4' }, 'hsnPrefix', taxTexts.hsnPrefix],
    [{ hsnPrefix: '420222223' }, 'hsnPrefix', taxTexts.hsnPrefix],
    [{ hsnPrefix: '4A' }, 'hsnPrefix', taxTexts.hsnPrefix],
    [{ hsnPrefix: '४२' }, 'hsnPrefix', taxTexts.hsnPrefix],
    [{ hsnPrefix: undefined }, 'hsnPrefix', taxTexts.hsnPrefix],
    [{ upTo: 0 }, 'upTo', taxTexts.upTo],
    [{ upTo: -1 }, 'upTo', taxTexts.upTo],
    [{ upTo: 0.001 }, 'upTo', taxTexts.upTo],
    [{ upTo: 10_000_001 }, 'upTo', taxTexts.upTo],
    [{ upTo: '2500' }, 'upTo', taxTexts.upTo],
    [{ upTo: undefined }, 'upTo', taxTexts.upTo],
    [{ rate: -0.01 }, 'rate', taxTexts.rate],
    [{ rate: 100.01 }, 'rate', taxTexts.rate],
    [{ rate: 5.005 }, 'rate', taxTexts.rate],
    [{ rate: null }, 'rate', taxTexts.rate],
    [{ fromDay: yesterday }, 'fromDay', taxTexts.fromDayPast],
    [{ fromDay: '2027-02-29' }, 'fromDay', taxTexts.fromDay],
    [{ fromDay: '1 December' }, 'fromDay', taxTexts.fromDay],
    [{ fromDay: '2100-01-01' }, 'fromDay', taxTexts.fromDay],
    [{ fromDay: undefined }, 'fromDay', taxTexts.fromDay],
    [{ fromDay: later, toDay: today }, 'toDay', taxTexts.days],
    [{ toDay: '' }, 'toDay', taxTexts.toDay],
    [{ toDay: '2100-01-01' }, 'toDay', taxTexts.toDay],
  ])('with %j is refused', async (change, field, text) => {
    const reply = await add(change)
    expect([reply.statusCode, reply.json().fields]).toEqual([400, { [field]: text }])
    expect(await listOwn()).toEqual([])
  })

  test('of the same digits and limit counts once a day', async () => {
    const replies = await Promise.all([add(), add()])
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409])
    const overlapping = await add({ fromDay: later, toDay: later })
    expect(overlapping.json()).toMatchObject({ code: 'tax_rate_overlaps', message: taxErrors.tax_rate_overlaps.text })
    expect((await add({ upTo: 2_500 })).statusCode).toBe(201)
    expect((await add({ hsnPrefix: '42' })).statusCode).toBe(201)
  })

  test('ends on a day, after which another one begins, and which is taken back', async () => {
    const rate = await added()
    const ended = await end(rate, { lastDay: today, seenLastDay: null })
    expect(ended.json()).toMatchObject({ message: 'The last day is saved.', rate: { toDay: today, state: 'now' } })
    const back = await end(rate, { lastDay: null, seenLastDay: today })
    expect(back.json()).toMatchObject({ message: 'The rate counts on.', rate: { toDay: null } })
    await end(rate, { lastDay: today })
    expect((await add({ fromDay: tomorrow, rate: 5 })).statusCode).toBe(201)
    expect([await ratesOn(today), await ratesOn(tomorrow)]).toEqual([[1800], [500]])
    const reopened = await end(rate, { lastDay: null })
    expect([reopened.statusCode, reopened.json().code]).toEqual([409, 'tax_rate_overlaps'])
    expect(await ratesOn(tomorrow)).toEqual([500])
  })

  test('ends as its administrator saw it, and the same twice is one change', async () => {
    const rate = await added()
    const [first, second] = await Promise.all([1, 2].map(() => end(rate, { lastDay: later, seenLastDay: null })))
    expect([first?.statusCode, second?.statusCode]).toEqual([200, 200])
    const stale = await end(rate, { lastDay: tomorrow, seenLastDay: null })
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'tax_rate_changed'])
    expect((await listOwn())[0]?.toDay).toBe(later)
  })

  test.each([
    [today, yesterday, taxTexts.days],
    [later, tomorrow, taxTexts.days],
    [today, '2100-01-01', taxTexts.toDay],
    [today, 'soon', taxTexts.toDay],
  ])('from %s does not end on %s', async (fromDay, lastDay, text) => {
    const rate = await added({ fromDay })
    const reply = await end(rate, { lastDay })
    expect([reply.statusCode, reply.json().fields]).toEqual([400, { lastDay: text }])
  })

  test('that began earlier does not end before today', async () => {
    const { rates } = await list()
    const old = rates.find(({ hsnPrefix, state }) => hsnPrefix === '61' && state === 'now') as ShownTaxRate
    const reply = await end(old, { lastDay: yesterday })
    expect([reply.statusCode, reply.json().fields]).toEqual([400, { lastDay: taxTexts.toDayPast }])
  })

  test('that has begun is not deleted, a planned one is deleted once', async () => {
    const begun = await added({ toDay: today })
    const refused = await remove(begun)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'tax_rate_begun'])
    const planned = await added({ fromDay: tomorrow })
    expect((await remove(planned)).statusCode).toBe(200)
    expect([(await remove(planned)).statusCode, (await end(planned, { lastDay: later })).statusCode]).toEqual([404, 404])
    expect((await remove({ _id: 'nonsense' })).json().code).toBe('tax_rate_not_found')
    expect(await listOwn()).toEqual([begun])
  })

  test('of past days is never changed, also not by the database, except for who has changed it', async () => {
    const past = (await list()).rates.find(({ state }) => state === 'past') as ShownTaxRate
    const reply = await end(past, { lastDay: later })
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'tax_rate_ended'])
    for (const change of [sql`rate_bp = 0`, sql`to_day = null`, sql`from_day = '2017-07-02'`])
      await expect(sql`update tax_rates set ${change} where id = ${past._id}`.execute(database)).rejects.toThrow('never changed')
    await expect(sql`delete from tax_rates where id = ${past._id}`.execute(database)).rejects.toThrow('never changed')
    await sql`update tax_rates set changed_by = null where id = ${past._id}`.execute(database)
  })

  test('is refused when the shop has too many', async () => {
    await sql`
      insert into tax_rates (hsn_prefix, rate_bp, from_day)
      select '42' || lpad(number::text, 4, '0'), 0, ${today}::date from generate_series(1, ${taxLimits.rates - 10}::int) as number
    `.execute(database)
    const full = await add()
    expect([full.statusCode, full.json().code]).toEqual([409, 'tax_rates_full'])
  })
})
