import { type Paise, paise, toRupees } from '#contract/kernel/money.ts'
import { type DocumentLine, documentTitles, type TaxDocument } from '#contract/tax/documents.ts'
import { findState } from '#contract/tax/states.ts'

// What rules 46, 49 and 53 of the CGST rules want on a document, as texts.

const plainAmount = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** An amount without the sign of the currency, which the heading of its column has. */
const formatAmount = (amount: Paise): string => plainAmount.format(toRupees(amount))

const dayInIndia = new Intl.DateTimeFormat('en-IN', { timeZone: 'Asia/Kolkata', day: 'numeric', month: 'long', year: 'numeric' })

/** Basis points as percent: 250 is 2.5%. */
const formatRate = (basisPoints: number): string => `${basisPoints / 100}%`

const nameState = (code: string): string => {
  const name = findState(code)?.name
  return name ? `${name} (${code})` : code
}

/** The columns of amounts of a document. */
export type AmountColumn = 'gross' | 'discount' | 'taxable' | 'cgst' | 'sgst' | 'igst' | 'total'

interface PrintedCell {
  readonly amount: string
  /** of the tax; of a price, that of one item */
  readonly rate?: string
}

interface PrintedLine {
  readonly title: string
  readonly hsnCode: string
  /** empty when nothing is taken back */
  readonly quantity: string
  readonly cells: Readonly<Partial<Record<AmountColumn, PrintedCell>>>
}

export interface DocumentTexts {
  readonly title: string
  /** what the law wants below the title; empty without */
  readonly subtitle: string
  readonly number: string
  readonly supplierName: string
  readonly supplierLines: readonly string[]
  readonly facts: readonly (readonly [label: string, value: string])[]
  readonly buyerName: string
  readonly buyerLines: readonly string[]
  readonly columns: readonly { readonly key: AmountColumn; readonly label: string }[]
  readonly lines: readonly PrintedLine[]
  readonly sums: Readonly<Partial<Record<AmountColumn, PrintedCell>>>
  readonly total: string
  readonly note: string
  readonly signedFor: string
  readonly signatory: string
}

/** Whether taxes are those of one state, so that CGST and SGST are due in place of IGST. */
const isWithinState = ({ supplier, placeOfSupply }: TaxDocument): boolean => supplier.stateCode === placeOfSupply

/** Fees raise the amount of a line, so that they are a negative discount. */
const formatDiscount = (discount: Paise): string => {
  if (discount === 0) return formatAmount(discount)
  return discount > 0 ? `-${formatAmount(discount)}` : `+${plainAmount.format(-toRupees(discount))}`
}

function listColumns(document: TaxDocument): DocumentTexts['columns'] {
  const prices = [
    { key: 'gross', label: 'Price' },
    { key: 'discount', label: 'Discount, fees' },
  ] as const
  const total = { key: 'total', label: 'Total' } as const
  if (document.supplier.isComposition) return [...prices, total]
  const taxable = { key: 'taxable', label: 'Taxable value' } as const
  if (!isWithinState(document)) return [...prices, taxable, { key: 'igst', label: 'IGST' }, total]
  const isUtgst = findState(document.placeOfSupply)?.hasUtgst
  return [...prices, taxable, { key: 'cgst', label: 'CGST' }, { key: 'sgst', label: isUtgst ? 'UTGST' : 'SGST' }, total]
}

/** With its unit, as rule 46 asks: pairs of shoes, else pieces. */
function describeQuantity({ quantity, piecesPerUnit, hsnCode }: DocumentLine): string {
  if (quantity === 0) return ''
  const unit = hsnCode.startsWith('64')
    ? quantity * piecesPerUnit === 1
      ? 'pair'
      : 'pairs'
    : quantity * piecesPerUnit === 1
      ? 'pc'
      : 'pcs'
  return `${piecesPerUnit > 1 ? `${quantity} × ${piecesPerUnit}` : quantity} ${unit}`
}

