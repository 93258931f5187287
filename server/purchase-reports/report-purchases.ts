import { sql } from 'kysely'
import { buildVariantId } from '#contract/catalog/variants.ts'
import type { SavedAddress } from '#contract/kernel/address.ts'
import { type Paise, toRupees } from '#contract/kernel/money.ts'
import type { ReportState } from '#contract/settings/purchase-reports.ts'
import type { Database } from '../database/schema.ts'
import { type Purchase, type PurchaseReporter, ReportError } from './purchase-reporter.ts'
import { completedAt } from './select-completed.ts'

/** Longer than Meta may take for one answer. */
const claimSeconds = 90
const firstDelaySeconds = 60
const maxDelaySeconds = 6 * 3_600
/** Meta takes no older events. */
const maxAgeHours = 7 * 24
/** For so long Meta leaves out an event that it knows; an hour is for a call that lasts. */
const sameEventHours = 47

interface ReportOptions {
  readonly database: Database
  readonly reporter: PurchaseReporter
  /** of the shop, without a slash at the end */
  readonly origin: string
  readonly signal: AbortSignal
}

interface Claim {
  readonly id: string
  readonly orderId: string
  /** the number of claims, this one included */
  readonly tries: number
  readonly at: Date
  readonly number: string
  readonly kind: string
  readonly userId: string | null
  readonly address: SavedAddress
  readonly toPay: Paise
  readonly userAgent: string
  readonly clickId: string | null
  readonly clickedAt: Date | null
  readonly end: 'too late' | 'unknown' | null
  readonly isRestored: boolean
}

/**
 * Reports purchases that are complete, whose shoppers agree. Several servers may do so at the same time. A purchase that fails is reported later
 * with the same event id, and stops no other; a problem of the account ends the run.
 */
export async function reportPurchases(options: ReportOptions): Promise<void> {
  while (!options.signal.aborted) {
    const claim = await claimReport(options)
    if (!claim || (await reportPurchase({ ...options, claim })) === 'account') break
  }
}

/**
 * A claim ends by itself, so that a crash repeats a report and loses none. What a restored backup has as not reported may have been reported
 * since, which Meta forgets after 48 hours.
 */
async function claimReport({ database }: Pick<ReportOptions, 'database'>): Promise<Claim | undefined> {
  const { rows } = await sql<Claim>`
    with due as (
      select report.id, ${completedAt} as at from purchase_reports as report join orders on orders.id = report.order_id
      where report.state = 'waiting' and report.withdrawn_at is null and report.recipients <> 'google' and report.due_at <= clock_timestamp()
        and ${completedAt} is not null
      order by report.due_at limit 1 for update of report skip locked
    )
    update purchase_reports as report
    set tries = report.tries + 1, due_at = clock_timestamp() + make_interval(secs => ${claimSeconds}), changed_at = clock_timestamp()
    from due, orders
    where report.id = due.id and orders.id = report.order_id
    returning report.id, orders.id as "orderId", report.tries, due.at, orders.number, orders.kind, orders.user_id as "userId",
      orders.delivery_address as address, orders.to_pay_paise as "toPay", report.user_agent as "userAgent",
      (select click_id from order_referrals where order_id = orders.id and click_name = 'fbclid') as "clickId",
      (select stored_at from order_referrals where order_id = orders.id and click_name = 'fbclid') as "clickedAt",
      exists (select from restores where found_at > report.agreed_at) as "isRestored",
      case
        when report.unclear_at < clock_timestamp() - make_interval(hours => ${sameEventHours}) then 'unknown'
        when due.at < clock_timestamp() - make_interval(hours => ${maxAgeHours}) then 'too late'
      end as end
  `.execute(database)
  return rows[0]
}

const ends = {
  'too late': 'Meta takes no purchases that are older than seven days.',
  unknown: 'Meta has not answered for two days. It may know the purchase.',
  restored: 'A backup was restored. Meta may know the purchase.',
} as const

type Outcome = 'done' | 'account'

async function reportPurchase({ database, reporter, origin, claim }: ReportOptions & { claim: Claim }): Promise<Outcome> {
  const update = (change: Change) => updateClaimed({ database, claim, change })
  if (claim.isRestored || claim.end) {
    const [state, problem] = claim.isRestored
      ? (['unknown', ends.restored] as const)
      : [claim.end ?? 'unknown', ends[claim.end ?? 'unknown']]
    await update({ state, problem })
    return 'done'
  }
  const purchase = await readPurchase({ database, origin, claim })
  try {
    await reporter.report(purchase)
    await update({ state: 'sent' })
  } catch (error) {
    if (!(error instanceof ReportError)) throw error
    const { failure, message: problem } = error
    await update({ state: failure === 'refused' ? 'refused' : 'waiting', problem, isUnclear: failure === 'unclear' })
    if (failure === 'account') return 'account'
  }
  return 'done'
}

async function readPurchase({ database, origin, claim }: Pick<ReportOptions, 'database' | 'origin'> & { claim: Claim }): Promise<Purchase> {
  const { orderId, at, number, kind, userId, address, toPay, userAgent, clickId, clickedAt } = claim
  const lines = await database
    .selectFrom('order_lines')
    .select(['product_id', 'size', 'quantity', 'price_paise'])
    .where('order_id', '=', orderId)
    .orderBy('line')
    .execute()
  const path = userId === null ? '/orderNow' : kind === 'card' ? '/UserDashboard/Order' : '/UserDashboard/cod'
  return {
    eventId: orderId,
    at,
    url: `${origin}${path}`,
    email: address.email ?? '',
    phone: address.phone ?? '',
    userAgent,
    click: clickId && clickedAt ? { id: clickId, at: clickedAt } : undefined,
    orderNumber: number,
    value: toRupees(toPay),
    items: lines.map(({ product_id: productId, size, quantity, price_paise: price }) => ({
      id: size === null ? productId : buildVariantId({ productId, size }),
      quantity,
      price: toRupees(price),
    })),
  }
}

interface Change {
  readonly state: ReportState
  readonly problem?: string
  readonly isUnclear?: boolean
}

/** Changes a claimed report, unless a later claim has begun. The stored browser is deleted when the report has ended. */
async function updateClaimed({ database, claim, change }: { database: Database; claim: Claim; change: Change }): Promise<void> {
  const { state, problem = '', isUnclear = false } = change
  const delay = Math.min(maxDelaySeconds, firstDelaySeconds * 2 ** Math.min(claim.tries - 1, 12))
  await database
    .updateTable('purchase_reports')
    .set({
      state,
      problem,
      changed_at: sql<Date>`clock_timestamp()`,
      due_at: sql<Date>`clock_timestamp() + make_interval(secs => ${delay})`,
      ...(isUnclear && { unclear_at: sql<Date>`coalesce(unclear_at, clock_timestamp())` }),
      ...(state !== 'waiting' && { user_agent: '' }),
    })
    .where('id', '=', Number(claim.id))
    .where('tries', '=', claim.tries)
    .where('state', '=', 'waiting')
    .execute()
}

/** Ends reports of orders that were never paid or delivered, so that nothing of their browsers is stored. */
export async function endOldReports({ database, days }: { database: Database; days: number }): Promise<void> {
  await database
    .updateTable('purchase_reports')
    .set({ user_agent: '', state: sql<ReportState>`case when state = 'waiting' then 'not sent' else state end` })
    .where('user_agent', '<>', '')
    .where('agreed_at', '<', sql<Date>`clock_timestamp() - make_interval(days => ${days})`)
    .execute()
}
