import { sql } from 'kysely'
import type { Paise } from '#contract/kernel/money.ts'
import type { TaxDocument } from '#contract/tax/documents.ts'
import type { InvoiceProblem } from '#contract/tax/invoice-problems.ts'
import type { Transaction } from '../database/schema.ts'
import { findActiveInvoice } from './active-invoice.ts'
import { creditLines } from './credit-notes.ts'
import { insertDocument } from './insert-document.ts'
import { findBuyer, findSupplier, type InvoiceSettings, readTaxedLines, taxLines } from './invoice-facts.ts'
import { listRates } from './rates/read-rates.ts'

interface InvoiceRequest {
  readonly trx: Transaction
  readonly orderId: string
  readonly settings: InvoiceSettings
}

/**
 * Issues the invoice of an order, which the caller has locked, or its bill of supply. An order whose invoice is not credited keeps it.
 * Returns what is missing for it; undefined when it is issued, and for a shop without a GSTIN.
 */
export async function issueInvoice({ trx, orderId, settings }: InvoiceRequest): Promise<InvoiceProblem | undefined> {
  const supplier = findSupplier(settings)
  if (!supplier || (await findActiveInvoice({ trx, orderId }))) return undefined
  if (supplier.address === '') return 'supplier'
  const order = await trx
    .selectFrom('orders')
    .select(['delivery_address as address', 'document_name as documentName'])
    // With what an exchange was paid for by items that came back, less what has reduced the price.
    .select(
      sql<Paise>`greatest(0, to_pay_paise + coalesce((select sum(exchange_paise) from order_lines where order_id = orders.id), 0)
        - coalesce((select sum(amount_paise) from price_reductions where order_id = orders.id), 0))::bigint`.as('worth'),
    )
    .select(sql<string>`to_char(now() at time zone 'Asia/Kolkata', 'YYYY-MM-DD')`.as('today'))
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const buyer = findBuyer(order)
  if (!buyer) return 'state'
  // Loaded when it is needed, because it reads the lists of all fonts.
  const { listUnprintable } = await import('./print/print-fonts.ts')
  if (listUnprintable(`${buyer.name} ${buyer.businessName}`).length > 0) return 'letters'
  const lines = taxLines({
    lines: await readTaxedLines({ trx, orderId }),
    toPay: order.worth,
    rates: await listRates({ database: trx, day: order.today }),
    isComposition: supplier.isComposition,
    isSameState: buyer.stateCode === supplier.stateCode,
  })
  if (!lines) return 'rate'
  // Notification 78/2020: above a turnover of ₹5 crore on all invoices, also to consumers.
  if (settings.tax.longHsnCodes === 'on' && lines.some(({ hsnCode }) => hsnCode.length < 6)) return 'hsn'
  const kind: TaxDocument['kind'] = supplier.isComposition ? 'bill of supply' : 'invoice'
  const document = { kind, series: settings.tax.invoicePrefix, orderId, supplier, buyer, placeOfSupply: buyer.stateCode, lines }
  await insertDocument({ trx, document })
  await creditReturned({ trx, orderId })
  return undefined
}

/** Credits the items that had come back before the invoice, or before the one that it replaces. */
async function creditReturned({ trx, orderId }: Omit<InvoiceRequest, 'settings'>): Promise<void> {
  const lines = await trx
    .selectFrom('return_lines')
    .innerJoin('returns', 'returns.id', 'return_id')
    .select(['line', sql<number>`coalesce(refunded, 0)`.as('quantity')])
    .select(sql<Paise>`coalesce(exchanged_paise, credit_paise, return_lines.refund_paise, 0)::bigint`.as('amount'))
    .where('return_lines.order_id', '=', orderId)
    .where('state', '=', 'settled')
    .execute()
  for (const line of lines) await creditLines({ trx, orderId, reason: 'Items returned', lines: [line] })
}