const describeLine = (line: DocumentLine): PrintedLine => ({
  title: line.size ? `${line.title}, size ${line.size}` : line.title,
  hsnCode: line.hsnCode,
  quantity: describeQuantity(line),
  cells: {
    gross: {
      amount: formatAmount(line.gross),
      ...(line.quantity > 1 && { rate: `${formatAmount(paise(Math.round(line.gross / line.quantity)))} each` }),
    },
    discount: { amount: formatDiscount(line.discount) },
    taxable: { amount: formatAmount(line.taxable) },
    cgst: { amount: formatAmount(line.cgst), rate: formatRate(line.rate / 2) },
    sgst: { amount: formatAmount(line.sgst), rate: formatRate(line.rate / 2) },
    igst: { amount: formatAmount(line.igst), rate: formatRate(line.rate) },
    total: { amount: formatAmount(line.total) },
  },
})

function listFacts({ written, issuedAt, orderNumber, placeOfSupply, refersTo, reason, supplier }: TaxDocument): DocumentTexts['facts'] {
  const ofInvoice = supplier.isComposition ? 'Bill of supply' : 'Invoice'
  return [
    ['Number', written],
    ['Date', dayInIndia.format(issuedAt)],
    ...(refersTo ? [[ofInvoice, `${refersTo.written} of ${dayInIndia.format(refersTo.issuedAt)}`] as const] : []),
    ...(reason ? [['Reason', reason] as const] : []),
    ['Order', orderNumber],
    ['Place of supply', nameState(placeOfSupply)],
    ...(supplier.isComposition ? [] : [['Reverse charge', 'No'] as const]),
  ]
}

/** The texts of a document. */
export function describeDocument(document: TaxDocument): DocumentTexts {
  const { kind, written, supplier, buyer, lines } = document
  const sumOf = (read: (line: DocumentLine) => number) => ({
    amount: plainAmount.format(lines.reduce((sum, line) => sum + read(line), 0) / 100),
  })
  const businessName = buyer.gstin === null ? '' : buyer.businessName
  return {
    title: documentTitles[kind],
    // Rule 48.
    subtitle: [supplier.isComposition && 'Composition taxable person, not eligible to collect tax on supplies', 'Original for recipient']
      .filter(Boolean)
      .join(' · '),
    number: written,
    supplierName: supplier.name,
    supplierLines: [
      ...supplier.address.split('\n'),
      `State: ${nameState(supplier.stateCode)}`,
      `GSTIN: ${supplier.gstin}`,
      [supplier.phone, supplier.email].filter(Boolean).join(' · '),
    ].filter(Boolean),
    facts: listFacts(document),
    buyerName: businessName || buyer.name,
    buyerLines: [
      ...(businessName && buyer.name !== businessName ? [buyer.name] : []),
      ...buyer.address.split('\n'),
      `State: ${nameState(buyer.stateCode)}`,
      ...(buyer.gstin === null ? [] : [`GSTIN: ${buyer.gstin}`]),
    ].filter(Boolean),
    columns: listColumns(document),
    lines: lines.map(describeLine),
    sums: {
      gross: sumOf(({ gross }) => gross),
      discount: { amount: formatDiscount(lines.reduce<number>((sum, { discount }) => sum + discount, 0) as Paise) },
      taxable: { amount: formatAmount(document.taxable) },
      cgst: { amount: formatAmount(document.cgst) },
      sgst: { amount: formatAmount(document.sgst) },
      igst: { amount: formatAmount(document.igst) },
      total: { amount: formatAmount(document.total) },
    },
    total: `₹${formatAmount(document.total)}`,
    note: supplier.isComposition ? 'Amounts in ₹.' : 'Amounts in ₹. Prices include tax.',
    signedFor: `For ${supplier.name}`,
    signatory: supplier.signatory || 'Authorised signatory',
  }
}
