import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import type { DeliveryRule, DeliveryRuleValues } from '#contract/delivery/delivery-rules.ts'
import { deliveryTexts } from '#contract/delivery/delivery-texts.ts'
import { buildMultipartForm } from '#testing/pictures.ts'
import { startShop } from '#testing/start-shop.ts'
import { createResponseCache } from '../http/response-cache.ts'

const responseCache = createResponseCache({ publicUrl: undefined })
responseCache.enable()
const { request, database, cookies } = await startShop({ responseCache, publishTo: responseCache.invalidate })

beforeEach(() => sql`truncate delivery_rules, delivery_rule_events`.execute(database))

const values: DeliveryRuleValues = {
  ...{ prefix: '56', deliver: true, cod: 'no', advance: null, from: 2, to: 4, charge: null },
  reason: 'Many refusals',
}
const add = (change: Partial<Record<keyof DeliveryRuleValues, unknown>> = {}) =>
  request('POST', '/delivery-rules', { cookies, body: { ...values, ...change } })
const added = async (change?: Partial<DeliveryRuleValues>) => (await add(change)).json<{ rule: DeliveryRule }>().rule
const edit = ({ _id }: DeliveryRule, body: object) => request('PATCH', `/delivery-rules/${_id}`, { cookies, body: { ...values, ...body } })
const remove = ({ _id, version }: DeliveryRule) => request('DELETE', `/delivery-rules/${_id}?version=${version}`, { cookies })
const list = async (query = '') => (await request('GET', `/delivery-rules${query}`, { cookies })).json<CallReply<'GET /delivery-rules'>>()
const listEvents = async () =>
  (await request('GET', '/delivery-rules/events', { cookies })).json<CallReply<'GET /delivery-rules/events'>>().events
const readCod = async (pin: string) => (await request('GET', `/pins/${pin}`)).json().cod
const send = async (call: 'check' | 'import', csv: string | Buffer, fields: Record<string, string> = {}) => {
  const form = buildMultipartForm({ ...fields, file: Buffer.from(csv as string) })
  return request('POST', `/delivery-rules/${call}`, { cookies, ...form })
}

