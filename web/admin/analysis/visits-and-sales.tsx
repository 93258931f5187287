import { figureDays } from '#contract/figures/figures.ts'
import { formatRupees, toPaise, toRupees } from '#contract/kernel/money.ts'
import { sumPaise } from '#contract/kernel/pricing.ts'
import { ApiError } from '../../api/client.ts'
import { callSignedIn } from '../../session/call-signed-in.ts'
import { downloadSignedIn } from '../../session/download-signed-in.ts'
import { FigureTabs } from '../kit/admin-tabs.tsx'
import { formatLongDay } from '../kit/format-time.ts'
import { ListError, ListFrame } from '../kit/list-frame.tsx'
import { analysisPath } from '../kit/list-href.ts'
import { type Column, Table } from '../kit/table.tsx'
import { describeError } from '../kit/use-resource.ts'
import { DailyChart, type DailyMetrics } from './daily-chart.tsx'
import { countedOrders, formatCount } from './parts/figure-parts.tsx'
import { FileButtons } from './parts/file-buttons.tsx'
import { PeriodNav } from './parts/period-nav.tsx'
import '../../ui/print.css'

/** The figures of the days in the address, 30 without them. */
export async function loadVisitsAndSales(search: URLSearchParams) {
  const range = figureDays.find((days) => days === search.get('days')) ?? '30'
  try {
    // The period before is beside it.
    const query = { days: 2 * Number(range) }
    const [{ totalVisits }, visits, orders] = await Promise.all([
      callSignedIn('GET /track/total-visits', {}),
      callSignedIn('GET /track/daily-visits', { query }),
      callSignedIn('GET /order/admin/daily', { query }),
    ])
    const visitsByDay = new Map(visits.days.map((day) => [day.day, day.visits]))
    const all = orders.days.map(
      ({ cancelled, ...day }): DailyMetrics => ({ ...day, orders: day.orders - cancelled, visits: visitsByDay.get(day.day) ?? 0 }),
    )
    return { range, totalVisits, days: all.slice(-Number(range)), before: all.slice(0, -Number(range)), error: undefined }
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw error
    return { range, totalVisits: 0, days: [], before: [], error: describeError(error) }
  }
}

const sumCounts = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0)
const sumRupees = (amounts: readonly number[]) => toRupees(sumPaise(amounts.map(toPaise)))

const charts = [
  { name: 'visits', title: 'Visits', format: formatCount, sum: sumCounts },
  { name: 'orders', title: 'Orders', format: formatCount, sum: sumCounts },
  { name: 'takings', title: 'Sales', format: formatRupees, sum: sumRupees },
] as const

const columns: readonly Column<DailyMetrics>[] = [
  { head: 'Day', className: 'sm:whitespace-nowrap', cell: ({ day }) => formatLongDay(day) },
  ...charts.map(({ name, title, format }) => ({
    head: title,
    number: true,
    cell: (day: DailyMetrics) => (
      <>
        {format(day[name])}
        {name === 'takings' && day.codDue > 0 && <span className="block text-soft sm:hidden">{formatRupees(day.codDue)} due</span>}
      </>
    ),
  })),
  { head: 'COD due', number: true, className: 'max-sm:hidden', cell: ({ codDue }) => formatRupees(codDue) },
]

/** Visits, orders and sales per day as charts and as a table, newest day first. */
export function VisitsAndSales({ range, totalVisits, days, before, error }: Awaited<ReturnType<typeof loadVisitsAndSales>>) {
  const download = () =>
    downloadSignedIn({
      route: 'GET /figures/visits-and-sales/export',
      input: { query: { days: range } },
      fileName: 'visits-and-sales.csv',
    })
  return (
    <div data-print>
      <ListFrame
        title="Visits and sales"
        tabs={
          <div className="print:hidden">
            <FigureTabs />
          </div>
        }
        aside={
          <div className="flex flex-wrap items-baseline gap-x-6">
            {error === undefined && <FileButtons download={download} />}
            {error === undefined && (
              <p className="text-soft">
                Total visits <span className="font-display text-3xl text-ink tabular-nums">{totalVisits.toLocaleString('en-IN')}</span>
              </p>
            )}
          </div>
        }
      >
        <PeriodNav days={range} buildHref={(days) => `${analysisPath}?days=${days}`} className="border-b border-line print:hidden" />
        {error !== undefined && <ListError text={error} />}
        {error === undefined && (
          <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)] xl:grid-cols-[minmax(0,1fr)_minmax(0,30rem)]">
            <div className="flex min-w-0 flex-col gap-8">
              {charts.map(({ name, title, format, sum }) => (
                <figure key={name} className="flex flex-col gap-2">
                  <figcaption className="flex items-baseline justify-between gap-4">
                    <span className="font-semibold">{title}</span>
                    <span className="text-right text-sm text-soft">
                      <span className="font-semibold text-ink tabular-nums">{format(sum(days.map((day) => day[name])))}</span> in {range}{' '}
                      days
                      {name === 'takings' && (
                        <>
                          , <span className="tabular-nums">{formatRupees(sumRupees(days.map(({ codDue }) => codDue)))}</span> COD due
                        </>
                      )}
                      <span className="block">
                        before: <span className="tabular-nums">{format(sum(before.map((day) => day[name])))}</span>
                      </span>
                    </span>
                  </figcaption>
                  <div className="h-44">
                    <DailyChart days={days} name={name} title={title} format={format} />
                  </div>
                </figure>
              ))}
            </div>
            <div>
              <Table label="Visits, orders and sales per day" columns={columns} rows={days.toReversed()} getKey={({ day }) => day} />
              <p className="mt-3 text-sm text-soft">
                {countedOrders} An order counts on the day it was placed. Sales are payments received for the orders of a day, less refunds,
                without cancelled orders. COD due is cash on delivery that has not been collected yet; it counts as sales when the order is
                marked as delivered. Days are in Indian time.
              </p>
            </div>
          </div>
        )}
      </ListFrame>
    </div>
  )
}
