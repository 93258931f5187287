import fc from 'fast-check'
import { XMLParser } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import { toPaise } from '#contract/kernel/money.ts'
import { fuzzRuns } from '#testing/fuzz/fuzz-runs.ts'
import { buildDocumentLine, buildTaxDocument } from '#testing/tax-documents.ts'
import { isWellFormed } from '#testing/xml.ts'
import { createGstr1 } from './gstr1-tables.ts'
import type { BookedDocument, MonthTable } from './month-tables.ts'
import { createSalesBooks } from './sales-books.ts'
import { createTallyFiles } from './tally-files.ts'
import { createZohoTables } from './zoho-tables.ts'

const line = fc.record({
  total: fc.integer({ min: 100, max: 900_000 }),
  quantity: fc.integer({ min: 1, max: 9 }),
  rate: fc.constantFrom(500, 1_800),
  hsnCode: fc.constantFrom('6109', '6204', '6403'),
  title: fc.constantFrom('Tee', 'Kurta & <dupatta>', '=1+1', 'कुर्ता 👗', 'a\u0000b'),
})
const anyDocument = fc.record({
  isNote: fc.boolean(),
  isBusiness: fc.boolean(),
  place: fc.constantFrom('29', '27', '37'),
  day: fc.integer({ min: 1, max: 30 }),
  lines: fc.array(line, { minLength: 1, maxLength: 3 }),
})

type Shape = typeof anyDocument extends fc.Arbitrary<infer Value> ? Value : never

function toDocuments(shapes: readonly Shape[]): BookedDocument[] {
  return shapes.map(({ isNote, isBusiness, place, day, lines }, index): BookedDocument => {
    const built = lines.map((each, number) => buildDocumentLine({ ...each, line: number + 1, isSameState: place === '29' }))
    const document = buildTaxDocument({ lines: built })
    const issuedAt = new Date(Date.UTC(2026, 5, day, 6))
    const written = `${isNote ? 'CN' : 'INV'}/26-27/${String(index + 1).padStart(6, '0')}`
    const business = { gstin: '27AAPFU0939F1ZV', businessName: 'Rao & Sons' }
    return {
      ...document,
      ...{ written, issuedAt, placeOfSupply: place, invoiceTotal: isNote ? document.total : null, series: isNote ? 'CN' : 'INV' },
      kind: isNote ? 'credit note' : 'invoice',
      refersTo: isNote ? { id: 'i', written: 'INV/26-27/000999', issuedAt } : null,
      reason: isNote ? 'Items returned' : null,
      buyer: { ...document.buyer, stateCode: place, ...(isBusiness ? business : { gstin: null, businessName: '' }) },
      supplier: { ...document.supplier, stateCode: '29', isComposition: false },
    }
  })
}

const read = (table: MonthTable | undefined) =>
  (table?.rows ?? []).map((cells) => Object.fromEntries(cells.map((cell, index) => [table?.columns[index] ?? '', cell])))
const sum = (rows: readonly Record<string, unknown>[], column: string) =>
  rows.reduce((total, row) => total + toPaise(Number(row[column] ?? 0)), 0)

const parser = new XMLParser({ parseTagValue: false, isArray: (name) => name === 'TALLYMESSAGE' || name === 'ALLLEDGERENTRIES.LIST' })

interface Voucher {
  readonly VOUCHERNUMBER: string
  readonly VOUCHERTYPENAME: string
  readonly DATE: string
  readonly PARTYLEDGERNAME: string
  readonly 'ALLLEDGERENTRIES.LIST': { LEDGERNAME: string; ISDEEMEDPOSITIVE: string; AMOUNT: string }[]
}
const readMessages = <Name extends string, Value>(xml: string, name: Name): Value[] =>
  (parser.parse(xml).ENVELOPE.BODY.IMPORTDATA.REQUESTDATA.TALLYMESSAGE ?? []).map((message: Record<Name, Value>) => message[name])