describe('a rule', () => {
  test('counts at once when it is added, changed and deleted, also in answers that were cached', async () => {
    expect(await readCod('560001')).toBe('yes')
    const rule = await added()
    expect(rule).toEqual({ ...values, _id: rule._id, version: 1, changedAt: rule.changedAt, changedBy: expect.any(String) })
    expect(await readCod('560001')).toBe('no')
    const changed = await edit(rule, { version: 1, cod: 'advance', advance: 99.5 })
    expect(changed.json().rule).toMatchObject({ cod: 'advance', advance: 99.5, version: 2 })
    expect(await readCod('560001')).toBe('advance')
    expect((await remove(changed.json().rule)).statusCode).toBe(200)
    expect(await readCod('560001')).toBe('yes')
  })

  test.each([
    [{ prefix: '56A' }, 'prefix', deliveryTexts.prefix],
    [{ prefix: '5600011' }, 'prefix', deliveryTexts.prefix],
    [{ prefix: '560001-560010' }, 'prefix', deliveryTexts.prefix],
    [{ prefix: undefined }, 'prefix', deliveryTexts.prefix],
    [{ deliver: 'maybe' }, 'deliver', deliveryTexts.deliver],
    [{ cod: 'never' }, 'cod', deliveryTexts.cod],
    [{ from: 5, to: 4 }, 'to', deliveryTexts.daysOrder],
    [{ from: null }, 'to', deliveryTexts.daysIncomplete],
    [{ from: -1 }, 'from', deliveryTexts.days],
    [{ to: 61 }, 'to', deliveryTexts.days],
    [{ to: 2.5 }, 'to', deliveryTexts.days],
    [{ cod: 'advance' }, 'advance', deliveryTexts.advanceMissing],
    [{ cod: 'advance', advance: -100 }, 'advance', deliveryTexts.advance],
    [{ cod: 'advance', advance: 0.5 }, 'advance', deliveryTexts.advance],
    [{ cod: 'advance', advance: 100.001 }, 'advance', deliveryTexts.advance],
    [{ cod: 'advance', advance: 100_001 }, 'advance', deliveryTexts.advance],
    [{ cod: 'yes', advance: 100 }, 'advance', deliveryTexts.advanceUnused],
    [{ reason: 'x'.repeat(201) }, 'reason', deliveryTexts.reason],
    [{ reason: 'two\nlines' }, 'reason', deliveryTexts.reason],
  ])('with %j is refused', async (change, field, text) => {
    const reply = await add(change)
    expect([reply.statusCode, reply.json().fields]).toEqual([400, { [field]: text }])
    expect((await list()).total).toBe(0)
  })

  test('of the same digits is added once, and none moves to the digits of another', async () => {
    const replies = await Promise.all([add(), add()])
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409])
    const other = await added({ prefix: '57' })
    const moved = await edit(other, { version: 1, prefix: '56' })
    expect([moved.statusCode, moved.json().code]).toEqual([409, 'delivery_rule_exists'])
    expect((await edit(other, { version: 1, prefix: '' })).json().rule.prefix).toBe('')
  })

  test('is changed only by who has seen its version, and deleted once', async () => {
    const rule = await added()
    await edit(rule, { version: 1, cod: 'yes' })
    const stale = await edit(rule, { version: 1, cod: 'no' })
    expect([stale.statusCode, stale.json().code, await readCod('560001')]).toEqual([409, 'delivery_rule_changed', 'yes'])
    expect((await remove(rule)).json().code).toBe('delivery_rule_changed')
    expect(await readCod('560001')).toBe('yes')
    const changed = { ...rule, version: 2 }
    expect((await remove(changed)).statusCode).toBe(200)
    expect((await remove(changed)).json().code).toBe('delivery_rule_changed')
    expect((await edit({ ...rule, _id: 'nonsense' }, { version: 1 })).statusCode).toBe(409)
  })

  test('has an event for each change, with who made it', async () => {
    const rule = await added()
    await edit(rule, { version: 1, cod: 'advance', advance: 100, reason: '' })
    await remove({ ...rule, version: 2 })
    await send('import', 'PIN code,COD\n1,no\n2,no')
    const said = (await listEvents()).map(({ event, text, by }) => [event, text, typeof by])
    const before = 'Delivery, no cash on delivery, 2 to 4 days (Many refusals)'
    const after = 'Delivery, cash after an advance of ₹100, 2 to 4 days'
    expect(said).toEqual([
      ['imported', '2 new, 0 changed', 'string'],
      ['deleted', `56: ${after}`, 'string'],
      ['changed', `56: ${before} → ${after}`, 'string'],
      ['added', `56: ${before}`, 'string'],
    ])
  })

  test('is found by a PIN code that it counts for, and by its first digits, on pages', async () => {
    for (const prefix of ['', '5', '560', '560001', '57']) await add({ prefix })
    expect((await list('?q=560+001')).rules.map(({ prefix }) => prefix)).toEqual(['', '5', '560', '560001'])
    expect((await list('?q=56')).rules.map(({ prefix }) => prefix)).toEqual(['', '5', '560', '560001'])
    await send('import', ['PIN code,COD', ...Array.from({ length: 30 }, (_, index) => `1100${10 + index},no`)].join('\n'))
    const last = await list('?page=2')
    expect([last.total, last.totalPages, last.rules.length]).toEqual([35, 2, 5])
  })
})

