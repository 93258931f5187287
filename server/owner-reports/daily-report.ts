import { sql } from 'kysely'
import { formatRupees } from '#contract/kernel/money.ts'
import type { DayFigures } from '#contract/orders/day-summary.ts'
import type { DeskView } from '#contract/orders/order-desk.ts'
import type { ShopSettings } from '#contract/settings/setting-groups.ts'
import type { Database } from '../database/schema.ts'
import { queueAccountMail } from '../mail/outbox.ts'
import { filterView, listFoundProblems } from '../orders/desk/order-views.ts'
import { readDaySummary } from '../orders/reports/day-summary.ts'
import { listOrdersToReview } from '../payments/review/discrepancies.ts'
import { formatCount } from './format-count.ts'
import { listProblems } from './problems.ts'

interface ReportOptions {
  readonly database: Database
  readonly settings: Pick<ShopSettings, 'shop' | 'mails' | 'tax'>
  /** the address of the order desk */
  readonly deskUrl: string
}

/** Yesterday's orders and takings; undefined for a day on which nothing happened. */
function describeDay(figures: DayFigures): string | undefined {
  const name = (key: keyof DayFigures, one: string, several?: string) => {
    const { count: number, amount } = figures[key]
    return number === 0 ? [] : [`${formatCount(number, one, several)}, ${formatRupees(amount)}`]
  }
  const parts = [
    ...name('placed', 'order placed', 'orders placed'),
    ...name('paidOnline', 'payment online', 'payments online'),
    ...name('collected', 'order paid on delivery', 'orders paid on delivery'),
    ...name('refunds', 'refund'),
    ...name('cancelled', 'order cancelled', 'orders cancelled'),
  ]
  return parts.length === 0 ? undefined : `Yesterday: ${parts.join('; ')}.`
}

const waitingViews: Readonly<Partial<Record<DeskView, readonly [one: string, several: string]>>> = {
  new: ['order to confirm', 'orders to confirm'],
  'to-pack': ['order to pack', 'orders to pack'],
  packed: ['packed order to ship', 'packed orders to ship'],
  late: ['order late', 'orders late'],
  'coming-back': ['parcel on its way back', 'parcels on their way back'],
  problems: ['order with a problem', 'orders with a problem'],
}

/** The orders that wait for the shop; undefined for none. */
async function describeWaiting({ database, settings }: Omit<ReportOptions, 'deskUrl'>): Promise<string | undefined> {
  const foundProblems = await listFoundProblems({ database, payments: { listOrdersToReview }, settings })
  const views = Object.keys(waitingViews) as (keyof typeof waitingViews)[]
  const counts: Partial<Record<DeskView, number | null>> = await database
    .selectNoFrom((eb) =>
      views.map((view) => filterView({ database, view, foundProblems }).select(eb.fn.countAll<number>().as('total')).as(view)),
    )
    .executeTakeFirstOrThrow()
  const parts = views.flatMap((view) => {
    const [total, words] = [counts[view] ?? 0, waitingViews[view]]
    return total === 0 || words === undefined ? [] : [formatCount(total, ...words)]
  })
  return parts.length === 0 ? undefined : `Waiting: ${parts.join(', ')}.`
}

/** What does not work as it should; undefined for nothing. */
async function describeProblems({ database }: { database: Database }): Promise<string | undefined> {
  const problems = await listProblems({ database })
  return problems.length === 0 ? undefined : `Problems: ${problems.map(({ text }) => text).join('; ')}.`
}

/**
 * Queues the report of yesterday to the shop's own address, once a day, unless all of its parts are off or say nothing. Returns whether it
 * did.
 */
export async function queueDailyReport({ database, settings, deskUrl }: ReportOptions): Promise<boolean> {
  const { shop, mails } = settings
  if ([mails.dailyOrders, mails.dailyWaiting, mails.dailyProblems].every((part) => part === 'off')) return false
  const { rows } = await sql<{ day: string }>`
    select to_char((now() at time zone 'Asia/Kolkata')::date - 1, 'YYYY-MM-DD') as day
    where not exists (select from daily_reports where day = (now() at time zone 'Asia/Kolkata')::date - 1)
  `.execute(database)
  const day = rows[0]?.day
  if (day === undefined) return false
  const [orders, waiting, problems] = await Promise.all([
    mails.dailyOrders === 'on' ? readDaySummary({ database, day }).then(({ figures }) => describeDay(figures)) : undefined,
    mails.dailyWaiting === 'on' ? describeWaiting({ database, settings }) : undefined,
    mails.dailyProblems === 'on' ? describeProblems({ database }) : undefined,
  ])
  const paragraphs = [orders, waiting, problems].filter((text) => text !== undefined)
  return database.transaction().execute(async (trx) => {
    const claimed = await trx
      .insertInto('daily_reports')
      .values({ day })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (claimed.numInsertedOrUpdatedRows !== 1n || paragraphs.length === 0) return false
    await queueAccountMail({ database: trx, mail: { kind: 'daily report', to: shop.email, day, paragraphs, url: deskUrl } })
    return true
  })
}
