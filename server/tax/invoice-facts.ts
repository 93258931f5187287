import { sql } from 'kysely'
import type { SavedAddress } from '#contract/kernel/address.ts'
import { type Paise, paise } from '#contract/kernel/money.ts'
import { divideAmount, sumPaise } from '#contract/kernel/pricing.ts'
import type { ShopSettings } from '#contract/settings/setting-groups.ts'
import type { DocumentBuyer, DocumentLine, DocumentSupplier } from '#contract/tax/documents.ts'
import { findStateCode } from '#contract/tax/states.ts'
import { findRate, splitTax } from '#contract/tax/tax-amounts.ts'
import { type DatedRate, selectRates } from '#contract/tax/tax-rates.ts'
import type { Transaction } from '../database/schema.ts'

/** What an invoice takes from the settings of the shop. */
export type InvoiceSettings = Pick<ShopSettings, 'shop' | 'tax'>

/** Who sells. Undefined without a GSTIN. */
export function findSupplier({ shop, tax }: InvoiceSettings): DocumentSupplier | undefined {
  if (shop.gstin === '') return undefined
  return {
    name: shop.legalName || shop.name,
    gstin: shop.gstin,
    address: shop.address,
    stateCode: shop.gstin.slice(0, 2),
    phone: shop.phone,
    email: shop.email,
    signatory: tax.signatory,
    signature: tax.signature,
    isComposition: tax.registration === 'composition',
    creditPrefix: tax.creditPrefix,
  }
}

interface BuyerNames {
  readonly address: SavedAddress
  /** entered for documents; null: the name of the address */
  readonly documentName: string | null
}

/** Who buys. Undefined for an address without a state of India. */
export function findBuyer({ address, documentName }: BuyerNames): DocumentBuyer | undefined {
  const stateCode = findStateCode(address.state)
  if (stateCode === undefined) return undefined
  const { firstName, lastName, landmark, city, state, pinCode, gstin, businessName } = address
  const place = [city, state, pinCode].filter(Boolean).join(', ')
  return {
    name: documentName ?? `${firstName} ${lastName}`.trim(),
    address: [address.address, landmark, place].filter(Boolean).join('\n'),
    stateCode,
    pinCode,
    gstin: gstin || null,
    businessName: (gstin && businessName) || '',
  }
}

interface OrderedLine {
  readonly line: number
  readonly title: string
  readonly size: string | null
  readonly quantity: number
  readonly gross: Paise
  /** 0 or less */
  readonly adjustment: Paise
  readonly hsnCode: string | null
  readonly piecesPerUnit: number
}

/** The lines of an order with what their products say about tax. */
export async function readTaxedLines({ trx, orderId }: { trx: Transaction; orderId: string }): Promise<OrderedLine[]> {
  return (
    trx
      .selectFrom('order_lines as line')
      .leftJoin('products', 'products.id', 'line.product_id')
      .leftJoin('categories', 'categories.key', 'products.category')
      .select(['line.line', 'line.name as title', 'line.size', 'line.quantity'])
      .select('line.subtotal_paise as gross')
      // Items of an exchange are paid for with what came back.
      .select(sql<Paise>`coalesce(line.exchange_paise - line.subtotal_paise, line.adjustment_paise)::bigint`.as('adjustment'))
      .select(sql<string | null>`coalesce(products.details ->> 'hsnCode', categories.hsn_code)`.as('hsnCode'))
      .select(
        sql<number>`coalesce((products.details ->> 'taxPieces')::int, (products.details ->> 'itemsInPack')::int, 1)`.as('piecesPerUnit'),
      )
      .where('line.order_id', '=', orderId)
      .orderBy('line.line')
      .execute()
  )
}

interface LinesToTax {
  readonly lines: readonly OrderedLine[]
  /** what is to be paid for the order */
  readonly toPay: Paise
  readonly rates: readonly DatedRate[]
  readonly isComposition: boolean
  readonly isSameState: boolean
}

/**
 * The lines of a document. Fees of the order have the rates of its goods, in proportion: they are part of the supply of the goods, and the
 * rate is that of the price without them. Undefined when a line has no HSN code, or its code has no rate.
 */
export function taxLines({ lines, toPay, rates, isComposition, isSameState }: LinesToTax): DocumentLine[] | undefined {
  const paidForItems = lines.map(({ gross, adjustment }) => gross + adjustment)
  const fees = paise(toPay - sumPaise(paidForItems.map(paise)))
  const shares = divideAmount({ amount: fees, weights: paidForItems.some((amount) => amount > 0) ? paidForItems : lines.map(() => 1) })
  const taxed = lines.map((each, index) => {
    const { line, title, size, quantity, gross, piecesPerUnit, hsnCode } = each
    const [goods, share] = [paidForItems[index] ?? 0, shares[index] ?? 0]
    const total = paise(goods + share)
    const found = isComposition
      ? { rate: 0 }
      : findRate({
          paid: paise(Math.min(goods, total)),
          pieces: quantity * piecesPerUnit,
          rates: selectRates({ rates, hsnCode: hsnCode ?? '' }),
        })
    if (!found) return undefined
    const shown = { line, title, size, hsnCode: hsnCode ?? '', quantity, piecesPerUnit, gross, discount: paise(gross - total) }
    return { ...shown, rate: found.rate, total, ...splitTax({ paid: total, rate: found.rate, isSameState }) }
  })
  return taxed.every((line) => line !== undefined) ? taxed : undefined
}
