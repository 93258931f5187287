import { describe, expect, test } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import { createCodOrders } from '#testing/cod-orders.ts'
import { buildMultipartForm } from '#testing/pictures.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'
import { buildWorkbook } from '#testing/workbooks.ts'
import { buildZip } from '#testing/zip-files.ts'

const { request, database } = await createTestApp()
const { cookies, placeOrder, check } = await createCodOrders({ request, database })

const send = async (path: string, bytes: Uint8Array) => request('POST', path, { cookies, ...buildMultipartForm({ file: bytes }) })
const readFile = async (bytes: Uint8Array) =>
  (await send('/shipments/read-file', bytes)).json<CallReply<'POST /shipments/read-file'> & { fields: object }>()

const unicodeText = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')
const utf16 = 'The file was read as UTF-16. Check letters such as é and ₹.'
const windows = 'The file was read as Windows-1252, as older spreadsheets save it. Check letters such as é and ₹.'

describe.each([
  ['/redirects/check', ['From', 'To'], ['/café-1', '/buy']],
  ['/delivery-rules/check', ['PIN code', 'COD', 'Reason'], ['560001', 'no', 'Café']],
  ['/customers/check', ['Name', 'Phone'], ['Zoé', '9876543210']],
])('%s', (path, header, row) => {
  const lines = (separator: string) => `${header.join(separator)}\r\n${row.join(separator)}\r\n`

  test.each([
    ['Unicode text of Excel', unicodeText(lines('\t')), [utf16]],
    ['an old encoding with semicolons', Buffer.from(lines(';'), 'latin1'), [windows]],
    ['a byte order mark', Buffer.from(`\uFEFF${lines(',')}`), []],
    ['a title', Buffer.from(`List of November\r\n\r\n${lines('|')}`), []],
    ['a workbook', buildWorkbook([header, row]), []],
    ['a zip file', buildZip([{ name: 'list.csv', bytes: unicodeText(lines(',')) }]), [utf16]],
  ])('reads %s and says how', async (_what, bytes, notes) => {
    const reply = await send(path, bytes)
    expect(reply.json()).toMatchObject({ counts: { new: 1, refused: 0 }, notes })
  })
})

test.each([
  ['Unicode text of Excel', unicodeText('AWB\tAmount\r\nZ1\t₹1,299\r\n'), 'AWB\tAmount\nZ1\t₹1,299\n', [utf16]],
  ['an old encoding', Buffer.from('Café;1\r\n', 'latin1'), 'Café;1\n', [windows]],
  ['a zip file', buildZip([{ name: 'paid.csv', bytes: Buffer.from('\uFEFFZ1,₹7\n') }]), 'Z1,₹7\n', []],
])('%s becomes the text of a list', async (_what, bytes, text, notes) => {
  expect(await readFile(bytes)).toEqual({ text, notes })
})

test('the payments of a workbook are recorded with the digits that Excel shows', async () => {
  const order = await placeOrder({ courier: 'delhivery' })
  const { text } = await readFile(
    buildWorkbook([
      ['Delhivery, November'],
      ['AWB', 'Amount', 'UTR'],
      [order.trackingNumber, { number: '798.99999999999989' }, { number: '919961234567' }],
      [{ number: '1.2345678901234599E+19' }, { number: '1299.0999999999999' }, ''],
      [{ number: '1490812345678' }, { number: '1299.0999999999999' }, ''],
    ]),
  )
  const { lines } = await check('delhivery', text)
  expect(lines.map(({ trackingNumber, amount, outcome }) => [trackingNumber, amount, outcome])).toEqual([
    [order.trackingNumber, 799, 'matched'],
    ['1.2345678901234599E+19', null, 'refused'],
    ['1490812345678', 1299.1, 'unknown'],
  ])
  expect(lines[1]?.message).toBe(
    'The spreadsheet has shortened the number 1.2345678901234599E+19. Format its column as text, and enter all digits again.',
  )
})

test('one broken byte is an error of its line, in lists of payments and of tracking numbers', async () => {
  const damaged = 'This line has characters that cannot be read. Save the file as CSV (UTF-8) again.'
  const breakCell = (text: string) => {
    const bytes = Buffer.from(text)
    bytes[bytes.indexOf('é')] = 0xff
    return bytes
  }
  const names = Array.from({ length: 40 }, (_, index) => `GOOD${index},₹799,कुर्ता`).join('\n')
  const { text } = await readFile(breakCell(`AWB,Amount,UTR\nBADé1,799,x\n${names}`))
  expect((await check('delhivery', text)).lines[0]).toMatchObject({ outcome: 'refused', message: damaged })
  const shipments = await readFile(
    breakCell(`Order|Courier|Number\nAAAA-0001|Delhivery|Xé1\nAAAA-0002|Delhivery|कुर्ता\n${names.replaceAll(',', '|')}`),
  )
  const checked = await request('POST', '/shipments/check', { cookies, body: { text: shipments.text, ship: false } })
  expect(checked.json().lines[0]).toMatchObject({ line: 2, number: 'AAAA-0001', message: damaged })
})

test('tracking numbers stand below a title and below the line that names their separator', async () => {
  const order = await placeOrder({ last: 'Shipped' })
  const line = `${order.number}|Delhivery|TITLE1`
  for (const text of [`Parcels of 22 November\n\nOrder|Courier|Number\n${line}`, `sep=|\n${line}`]) {
    const checked = await request('POST', '/shipments/check', { cookies, body: { text, ship: false } })
    expect(checked.json().lines).toMatchObject([{ number: order.number, outcome: 'ready' }])
  }
  // An order number is no title and no name of a column, also without a digit.
  for (const number of ['AAAA-0001', 'ABCD-EFGH']) {
    const both = await request('POST', '/shipments/check', { cookies, body: { text: `${number}\n${line}`, ship: false } })
    expect(both.json().lines).toMatchObject([{ line: 1, number }, { line: 2 }])
  }
})

test('a file that is no table, one that is too long and one of a shopper are refused', async () => {
  expect((await readFile(Buffer.from([0, 1, 2]))).fields).toEqual({
    file: 'This is not a CSV or Excel file. Save the table as CSV (UTF-8) and upload it again.',
  })
  expect((await readFile(Buffer.from('AWB1,799\n'.repeat(60_000)))).fields).toEqual({ file: 'This file is too large. Please divide it.' })
  const shopper = await signInShopper({ request })
  const form = buildMultipartForm({ file: Buffer.from('a,b') })
  expect((await request('POST', '/shipments/read-file', { cookies: shopper.cookies, ...form })).statusCode).toBe(403)
  expect((await request('POST', '/shipments/read-file', form)).statusCode).toBe(401)
})