describe('a file of rules', () => {
  const csv = [
    'Pincode,Serviceable,COD,Advance,TAT,Remarks',
    '560001,Y,Y,,3,',
    '"=""560002""",yes,no,,,Far',
    '560003.0,yes,,100,2,',
    '744301,N,N,,,',
    'Rest of India,yes,advance,₹150,,',
    '560001,Y,N,,3,',
    ',Y,N,,3,',
    '56000A,Y,N,,3,',
    '5600011,Y,N,,3,',
    '560004,perhaps,N,,3,',
    '560005,Y,sometimes,,3,',
    '560006,Y,N,,soon,',
    '560007,Y,advance,,3,',
    '560008,Y,advance,-5,3,',
    '560009,Y,Y,100,3,',
    '"560010',
    'x",Y,Y,,3,',
  ].join('\n')

  test('is checked without a change, then imported, and the same again changes nothing', async () => {
    const checked = (await send('check', csv)).json<CallReply<'POST /delivery-rules/check'>>()
    expect(checked.counts).toEqual({ new: 5, changed: 0, unchanged: 0, refused: 11, missing: 0 })
    expect(checked.lines.slice(0, 11).map(({ line, reason }) => [line, reason])).toEqual([
      [7, deliveryTexts.twice(2)],
      [8, deliveryTexts.pinMissing],
      [9, deliveryTexts.pinCharacters],
      [10, deliveryTexts.pinCharacters],
      [11, deliveryTexts.deliver],
      [12, deliveryTexts.cod],
      [13, deliveryTexts.days],
      [14, deliveryTexts.advanceMissing],
      [15, deliveryTexts.advance],
      [16, deliveryTexts.advanceUnused],
      [17, deliveryTexts.pinCharacters],
    ])
    expect(checked.lines.slice(11).map(({ prefix, text, outcome }) => [prefix, text, outcome])).toEqual([
      ['560001', 'Delivery, cash on delivery, 3 days', 'new'],
      ['="560002"', 'Delivery, no cash on delivery (Far)', 'new'],
      ['560003.0', 'Delivery, cash after an advance of ₹100, 2 days', 'new'],
      ['744301', 'No delivery', 'new'],
      ['Rest of India', 'Delivery, cash after an advance of ₹150', 'new'],
    ])
    expect([(await list()).total, await listEvents()]).toEqual([0, []])
    expect((await send('import', csv)).json().counts).toEqual(checked.counts)
    expect((await list()).total).toBe(5)
    expect(await Promise.all(['560001', '560002', '560003', '110001'].map(readCod))).toEqual(['yes', 'no', 'advance', 'advance'])
    expect((await send('import', csv)).json().counts).toEqual({ new: 0, changed: 0, unchanged: 5, refused: 11, missing: 0 })
    expect(await listEvents()).toHaveLength(1)
  })

  test('changes what its columns say and keeps the rest', async () => {
    await add({ prefix: '560001' })
    const { lines, counts } = (await send('import', 'PIN;COD\n560 001;yes')).json()
    expect([counts.changed, lines[0].text]).toEqual([
      1,
      'Delivery, no cash on delivery, 2 to 4 days (Many refusals) → Delivery, cash on delivery, 2 to 4 days (Many refusals)',
    ])
    expect((await list()).rules[0]).toMatchObject({ cod: 'yes', from: 2, to: 4, reason: 'Many refusals', version: 2 })
  })

  test('changes shipping charges, and refuses what is none', async () => {
    await add({ prefix: '560001' })
    const { lines } = (await send('import', 'PIN,Shipping charge\n560001,₹150\n560002,2001\n560003,49.50')).json()
    expect(lines.map(({ outcome, reason }: { outcome: string; reason: string | null }) => [outcome, reason])).toEqual([
      ['refused', deliveryTexts.charge],
      ['refused', deliveryTexts.charge],
      ['changed', null],
    ])
    expect((await list()).rules).toMatchObject([{ prefix: '560001', charge: 150, from: 2, reason: 'Many refusals' }])
    expect((await listEvents())[0]?.text).toBe('0 new, 1 changed')
  })

  test('deletes the rules that it does not name on request only, as many as the check has counted', async () => {
    for (const prefix of ['', '110001', '560001', '560002']) await add({ prefix, cod: 'no' })
    // A refused line names its rule, too.
    const csv = 'PIN code,COD\n560001,yes\n560002,perhaps'
    const { counts, missing } = (await send('check', csv, { missing: '2' })).json()
    expect([counts, missing]).toEqual([{ new: 0, changed: 1, unchanged: 0, refused: 1, missing: 2 }, ['', '110001']])
    expect([(await send('import', csv)).json().counts, (await list()).total]).toEqual([counts, 4])
    await add({ prefix: '400001' })
    const stale = await send('import', csv, { missing: '2' })
    expect([stale.statusCode, stale.json().code, (await list()).total]).toEqual([409, 'delivery_rules_changed', 5])
    const done = (await send('import', csv, { missing: '3' })).json()
    expect(done.counts).toEqual({ new: 0, changed: 0, unchanged: 1, refused: 1, missing: 0, deleted: 3 })
    expect((await list()).rules.map(({ prefix }) => prefix)).toEqual(['560001', '560002'])
    expect((await listEvents())[0]).toMatchObject({ event: 'imported', text: '0 new, 0 changed, 3 deleted' })
  })

  test('of which all lines are refused deletes nothing', async () => {
    await add({ prefix: '110001' })
    const csv = 'PIN code,COD\n56000A,yes'
    expect((await send('check', csv)).json().counts).toMatchObject({ refused: 1, missing: 0 })
    expect([(await send('import', csv, { missing: '1' })).statusCode, (await list()).total]).toEqual([409, 1])
    expect((await send('import', csv, { missing: '0' })).statusCode).toBe(400)
  })

  test('has advances with their currency', async () => {
    const { lines } = (await send('check', 'PIN code,COD,Advance\n560001,advance,"Rs. 1,099/-"\n560002,advance,some')).json()
    expect(lines.map(({ line, outcome }: { line: number; outcome: string }) => [line, outcome])).toEqual([
      [3, 'refused'],
      [2, 'new'],
    ])
    expect(lines[1].text).toContain('₹1,099')
  })

  test('that is cut off deletes nothing, and its last line is refused', async () => {
    await add({ prefix: '110001' })
    const csv = 'PIN code,COD,Delivery\n560001,yes,yes\n5600'
    const checked = (await send('check', csv)).json()
    expect(checked.counts).toMatchObject({ new: 1, refused: 1, missing: 0 })
    expect(checked.lines[0]).toMatchObject({ line: 3, reason: expect.stringContaining('is cut off') })
    expect((await send('import', csv, { missing: '1' })).statusCode).toBe(409)
  })

  test('of an old spreadsheet is read in its encoding', async () => {
    const text = 'PIN code\tDelivery\tReason\r\n560001\tno\tCafé\r\n'
    const windows = Buffer.from(text, 'latin1')
    const unicode = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text.replace('560001', '560002'), 'utf16le')])
    for (const file of [windows, unicode]) expect((await send('import', file)).json().counts.new).toBe(1)
    expect((await list()).rules.map(({ reason }) => reason)).toEqual(['Café', 'Café'])
  })

  test('is imported again from an export, which has no formulas', async () => {
    await add({ prefix: '', reason: '=cmd()', charge: 0 })
    await add({ prefix: '560001', cod: 'advance', advance: 99.5, from: null, to: null })
    const file = await request('GET', '/delivery-rules/export', { cookies })
    expect(file.headers['content-disposition']).toMatch(/^attachment; filename="delivery-rules-/)
    expect(file.body.replace('\uFEFF', '').split('\r\n')).toEqual([
      'PIN code,Delivery,COD,Advance,Days from,Days to,Shipping,Reason',
      "Rest of India,yes,no,,2,4,0,'=cmd()",
      '560001,yes,advance,99.5,,,,Many refusals',
      '',
    ])
    expect((await send('check', file.rawPayload)).json().counts).toEqual({ new: 0, changed: 0, unchanged: 2, refused: 0, missing: 0 })
  })

  test.each([
    ['a,b\n560001,yes', deliveryTexts.columns],
    ['PIN code,Town\n560001,Bengaluru', deliveryTexts.columns],
    ['PIN code,COD\n', deliveryTexts.noLines],
    [Buffer.from([0, 1, 2]), 'This is not a CSV or Excel file. Save the table as CSV (UTF-8) and upload it again.'],
  ])('%j is refused', async (file, text) => {
    const reply = await send('check', file)
    expect([reply.statusCode, reply.json().fields]).toEqual([400, { file: text }])
  })
})
