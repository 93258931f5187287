import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { type Paise, toRupees } from '#contract/kernel/money.ts'
import type { ReportProblem } from '#contract/settings/purchase-reports.ts'
import { recordActivity } from '../activity/record-activity.ts'
import { formatCsv } from '../csv/write-csv.ts'
import type { Database } from '../database/schema.ts'
import { defineRoute } from '../http/define-route.ts'
import { requireUser } from '../http/session.ts'
import { completedAt } from './select-completed.ts'

/** Rows of the list of problems. */
const maxProblems = 10
const countedDays = 30
/** The conversion action must have this name in Google Ads. */
const conversionName = 'Purchase'

/** https://support.google.com/google-ads/answer/7014069 */
const columns = [
  'Google Click ID',
  'GBRAID',
  'WBRAID',
  'Conversion Name',
  'Conversion Time',
  'Conversion Value',
  'Conversion Currency',
] as const
/** Each row has one of them. */
const clickNames = ['gclid', 'gbraid', 'wbraid'] as const

/** What was reported to Meta, and the file for Google. */
export function purchaseReportRoutes(api: FastifyInstance, { database }: { database: Database }): void {
  defineRoute(api, 'getPurchaseReports', async () => ({
    ...(await countReports(database)),
    problems: await listProblems(database),
  }))

  defineRoute(api, 'exportConversions', async ({ query, request, reply }) => {
    await recordActivity({ database, actorId: requireUser(request).id, call: 'exportConversions' })
    const rows = await listConversions({ database, days: Number(query.days) })
    reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="conversions-${toIndianDay()}.csv"`)
    return `Parameters:TimeZone=Asia/Kolkata\r\n${formatCsv({ columns, rows, hasMark: false })}`
  })
}

async function countReports(database: Database): Promise<{ sent: number; waiting: number }> {
  const { rows } = await sql<{ sent: number; waiting: number }>`
    select count(*) filter (where state = 'sent' and changed_at > clock_timestamp() - make_interval(days => ${countedDays}))::int as sent,
      count(*) filter (where state = 'waiting' and withdrawn_at is null and ${completedAt} is not null)::int as waiting
    from purchase_reports join orders on orders.id = order_id where recipients <> 'google'
  `.execute(database)
  return rows[0] ?? { sent: 0, waiting: 0 }
}

async function listProblems(database: Database): Promise<ReportProblem[]> {
  const rows = await database
    .selectFrom('purchase_reports')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select(['orders.id', 'number', 'state', 'problem', 'changed_at'])
    .where('problem', '<>', '')
    .orderBy('changed_at', 'desc')
    .limit(maxProblems)
    .execute()
  return rows.map(({ id, number, state, problem, changed_at }) => ({
    orderId: id,
    orderNumber: number,
    state,
    problem,
    at: changed_at.toISOString(),
  }))
}

/** Complete purchases of the last days, of today included. */
async function listConversions({ database, days }: { database: Database; days: number }) {
  const { rows } = await sql<{ name: string; click: string; time: string; value: Paise }>`
    select name, click, to_char(at at time zone 'Asia/Kolkata', 'YYYY-MM-DD HH24:MI:SS') as time, value from (
      select click_name as name, click_id as click, ${completedAt} as at, to_pay_paise as value
      from purchase_reports join orders on orders.id = order_id join order_referrals on order_referrals.order_id = orders.id
      where recipients <> 'meta' and withdrawn_at is null and click_name in (${sql.join(clickNames)}) and click_id <> ''
    ) as purchase
    where at >= ((now() at time zone 'Asia/Kolkata')::date - ${days - 1}::int)::timestamp at time zone 'Asia/Kolkata'
    order by at
  `.execute(database)
  return rows.map(({ name, click, time, value }) => [
    ...clickNames.map((each) => (each === name ? click : '')),
    conversionName,
    time,
    toRupees(value),
    'INR',
  ])
}
