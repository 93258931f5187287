import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { startCheckout } from '#testing/card-checkout.ts'
import { createJobRunner } from '#testing/run-job.ts'
import { startPayingShop } from '#testing/start-shop.ts'
import { readSettled } from './read-settled.ts'

const shop = await startPayingShop()
const { provider, request, database, cookies } = shop
const runJob = createJobRunner(shop)

const readList = async () => (await request('GET', '/settlements', { cookies })).json<CallReply<'GET /settlements'>>()
const readRows = () => database.selectFrom('settlement_rows').selectAll().orderBy('id').execute()
const clear = () => database.deleteFrom('settlement_rows').execute()

const header = 'entity_id,type,debit,credit,amount,currency,fee,tax,on_hold,settled,created_at,settled_at,settlement_id,settlement_utr'

async function upload(call: 'check' | 'import', file: string | Buffer) {
  const boundary = randomUUID()
  const payload = Buffer.concat([
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="r.csv"\r\ncontent-type: text/csv\r\n\r\n`),
    Buffer.from(file),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  return request('POST', `/settlements/${call}`, {
    cookies,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload,
  })
}
const importFile = async (file: string | Buffer) => (await upload('import', file)).json<CallReply<'POST /settlements/import'>>()

async function pay() {
  const checkout = await startCheckout({ request, database, provider })
  const paid = await checkout.pay()
  expect((await checkout.verify(paid.browser.response)).statusCode).toBe(200)
  return { paymentId: paid.payment.id, amount: checkout.amount / 100, orderId: checkout.orderId }
}

/** The line of a payment of ₹1,598 with a fee of ₹31.96. */
const lineOf = (id: string, { amount = '1598.00', credit = '1566.04', settledAt = '2026-10-05 10:21:33', utr = 'UTR1' } = {}) =>
  `${id},payment,0,${credit},${amount},INR,31.96,0,0,1,2026-10-03 09:00:00,${settledAt},setl_A,${utr}`

test('a payment of a file is matched with its fee, and the same file changes nothing', async () => {
  await clear()
  const { paymentId } = await pay()
  const file = `${header}\r\n${lineOf(paymentId)}\r\n`
  expect((await upload('check', file)).json().counts).toEqual({ new: 1, changed: 0, unchanged: 0, refused: 0 })
  expect(await readRows()).toEqual([])
  expect((await importFile(file)).counts).toEqual({ new: 1, changed: 0, unchanged: 0, refused: 0 })
  expect((await importFile(file)).counts).toEqual({ new: 0, changed: 0, unchanged: 1, refused: 0 })
  const { settlements, openTotal } = await readList()
  expect(openTotal).toBe(0)
  expect(settlements).toEqual([
    {
      ...{ _id: 'setl_A', provider: 'razorpay', settledOn: '2026-10-05', utr: 'UTR1', rows: 1, open: 0 },
      ...{ payments: 1_598, refunds: 0, fees: 31.96, tax: 0, others: 0, amount: 1_566.04 },
    },
  ])
})

test('what the shop does not know, another amount and an adjustment stay on the list until somebody says why', async () => {
  await clear()
  const { paymentId } = await pay()
  const adjustment = 'adj_1,adjustment,20.00,0,20.00,INR,0,0,0,1,2026-10-03,05/10/2026,setl_A,UTR1'
  await importFile([header, lineOf('pay_unknown'), lineOf(paymentId, { amount: '1600', credit: '1568.04' }), adjustment].join('\n'))
  const { openRows, openTotal, settlements } = await readList()
  expect([openTotal, settlements[0]?.open]).toEqual([3, 3])
  expect(settlements[0]?.others).toBe(-20)
  expect(openRows.map(({ message, change, order }) => [message, change, order === null])).toEqual([
    ['The shop knows no payment with this id.', 1_566.04, true],
    ['The payment of the shop is ₹1,598.', 1_568.04, false],
    ['The provider calls this "adjustment". Say what it is.', -20, true],
  ])
  const resolve = (note: string) => request('POST', `/settlements/rows/${openRows[2]?._id}/resolve`, { cookies, body: { note } })
  expect((await resolve(' ')).statusCode).toBe(400)
  expect((await resolve('Fee of a dispute 🧾')).statusCode).toBe(200)
  expect((await resolve('again')).json().code).toBe('settlement_row_resolved')
  const after = await readList()
  expect([after.openTotal, after.resolvedRows[0]?.note]).toEqual([2, 'Fee of a dispute 🧾'])
  const { entries } = (await request('GET', '/activity?kind=payment', { cookies })).json()
  expect(entries[0]).toMatchObject({ text: 'Row of a settlement explained', changes: { note: { after: 'Fee of a dispute 🧾' } } })
})

test('months add up to their settlements, which the list and the file have, too', async () => {
  await clear()
  const settled = (id: string, settlement: string, settledAt: string) => lineOf(id, { settledAt }).replace('setl_A', settlement)
  await importFile(
    [
      header,
      settled('pay_1', 'setl_1', '2026-09-30 23:00:00'),
      settled('pay_2', 'setl_2', '2026-10-01 00:10:00'),
      settled('pay_3', 'setl_2', '2026-10-01 00:10:00'),
      'rfnd_1,refund,500.00,0,500.00,INR,0,0,0,1,2026-10-03,2026-10-31 10:00:00,setl_3,UTR3',
      'adj_1,adjustment,20.00,0,20.00,INR,0,0,0,1,2026-10-03,2026-10-31 10:00:00,setl_3,UTR3',
    ].join('\n'),
  )
  const read = (path: string) => request('GET', `/settlements${path}`, { cookies })
  const { months } = (await read('/months?month=2026-10')).json<CallReply<'GET /settlements/months'>>()
  const nothing = { settlements: 0, payments: 0, refunds: 0, fees: 0, tax: 0, others: 0, amount: 0 }
  const payment = { payments: 1_598, refunds: 0, fees: 31.96, tax: 0, others: 0, amount: 1_566.04 }
  expect(months.map(({ month }) => month)).toEqual(['2026-05', '2026-06', '2026-07', '2026-08', '2026-09', '2026-10'])
  expect(months.slice(3)).toEqual([
    { month: '2026-08', ...nothing },
    { month: '2026-09', settlements: 1, ...payment },
    { month: '2026-10', settlements: 2, payments: 3_196, refunds: 500, fees: 63.92, tax: 0, others: -20, amount: 2_612.08 },
  ])
  const list = (await read('?month=2026-10')).json<CallReply<'GET /settlements'>>()
  expect([list.total, list.settlements.map(({ amount }) => amount)]).toEqual([2, [-520, 3_132.08]])
  const rows = (await read('/export?month=2026-10')).body.trim().split('\r\n').slice(1)
  expect(rows).toEqual([
    '2026-10-31,UTR3,setl_3,razorpay,0,-500,0,0,-20,-520,2,2',
    '2026-10-01,UTR1,setl_2,razorpay,3196,0,-63.92,0,0,3132.08,2,2',
  ])
  expect((await read('/export')).body.trim().split('\r\n')).toHaveLength(4)
})

test('files of spreadsheets are read: a mark, semicolons, other digits, both forms of a day, and a fee without its tax', async () => {
  await clear()
  const lines = [
    lineOf('pay_a').replaceAll(',', ';'),
    lineOf('pay_b', { settledAt: '05/10/2026 10:21' }).replaceAll(',', ';'),
    lineOf('pay_c', { amount: '१५९८', settledAt: '5-10-26', utr: '' }).replaceAll(',', ';'),
    'pay_d;payment;0;1560;1598;INR;32;6;0;1;;1791261000;setl_B;UTR2',
  ]
  const result = await importFile(`\uFEFF${header.replaceAll(',', ';').toUpperCase()}\r\n${lines.join('\r\n')}\r\n`)
  expect(result.lines.map(({ reason }) => reason)).toEqual([null, null, null, null])
  const rows = await readRows()
  expect(rows.map(({ amount_paise, fee_paise, utr }) => [amount_paise, fee_paise, utr])).toEqual([
    [159_800, 3_196, 'UTR1'],
    [159_800, 3_196, 'UTR1'],
    [159_800, 3_196, null],
    [159_800, 3_800, 'UTR2'],
  ])
  expect((await readList()).settlements.map(({ settledOn }) => settledOn)).toEqual(['2026-10-06', '2026-10-05'])
  expect((await importFile(`${header}\n${lineOf('pay_c', { utr: 'UTR1' })}`)).counts).toMatchObject({ changed: 1, refused: 0 })
})

const toUtf16 = (text: string, isBigEndian: boolean) => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le')
  return isBigEndian ? bytes.swap16() : bytes
}

test('a file that a spreadsheet has saved again is the same file: UTF-16, tabs, a line with the separator, grouped amounts', async () => {
  await clear()
  const utr = '412345678901'
  const lines = [header, lineOf('pay_a', { utr }), lineOf('pay_b', { utr })]
  expect((await importFile(lines.join('\n'))).counts).toMatchObject({ new: 2 })
  const tabs = lines.map((line) => line.replaceAll(',', '\t')).join('\r\n')
  const dates = tabs.replaceAll('2026-10-05 10:21:33', '05-10-2026 10:21').replaceAll('1598.00', '"1,598"')
  const semicolons = lines.map((line) => line.replaceAll(',', ';')).join('\r\n')
  const saved = [toUtf16(tabs, false), toUtf16(dates, true), `sep=;\r\n${semicolons}\r\n;;;;;;;;;;;;;\r\n`, tabs]
  for (const file of saved) expect((await importFile(file)).counts).toEqual({ new: 0, changed: 0, unchanged: 2, refused: 0 })
  const comma = await importFile(semicolons.replaceAll('.', ',').replaceAll('pay_', 'pay_x'))
  expect([comma.counts.refused, (await readList()).settlements.map(({ payments }) => payments)]).toEqual([2, [3_196]])
  const rows = (await request('GET', '/settlements/export', { cookies })).body.trim().split('\r\n')
  expect(rows[1]).toMatch(/^2026-10-05,'412345678901,/)
})

test('a wrong line is refused with its reason, and the others are stored', async () => {
  await clear()
  const wrong = [
    'no id',
    lineOf('pay_x').replace('1598.00', '12,99'.replace(',', '.9')),
    lineOf('pay_y', { settledAt: '31/02/2026' }),
    lineOf('pay_z').replace('INR', 'USD'),
    lineOf('pay_w').replace('0,1,2026', '0,0,2026'),
    lineOf('pay_v', { utr: '1.56818E+15' }),
    lineOf('pay_u').replace('31.96', '-31.96'),
  ]
  const result = await importFile([header, ...wrong, lineOf('pay_ok'), lineOf('pay_ok', { credit: '1', amount: '1598' })].join('\n'))
  expect(result.counts).toEqual({ new: 1, changed: 0, unchanged: 0, refused: 8 })
  expect(result.lines.slice(0, 8).map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
    '2: no id is no id of a payment or refund.',
    expect.stringMatching(/^3: The amount /),
    '4: The day 31/02/2026 cannot be read. Write it as 2026-10-05 or 05/10/2026.',
    '5: The currency is not INR.',
    '6: It is not settled yet. A later file has it again.',
    expect.stringMatching(/^7: The spreadsheet has shortened/),
    expect.stringMatching(/^8: The fee −?-?31\.96 cannot be read/),
    expect.stringMatching(/^10: This row is there already/),
  ])
  const refused = await upload('import', 'a,b\n1,2\n')
  expect([refused.statusCode, refused.json().fields.file]).toEqual([400, expect.stringMatching(/^These columns are missing: entity_id/)])
})

test('the job reads what was settled until yesterday, and repeating it changes nothing', async () => {
  await clear()
  const { paymentId, amount } = await pay()
  // The provider's clock goes ahead, so that its settlement is in the days that the shop reads.
  const settledOn = toIndianDay(Date.now() - 86_400_000)
  const gateway: typeof provider.gateway = {
    ...provider.gateway,
    async *listSettled(day) {
      const row = { entityId: paymentId, kind: 'payment', amount: amount * 100, fee: 3_196, tax: 0, debit: 0, credit: amount * 100 - 3_196 }
      yield day === settledOn ? [{ ...row, settlementId: 'setl_J', utr: null, settledOn }] : []
    },
  }
  expect(await readSettled({ database, gateway })).toEqual({ added: 1, contradicting: [] })
  expect(await readSettled({ database, gateway })).toEqual({ added: 0, contradicting: [] })
  const { settlements, openTotal } = await readList()
  expect([openTotal, settlements[0]?.settledOn, settlements[0]?.amount]).toEqual([0, settledOn, 1_566.04])
  await runJob('read-settlements')
})

test('the gateway reads the settlements of a day as the provider lists them', async () => {
  const { paymentId } = await pay()
  await provider.control('clock', { advance_seconds: 2 * 86_400 })
  const rows = []
  for await (const page of provider.gateway.listSettled(toIndianDay(Date.now() + 2 * 86_400_000))) rows.push(...page)
  expect(rows).toContainEqual(
    expect.objectContaining({ entityId: paymentId, kind: 'payment', amount: 159_800, fee: 3_196, credit: 156_604 }),
  )
})
