import { paise } from '#contract/kernel/money.ts'
import type { DocumentLine, TaxDocument } from '#contract/tax/documents.ts'
import { splitTax } from '#contract/tax/tax-amounts.ts'

interface LineFields extends Partial<Omit<DocumentLine, 'total' | 'gross' | 'discount'>> {
  readonly total?: number
  readonly discount?: number
  readonly isSameState?: boolean
}

/** A line of a document of one T-shirt. Amounts are paise. */
export function buildDocumentLine({
  total = 99_900,
  discount = 0,
  rate = 500,
  isSameState = true,
  ...more
}: LineFields = {}): DocumentLine {
  return {
    line: 1,
    title: 'Oversized tee',
    size: 'M',
    hsnCode: '6109',
    quantity: 1,
    piecesPerUnit: 1,
    gross: paise(total + discount),
    discount: paise(discount),
    rate,
    total: paise(total),
    ...splitTax({ paid: paise(total), rate, isSameState }),
    ...more,
  }
}

/** An invoice of a shop in Karnataka. Its sums are those of its lines. */
export function buildTaxDocument({ lines = [buildDocumentLine()], ...more }: Partial<TaxDocument> = {}): TaxDocument {
  const sum = (key: 'taxable' | 'cgst' | 'sgst' | 'igst' | 'total') => paise(lines.reduce((before, line) => before + line[key], 0))
  return {
    id: '01900000-0000-7000-8000-000000000001',
    kind: 'invoice',
    written: 'INV/26-27/000123',
    issuedAt: new Date('2026-11-05T20:00:00Z'),
    orderId: '01900000-0000-7000-8000-000000000002',
    orderNumber: 'LL-ABCD-2345',
    refersTo: null,
    supplier: {
      name: 'Loom & Lane Private Limited',
      gstin: '29AAPFU0939F1ZR',
      address: '4 Mill Road\nBengaluru 560002',
      stateCode: '29',
      phone: '+91 98765 43210',
      email: 'care@example.com',
      signatory: 'A. Rao, Director',
      signature: null,
      isComposition: false,
      creditPrefix: 'CN',
    },
    buyer: {
      name: 'Asha Rao',
      address: '12 Lake Road\nBengaluru, Karnataka, 560001',
      stateCode: '29',
      pinCode: '560001',
      gstin: null,
      businessName: '',
    },
    placeOfSupply: '29',
    lines,
    taxable: sum('taxable'),
    cgst: sum('cgst'),
    sgst: sum('sgst'),
    igst: sum('igst'),
    total: sum('total'),
    reason: null,
    ...more,
  }
}
