import { expect, test } from 'vitest'
import { paise } from '#contract/kernel/money.ts'
import { parseDay } from '#contract/kernel/parse-day.ts'
import { parseAmount } from './amount-rules.ts'
import { readRemittance } from './read-remittance.ts'
import { parseRemittanceLine } from './remittance-rules.ts'

test.each([
  ['1299', 129_900],
  ['₹1,299.50', 129_950],
  ['₹ 1,299.50', 129_950],
  ['Rs. 1,29,900', 12_990_000],
  ['Rs 1299.5', 129_950],
  ['INR 799.5', 79_950],
  ['799 INR', 79_900],
  ['799/-', 79_900],
  ['Rs.1,299/-', 129_900],
  ['1299.5 Cr', 129_950],
  ['1,299.50 (Cr.)', 129_950],
  ['', 'The amount is missing.'],
  ['₹', 'The amount is missing.'],
  ['0.00', 'An amount must be more than ₹0.'],
  ['-799', 'An amount must be more than ₹0.'],
  ['₹-799', 'An amount must be more than ₹0.'],
  ['(799)', 'An amount must be more than ₹0.'],
  ['799 Dr', 'The amount 799 Dr is a debit.'],
  ['1299.505', 'The amount 1299.505 has more than two decimals.'],
  ['1.299,50', 'The amount 1.299,50 cannot be read. Write it as 1299.50.'],
  ['=SUM(B2:B9)', 'A cell is a formula. Copy its value instead.'],
  ['12,99', 'The amount 12,99 cannot be read. Write it as 1299.50.'],
  ['99999999999', 'The amount 99999999999 is too large.'],
  ['paid', 'The amount paid cannot be read. Write it as 1299.50.'],
  ['9'.repeat(1_000), `The amount ${'9'.repeat(40)} cannot be read. Write it as 1299.50.`],
])('the amount %o is %o', (text, amount) => {
  expect(parseAmount(text)).toBe(amount)
})

test.each([
  ['22-11-2026', '2026-11-22'],
  ['2/1/2026', '2026-01-02'],
  ['22 Nov 26', '2026-11-22'],
  ['06-Jan-2026', '2026-01-06'],
  ['2026-11-22 10:31:00', '2026-11-22'],
  ['2026-11-22T10:31:00.000Z', '2026-11-22'],
  ['22-11-2026 10:31', '2026-11-22'],
  ['31-02-2026', undefined],
  ['22-Foo-2026', undefined],
  ['45987', undefined],
])('the day %o is %o', (text, day) => {
  expect(parseDay(text)).toBe(day)
})

test.each([
  [['ab 12', '799', 'UTR1', '22/11/2026'], { trackingNumber: 'AB12', amount: paise(79_900), reference: 'UTR1', paidOn: '2026-11-22' }],
  [['AB12', '799'], { trackingNumber: 'AB12', amount: paise(79_900), reference: null, paidOn: null }],
  [['AB12', '799', '-', 'N/A'], { trackingNumber: 'AB12', amount: paise(79_900), reference: null, paidOn: null }],
  [['AB12', '799', '', '31-02-2026'], { problem: 'The date 31-02-2026 cannot be read. Write it as 2026-11-22 or 22-11-2026.' }],
  [['', '799'], { problem: 'The tracking number is missing.' }],
  [['=A1', '799'], { problem: 'A cell is a formula. Copy its value instead.' }],
  [
    ['1.23E+11', '799'],
    { problem: 'The spreadsheet has shortened the number 1.23E+11. Format its column as text, and enter all digits again.' },
  ],
])('the cells %o are read', (cells, line) => {
  expect(parseRemittanceLine(cells)).toEqual(line)
})

/** Number, amount in paise and reference of each line, or why it cannot be read. */
const read = (text: string) =>
  readRemittance({ text, chosen: undefined }).lines.map(({ paid }) =>
    'problem' in paid ? paid.problem : [paid.trackingNumber, paid.amount, paid.reference],
  )

test.each([
  ['A1,₹1,299.50', ['A1', 129_950, null]],
  ['A1,Rs. 1,299.50,UTR7', ['A1', 129_950, 'UTR7']],
  ['A1,INR 1,299', ['A1', 129_900, null]],
  ['A1,₹ 1,29,900.50,UTR7', ['A1', 12_990_050, 'UTR7']],
  ['A1,1,299.50,UTR7', ['A1', 129_950, 'UTR7']],
  ['A1,1,299/-', ['A1', 129_900, null]],
  ['A1,1,299.5 Cr', ['A1', 129_950, null]],
  ['A1,"₹1,299.50",UTR7', ['A1', 129_950, 'UTR7']],
  ['A1,₹700,4471', ['A1', 70_000, '4471']],
  ['A1,799,450', 'An amount with a comma must be in quotation marks: "1,299.00".'],
  ['A1,₹799,450', 'An amount with a comma must be in quotation marks: "1,299.00".'],
  ['A1\t₹1,299.50\t450', ['A1', 129_950, '450']],
  ['A1;1,299.50;450', ['A1', 129_950, '450']],
  ["'149081,799", ['149081', 79_900, null]],
  ['="149081",799', ['149081', 79_900, null]],
  ['AWB,Amount,Ref No\nA1,799,450', ['A1', 79_900, '450']],
  ['AWB,COD Amount (₹),UTR\nA1,₹1,299.50,U7', ['A1', 129_950, 'U7']],
  ['AWB,COD Amount,Remitted Amount,UTR\nA1,₹1,299.50,₹1,250.00,U7', ['A1', 125_000, 'U7']],
  [
    'AWB,Address,Amount\nA1,12 Lake Road, Bengaluru,799',
    'This line has more cells than columns. Put texts with commas in quotation marks.',
  ],
])('the list %o is read as %o', (text, line) => {
  expect(read(text)).toEqual([line])
})

