import { toIndianTime } from '#contract/kernel/indian-time.ts'
import { offerLimits } from '#contract/kernel/limits/offer-limits.ts'
import { toRupees } from '#contract/kernel/money.ts'
import type { OfferUse } from '#contract/offers/offers.ts'
import type { CsvCell } from '../csv/write-csv.ts'
import { countRows } from '../database/count-rows.ts'
import { limitToPage, presentPage } from '../database/pages.ts'
import type { Database } from '../database/schema.ts'

interface UsesOfOffer {
  readonly database: Database
  readonly offerId: string
}

/** Uses of orders, and of payments that are open. */
const selectUses = ({ database, offerId }: UsesOfOffer) =>
  database
    .selectFrom('offer_uses')
    .leftJoin('orders', 'orders.id', 'order_id')
    .where('offer_id', '=', offerId)
    .where((eb) => eb.or([eb('order_id', 'is not', null), eb('is_counted', '=', true)]))

/** One page of the uses of an offer, newest first. */
export async function listUses({ page, ...of }: UsesOfOffer & { page: number }) {
  const { usesPerPage } = offerLimits
  const [rows, total] = await Promise.all([
    selectUses(of)
      .select(['offer_uses.id', 'order_id', 'number', 'orders.status', 'amount_paise', 'is_counted', 'used_at'])
      .orderBy('offer_uses.id', 'desc')
      .$call(limitToPage({ page, perPage: usesPerPage }))
      .execute(),
    countRows(selectUses(of)),
  ])
  const uses = rows.map(
    (row): OfferUse => ({
      _id: String(row.id),
      orderId: row.order_id,
      number: row.number,
      orderStatus: row.status,
      amount: toRupees(row.amount_paise),
      isCounted: row.is_counted,
      usedAt: row.used_at.toISOString(),
    }),
  )
  return { uses, ...presentPage({ page, perPage: usesPerPage, total, minPages: 1 }) }
}

const rowsPerPart = 5_000

export const useColumns = ['Order', 'Used at', 'Status', 'Total', 'Discount of this offer', 'To pay', 'Counted'] as const

/** The orders that have used an offer in parts, oldest first. */
export async function* exportUses({ database, offerId }: UsesOfOffer): AsyncGenerator<CsvCell[][]> {
  for (let last = 0; ; ) {
    const rows = await database
      .selectFrom('offer_uses')
      .innerJoin('orders', 'orders.id', 'order_id')
      .select(['offer_uses.id', 'number', 'orders.status', 'amount_paise', 'is_counted', 'used_at', 'total_paise', 'to_pay_paise'])
      .where('offer_id', '=', offerId)
      .where('offer_uses.id', '>', last)
      .orderBy('offer_uses.id')
      .limit(rowsPerPart)
      .execute()
    yield rows.map((row) => [
      row.number,
      toIndianTime(row.used_at),
      row.status,
      toRupees(row.total_paise),
      toRupees(row.amount_paise),
      toRupees(row.to_pay_paise),
      row.is_counted ? 'yes' : 'no',
    ])
    last = rows.at(-1)?.id ?? last
    if (rows.length < rowsPerPart) return
  }
}
