import type { z } from 'zod'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import type { SettledRow } from '../../payments/provider/gateway.ts'
import { readItems, settledReply } from './replies.ts'

/** Rows of settlements in one answer: Razorpay's maximum for them. */
const pageSize = 1_000

interface SettledDay {
  /** `2026-11-30` */
  readonly day: string
  /** returns the items of a reply */
  readonly read: (path: string) => Promise<readonly unknown[]>
}

/** The payments and refunds that were settled on a day, in pages (https://razorpay.com/docs/api/settlements/fetch-recon/). */
export async function* listSettled({ day, read }: SettledDay): AsyncGenerator<SettledRow[]> {
  const [year, month, date] = day.split('-').map(Number)
  for (let skip = 0; ; skip += pageSize) {
    const items = await read(`/settlements/recon/combined?year=${year}&month=${month}&day=${date}&count=${pageSize}&skip=${skip}`)
    yield readItems({ items, schema: settledReply }).map(toSettledRow)
    if (items.length < pageSize) return
  }
}

const toSettledRow = (row: z.infer<typeof settledReply>): SettledRow => ({
  settlementId: row.settlement_id,
  entityId: row.entity_id,
  kind: row.type,
  amount: row.amount,
  fee: row.fee ?? 0,
  tax: row.tax ?? 0,
  debit: row.debit,
  credit: row.credit,
  utr: row.settlement_utr || null,
  settledOn: toIndianDay(row.settled_at * 1000),
})
