import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { DocumentFormat } from '#contract/tax/document-files.ts'
import type { TaxDocument } from '#contract/tax/documents.ts'
import { fuzzRuns } from '#testing/fuzz/fuzz-runs.ts'
import { anyCharacter } from '#testing/fuzz/hostile.ts'
import { readPdfPages } from '#testing/pdf-text.ts'
import { buildDocumentLine, buildTaxDocument } from '#testing/tax-documents.ts'
import { printDocuments } from './print-documents.ts'

interface Printing {
  documents?: TaxDocument[]
  format?: DocumentFormat
  signature?: Buffer
}

const print = async ({ documents = [buildTaxDocument()], format = 'a4', signature }: Printing = {}) =>
  buffer(await printDocuments({ documents, format, readSignature: async () => signature }))

const readText = async (document: TaxDocument, format?: DocumentFormat) =>
  readPdfPages(await print({ documents: [document], ...(format && { format }) })).join('\n')

const { supplier, buyer } = buildTaxDocument()
const formats = ['a4', 'label'] as const

describe.each(formats)('a document on %s', (format) => {
  test('has what rule 46 asks for', async () => {
    const document = buildTaxDocument({
      lines: [
        buildDocumentLine({ quantity: 2, total: 159_800, discount: 10_000 }),
        buildDocumentLine({ line: 2, title: 'Silk kurta', size: null, hsnCode: '620442', rate: 1_800, total: 354_000 }),
      ],
    })
    const text = await readText(document, format)
    for (const part of [
      'Tax invoice',
      ...[supplier.name, '4 Mill Road', 'Bengaluru 560002', 'State: Karnataka (29)', 'GSTIN: 29AAPFU0939F1ZR', '+91 98765 43210'],
      // The day in India.
      ...['INV/26-27/000123', '6 November 2026', 'LL-ABCD-2345', 'Place of supply\nKarnataka (29)', 'Reverse charge\nNo'],
      ...['Asha Rao', '12 Lake Road', 'Bengaluru, Karnataka, 560001'],
      ...['Oversized tee, size M', '6109', '1,698.00', '-100.00', '1,521.90', '38.05', '2.5%', '1,598.00'],
      ...['Silk kurta', '620442', '3,000.00', '270.00', '9%', '3,540.00'],
      ...['4,521.90', '308.05', '5,138.00', 'Total \n₹\n5,138.00', 'Prices include tax'],
      ...['For Loom & Lane Private Limited', 'A. Rao, Director', 'Page 1 of 1'],
    ])
      expect(text).toContain(part)
    expect(text).not.toContain('IGST')
  })

  test('has IGST to another state, and the GSTIN of a business', async () => {
    const document = buildTaxDocument({
      placeOfSupply: '27',
      buyer: { ...buyer, stateCode: '27', gstin: '27AAPFU0939F1ZV', businessName: 'Rao Traders' },
      lines: [buildDocumentLine({ isSameState: false })],
    })
    const text = await readText(document, format)
    for (const part of ['IGST', '47.57', '5%', 'Maharashtra (27)', 'Rao Traders', 'Asha Rao', 'GSTIN: 27AAPFU0939F1ZV'])
      expect(text).toContain(part)
    expect(text).not.toContain('CGST')
  })

  test('has UTGST within a union territory', async () => {
    const chandigarh = { supplier: { ...supplier, stateCode: '04' }, placeOfSupply: '04' }
    expect(await readText(buildTaxDocument(chandigarh), format)).toMatch(/CGST\nUTGST/)
  })

  test('names the invoice and the reason of a credit note', async () => {
    const refersTo = { id: buildTaxDocument().id, written: 'INV/26-27/000123', issuedAt: new Date('2026-11-05T00:00:00Z') }
    const lines = [buildDocumentLine({ quantity: 0 })]
    const note = buildTaxDocument({ kind: 'credit note', written: 'CN/26-27/000001', refersTo, reason: 'Price reduced', lines })
    const text = (await readText(note, format)).replaceAll('\n', ' ')
    for (const part of ['Credit note', 'CN/26-27/000001', 'INV/26-27/000123 of 5 November 2026', 'Price reduced'])
      expect(text).toContain(part)
    expect(text).not.toContain('Qty 0')
  })

  test('is a bill of supply without tax under the composition scheme', async () => {
    const bill = buildTaxDocument({
      kind: 'bill of supply',
      supplier: { ...supplier, isComposition: true },
      lines: [buildDocumentLine({ rate: 0 })],
    })
    const text = await readText(bill, format)
    expect(text).toContain('Bill of supply')
    expect(text.replaceAll('\n', ' ')).toContain('Composition taxable person, not eligible to collect tax on supplies')
    expect(text).not.toMatch(/CGST|IGST|Taxable value|Prices include tax|Reverse charge/)
  })

  test('repeats the heading on each page, and numbers the pages', async () => {
    const lines = Array.from({ length: 60 }, (_, index) =>
      buildDocumentLine({ line: index + 1, title: `Kurta ${index + 1} ${'long '.repeat(20)}` }),
    )
    const pages = readPdfPages(await print({ documents: [buildTaxDocument({ lines })], format }))
    expect(pages.length).toBeGreaterThan(2)
    for (const [index, page] of pages.entries()) {
      expect(page).toContain(`INV/26-27/000123 · Page ${index + 1} of ${pages.length}`)
      expect(page).toContain('Taxable value')
      if (index > 0) expect(page).toContain('Tax invoice INV/26-27/000123, continued')
    }
    const text = pages.join('\n')
    for (const { line } of lines) expect(text).toContain(`Kurta ${line} long`)
  })

  test('has its sum, total and signature on the page of its last item, whatever their number', async () => {
    const build = (count: number) => {
      const lines = Array.from({ length: count }, (_, index) => buildDocumentLine({ line: index + 1, title: `Kurta ${index + 1}.` }))
      return buildTaxDocument({ written: `INV/26-27/${count}`, lines })
    }
    const documents = Array.from({ length: 30 }, (_, index) => build(index + 1))
    const signed = readPdfPages(await print({ documents, format })).filter((page) => page.includes('A. Rao, Director'))
    expect(signed).toHaveLength(documents.length)
    for (const [index, page] of signed.entries()) {
      const parts = [`INV/26-27/${index + 1} · Page`, `Kurta ${index + 1}.`, 'Sum', 'Total \n']
      expect(parts.filter((part) => !page.includes(part))).toEqual([])
    }
  })
})