test.each([
  [
    'Shiprocket',
    'Order ID,AWB Code,Courier,Delivered Date,CRF ID,UTR,Order Value,Remitted Amount\n11,A1,Delhivery,20-11-2026,754,U7,1749,1299.5',
  ],
  ['Delhivery', 'Waybill No,Reference No,COD Amount,Delivery Date,UTR No.,Remittance Date\nA1,R11,1299.50,20-11-2026,U7,22-11-2026'],
  ['Ecom Express', 'S.No,AWB Number,Order Number,Collectable Value,Bank Reference Number\n1,A1,11,"1,299.50",U7\nTotal,,,"1,299.50",'],
  ['Xpressbees', 'COD Remittance Report\nSr No,Shipping ID,Order No,COD Value,Transaction ID\n1,A1,11,1299.5,U7\n,,Grand Total,1299.5,'],
  ['Blue Dart', 'AWB NO.;COD AMT (Rs.);Cheque No;Date\nA1;1299.50;U7;22-Nov-26'],
  ['this shop', 'Tracking number,Amount,Reference,Date\nA1,₹1299.50,U7,2026-11-22'],
])('the columns of %s are read by their names', (_, text) => {
  expect(read(text)).toEqual([['A1', 129_950, 'U7']])
})

test('columns of another file are chosen, each field once', () => {
  const text = 'Docket,Shop,Rupees\nA1,Lane,799'
  const chosen = ['trackingNumber', null, 'amount'] as const
  expect(readRemittance({ text, chosen })).toMatchObject({
    columns: [
      { name: 'Docket', sample: 'A1', field: 'trackingNumber' },
      { name: 'Shop', sample: 'Lane', field: null },
      { name: 'Rupees', sample: '799', field: 'amount' },
    ],
    error: null,
    lines: [{ line: 2, paid: { trackingNumber: 'A1', amount: 79_900 } }],
  })
  expect(readRemittance({ text, chosen: ['amount', null, 'amount'] })).toMatchObject({
    error: 'Two columns are "Amount". Choose one of them.',
    lines: [],
  })
  expect(readRemittance({ text, chosen: [null, null, 'amount'] }).error).toBe('Choose the column that has the tracking numbers.')
  expect(readRemittance({ text: 'AWB,Rupees\nA1,799', chosen: undefined }).error).toBe('Choose the column that has the amounts.')
})

test('the samples of columns have whole amounts', () => {
  const { columns } = readRemittance({ text: 'AWB,Remitted Amount,UTR\nA1,₹1,299.50,U7', chosen: undefined })
  expect(columns.map(({ sample }) => sample)).toEqual(['A1', '₹1,299.50', 'U7'])
})

test('columns that are called like properties of every object are not read', () => {
  const { columns, error } = readRemittance({ text: 'constructor,__proto__,AWB\n1,2,A1', chosen: undefined })
  expect(columns.map(({ field }) => field)).toEqual([null, null, 'trackingNumber'])
  expect(error).toBe('Choose the column that has the amounts.')
})

test.each(['', '\n\n', ',,,\n', 'AWB,Amount', '\uFEFF'])('the list %o is empty', (text) => {
  expect(readRemittance({ text, chosen: undefined })).toMatchObject({ error: null, lines: [] })
})

test('a last line that is cut off is refused, and a shorter total is left out', () => {
  const lines = ['AWB Number,Amount,Order,Remark', '1000000001,1299,LL-1,paid', '1000000002,799,LL-2,paid']
  const problems = (text: string) =>
    readRemittance({ text, chosen: undefined }).lines.map(({ paid }) => ('problem' in paid ? paid.problem : 'paid'))
  const cut = [...lines, '1000000003,12'].join('\n')
  expect(problems(cut)).toEqual([
    'paid',
    'paid',
    'Line 4, the last one of the file, is cut off. Download the file again, and upload the whole of it.',
  ])
  expect(problems(`${cut}\n`)).toEqual(['paid', 'paid', 'paid'])
  expect(problems([...lines, 'Total,2098'].join('\n'))).toEqual(['paid', 'paid'])
  // The lines of some files end with their last value.
  expect(problems([lines[0], '1000000001,1299,LL-1', '1000000003,12'].join('\n'))).toEqual(['paid', 'paid'])
})
