import { sql } from 'kysely'
import { sumPaise } from '#contract/kernel/pricing.ts'
import {
  type DocumentBuyer,
  type DocumentKind,
  type DocumentLine,
  type DocumentSupplier,
  findFinancialYear,
  writeDocumentNumber,
} from '#contract/tax/documents.ts'
import type { Transaction } from '../database/schema.ts'

interface NewDocument {
  readonly kind: DocumentKind
  /** the prefix of its number */
  readonly series: string
  readonly orderId: string
  /** the invoice of a credit note */
  readonly refersTo?: string
  readonly reason?: string
  readonly supplier: DocumentSupplier
  readonly buyer: DocumentBuyer
  readonly placeOfSupply: string
  readonly lines: readonly DocumentLine[]
}

/**
 * Stores a document with the next number of its series. The row of the series stays locked until the transaction ends, so that a
 * transaction that fails leaves no gap: call it last. Returns the number on paper.
 */
export async function insertDocument({ trx, document }: { trx: Transaction; document: NewDocument }): Promise<string> {
  const { kind, series, orderId, refersTo = null, reason = null, supplier, buyer, placeOfSupply, lines } = document
  const { year, number, issuedAt } = await takeNumber({ trx, series })
  const written = writeDocumentNumber({ series, year, number })
  await trx
    .insertInto('documents')
    .values({
      kind,
      series,
      year,
      number,
      written,
      order_id: orderId,
      refers_to: refersTo,
      issued_at: issuedAt,
      supplier: JSON.stringify(supplier),
      buyer: JSON.stringify(buyer),
      place_of_supply: placeOfSupply,
      lines: JSON.stringify(lines),
      taxable_paise: sumPaise(lines.map(({ taxable }) => taxable)),
      cgst_paise: sumPaise(lines.map(({ cgst }) => cgst)),
      sgst_paise: sumPaise(lines.map(({ sgst }) => sgst)),
      igst_paise: sumPaise(lines.map(({ igst }) => igst)),
      total_paise: sumPaise(lines.map(({ total }) => total)),
      reason,
    })
    .execute()
  return written
}

interface TakenNumber {
  readonly year: string
  readonly number: number
  readonly issuedAt: Date
}

/** The next number of a series and its time, both under the lock of the series, so that times rise with numbers. */
async function takeNumber({ trx, series }: { trx: Transaction; series: string }): Promise<TakenNumber> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(trx)
  let year = findFinancialYear(rows[0]?.now ?? new Date())
  for (;;) {
    const { last_number: number, issuedAt } = await trx
      .insertInto('document_series')
      .values({ series, year, last_number: 1 })
      .onConflict((conflict) => conflict.columns(['series', 'year']).doUpdateSet({ last_number: sql`document_series.last_number + 1` }))
      // Evaluated when the row is locked.
      .returning(['last_number', sql<Date>`clock_timestamp()`.as('issuedAt')])
      .executeTakeFirstOrThrow()
    const yearNow = findFinancialYear(issuedAt)
    if (yearNow === year) return { year, number, issuedAt }
    // The year has ended while the series was locked by another transaction.
    await trx
      .updateTable('document_series')
      .set({ last_number: number - 1 })
      .where('series', '=', series)
      .where('year', '=', year)
      .execute()
    year = yearNow
  }
}