test('each document of any month is once in each file, and the sums are those of GSTR-1', () => {
  fc.assert(
    fc.property(fc.array(anyDocument, { maxLength: 12 }), (shapes) => {
      const documents = toDocuments(shapes)
      const [gstr1, books, zoho, tally] = [createGstr1(), createSalesBooks(), createZohoTables(), createTallyFiles()]
      for (const document of documents) for (const file of [gstr1, books, zoho, tally]) file.add(document)
      const hsn = gstr1.list().filter(({ name }) => name.startsWith('hsn'))
      const tables = new Map([...books.list(), ...zoho.list()].map((table) => [table.name, table]))
      const [invoices, notes] = [read(tables.get('zoho-invoices')), read(tables.get('zoho-credit-notes'))]
      const byDocument = read(tables.get('sales-by-document'))
      const written = documents.map((document) => document.written)
      const numbers = [...new Set(invoices.map((row) => row['Invoice Number'])), ...new Set(notes.map((row) => row['Credit Note Number']))]
      expect(numbers.toSorted()).toEqual(written.toSorted())
      expect(byDocument.map((row) => row.Number)).toEqual(written)

      const files = new Map(tally.list().map(({ name, text }) => [name, text]))
      const xml = files.get('tally-vouchers.xml') ?? ''
      expect([isWellFormed(xml), isWellFormed(files.get('tally-ledgers.xml') ?? '')]).toEqual([true, true])
      const vouchers = readMessages<'VOUCHER', Voucher>(xml, 'VOUCHER')
      expect(vouchers.map((voucher) => voucher.VOUCHERNUMBER)).toEqual(written)
      const entries = vouchers.flatMap((voucher) => voucher['ALLLEDGERENTRIES.LIST'])
      for (const voucher of vouchers) expect(sum(voucher['ALLLEDGERENTRIES.LIST'], 'AMOUNT')).toBe(0)
      for (const { AMOUNT, ISDEEMEDPOSITIVE } of entries) expect(ISDEEMEDPOSITIVE === 'Yes').toBe(Number(AMOUNT) < 0)

      const taxes = {
        'Taxable Value': 'Item Total',
        'Central Tax Amount': 'CGST',
        'State/UT Tax Amount': 'SGST',
        'Integrated Tax Amount': 'IGST',
      }
      for (const [column, zohoColumn] of Object.entries(taxes)) {
        const expected = hsn.reduce((total, table) => total + sum(read(table), column), 0)
        expect([zohoColumn, sum(invoices, zohoColumn) - sum(notes, zohoColumn)]).toEqual([zohoColumn, expected])
        const name = zohoColumn === 'SGST' ? 'SGST or UTGST' : zohoColumn === 'Item Total' ? 'Taxable value' : zohoColumn
        expect([name, sum(byDocument, name)]).toEqual([name, expected])
        const ledger = zohoColumn === 'Item Total' ? /^Sales / : new RegExp(`^Output ${zohoColumn}$`)
        const booked = entries.filter(({ LEDGERNAME }) => ledger.test(LEDGERNAME))
        expect([String(ledger), sum(booked, 'AMOUNT')]).toEqual([String(ledger), expected])
      }
      for (const row of [...invoices, ...notes])
        expect(toPaise(Number(row['Item Price'])) * Number(row.Quantity)).toBe(toPaise(Number(row['Item Total'])))
    }),
    fuzzRuns({ runs: 60 }),
  )
})

const example = (change: Partial<Shape> = {}) =>
  toDocuments([
    {
      isNote: false,
      isBusiness: true,
      place: '37',
      day: 5,
      lines: [{ total: 210_000, quantity: 2, rate: 500, hsnCode: '6109', title: 'Tee' }],
      ...change,
    },
  ])[0] as BookedDocument

test('an invoice for Zoho Books has the names of its samples: treatment, state, tax and dates', () => {
  const zoho = createZohoTables()
  zoho.add(example())
  zoho.add(example({ isBusiness: false, place: '29', lines: [{ total: 100_100, quantity: 7, rate: 500, hsnCode: '6109', title: 'Tee' }] }))
  expect(read(zoho.list()[0])).toMatchObject([
    {
      ...{ 'Invoice Date': '2026-06-05', 'Customer Name': 'Rao & Sons', 'GST Treatment': 'business_registered_regular' },
      ...{
        'GST Identification Number (GSTIN)': '27AAPFU0939F1ZV',
        'Place of Supply': 'AD',
        'HSN/SAC': '6109',
        Quantity: 2,
        'Item Price': 1_000,
      },
      ...{ 'Is Inclusive Tax': 'false', 'Item Tax': 'IGST5', 'Item Tax %': 5, 'Item Tax Type': 'Item Amount', IGST: 100, Total: 2_100 },
    },
    {
      ...{ 'GST Treatment': 'consumer', 'GST Identification Number (GSTIN)': '', 'Place of Supply': 'KA', Quantity: 1 },
      ...{ 'Item Desc': '7 × Tee, M', 'Item Price': 953.34, 'Item Tax': 'GST5', 'Item Tax Type': 'Tax Group' },
    },
  ])
})

test('a voucher for Tally debits the buyer and credits sales and tax, and a credit note does the opposite', () => {
  const tally = createTallyFiles()
  tally.add(example({ isBusiness: false }))
  tally.add(example({ isNote: true }))
  const [ledgers, vouchers] = tally.list()
  const [sale, note] = readMessages<'VOUCHER', Voucher>(vouchers?.text ?? '', 'VOUCHER')
  const show = (voucher: Voucher | undefined) => voucher?.['ALLLEDGERENTRIES.LIST'].map((entry) => `${entry.LEDGERNAME}: ${entry.AMOUNT}`)
  expect([sale?.VOUCHERTYPENAME, sale?.DATE, note?.VOUCHERTYPENAME]).toEqual(['Sales', '20260605', 'Credit Note'])
  expect(show(sale)).toEqual(['Online customers: -2100.00', 'Sales 5 %: 2000.00', 'Output IGST: 100.00'])
  expect(show(note)).toEqual(['Rao & Sons (27AAPFU0939F1ZV): 2100.00', 'Sales 5 %: -2000.00', 'Output IGST: -100.00'])
  expect(readMessages<'LEDGER', { NAME: string; PARENT: string }>(ledgers?.text ?? '', 'LEDGER')).toMatchObject([
    { NAME: 'Online customers', PARENT: 'Sundry Debtors' },
    { NAME: 'Sales 5 %', PARENT: 'Sales Accounts' },
    { NAME: 'Output IGST', PARENT: 'Duties & Taxes' },
    { NAME: 'Rao & Sons (27AAPFU0939F1ZV)', PARENT: 'Sundry Debtors' },
  ])
})