test('the same documents give the same bytes', async () => {
  const signature = await sharp({ create: { width: 30, height: 10, channels: 4, background: { r: 0, g: 0, b: 99, alpha: 0.5 } } })
    .png()
    .toBuffer()
  const documents = [buildTaxDocument({ supplier: { ...supplier, signature: '/brand/0123456789abcdef' } }), buildTaxDocument()]
  const [one, other] = [await print({ documents, signature }), await print({ documents, signature })]
  expect(one.equals(other)).toBe(true)
  expect(one.toString('latin1')).toContain('/Subtype /Image')
  expect((await print({ documents })).toString('latin1')).not.toContain('/Subtype /Image')
})

test('many documents are one file', async () => {
  const documents = ['INV/26-27/000001', 'INV/26-27/000002', 'INV/26-27/000003'].map((written) => buildTaxDocument({ written }))
  const pages = readPdfPages(await print({ documents, format: 'label' }))
  expect(pages.map((page) => /INV\S+ · Page \d of \d/.exec(page)?.[0])).toEqual(documents.map(({ written }) => `${written} · Page 1 of 1`))
})

test('names of several scripts have the fonts of their scripts', async () => {
  const names = ['प्रिया', 'பிரியா', 'প্রিয়া', 'ప్రియ', 'પ્રિયા', 'ಪ್ರಿಯಾ', 'പ്രിയ', 'ਪ੍ਰਿਆ', 'ପ୍ରିୟା']
  const file = (await print({ documents: [buildTaxDocument({ buyer: { ...buyer, address: names.join('\n') } })] })).toString('latin1')
  for (const font of [
    'NotoSans',
    'NotoSansTamil',
    'NotoSansBengali',
    'NotoSansTelugu',
    'MuktaVaani',
    'NotoSansKannada',
    'AnekMalayalam',
    'MuktaMahee',
    'NotoSansOriya',
  ])
    expect(file).toMatch(new RegExp(`/BaseFont /[A-Z]+\\+${font}`))
})

/** A file is good for ten: it has the fonts of all scripts. */
test('any text can be printed', async () => {
  const letters = fc.string({ unit: fc.integer({ min: 0x900, max: 0xd7f }).map((code) => String.fromCharCode(code)), maxLength: 30 })
  const text = fc.oneof(letters, fc.string({ unit: anyCharacter, maxLength: 300 }), fc.constant('క్ర్ఊ'))
  const texts = fc.array(fc.tuple(text, text), { minLength: 10, maxLength: 10 })
  await fc.assert(
    fc.asyncProperty(texts, async (pairs) => {
      const documents = pairs.map(([name, title]) => buildTaxDocument({ buyer: { ...buyer, name }, lines: [buildDocumentLine({ title })] }))
      expect(readPdfPages(await print({ documents, format: 'label' })).length).toBeGreaterThanOrEqual(documents.length)
    }),
    fuzzRuns({ runs: 1 }),
  )
})
