import type { FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { formatRupees } from '#contract/kernel/money.ts'
import { type DayFigures, type SummaryFigure, summaryFigures } from '#contract/orders/day-summary.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { FigureTabs } from '../../kit/admin-tabs.tsx'
import { formatLongDay } from '../../kit/format-time.ts'
import { DateFilter, ListError, ListFrame } from '../../kit/list-frame.tsx'
import { analysisPath, buildListHref, summaryPath } from '../../kit/list-href.ts'
import { loadOnce } from '../../kit/load-list.ts'
import { type Column, Table } from '../../kit/table.tsx'
import type { Route } from './+types/summary'
import '../../../ui/print.css'
import { pageTitle } from '../../../ui/page-title.ts'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const asked = new URL(request.url).searchParams.get('day') ?? ''
  const day = /^\d{4}-\d{2}-\d{2}$/.test(asked) ? asked : undefined
  return loadOnce(() => callSignedIn('GET /order/admin/summary', { query: { day } }))
}

export const handle = { section: analysisPath }
export const meta = pageTitle("Day's summary")

const names: Record<SummaryFigure, string> = {
  placed: 'Orders placed',
  confirmed: 'Confirmed',
  packed: 'Packed',
  shipped: 'Shipped',
  delivered: 'Delivered',
  refused: 'Refused on delivery',
  undelivered: 'Could not be delivered',
  cancelled: 'Cancelled',
  collected: 'Cash collected by couriers',
  paidOnline: 'Paid online',
  paidToShop: 'Paid in cash, by UPI, card or bank transfer',
  refunds: 'Refunds',
}

interface SummaryRow {
  readonly name: SummaryFigure
  readonly figures: DayFigures
  readonly before: DayFigures
}

const formatCount = (count: number) => count.toLocaleString('en-IN')

const buildColumns = (dayBefore: string): Column<SummaryRow>[] => [
  { head: 'What', cell: ({ name }) => <span className="font-semibold">{names[name]}</span> },
  { head: 'Number', number: true, cell: ({ name, figures }) => formatCount(figures[name].count) },
  { head: 'Amount', number: true, cell: ({ name, figures }) => formatRupees(figures[name].amount) },
  {
    head: formatLongDay(dayBefore),
    number: true,
    className: 'text-soft',
    cell: ({ name, before }) => (
      <>
        {formatCount(before[name].count)}
        <span className="max-sm:hidden sm:before:content-['_·_']">{formatRupees(before[name].amount)}</span>
      </>
    ),
  },
]

/** What happened to orders and money on one day, beside the day before. */
export default function Summary({ loaderData: { list, error } }: Route.ComponentProps) {
  return (
    <div data-print>
      <ListFrame
        title="Day's summary"
        tabs={
          <div className="print:hidden">
            <FigureTabs />
          </div>
        }
        aside={list && <p className="text-soft">{formatLongDay(list.day)}</p>}
      >
        {list && <DayChoice day={list.day} dayBefore={list.dayBefore} today={list.today} />}
        {error !== undefined && <ListError text={error} />}
        {list && (
          <div className="max-w-3xl">
            <Table
              label={`Summary of ${formatLongDay(list.day)}`}
              columns={buildColumns(list.dayBefore)}
              rows={summaryFigures.map((name) => ({ name, figures: list.figures, before: list.before }))}
              getKey={({ name }) => name}
            />
            <p className="mt-3 text-sm text-soft">
              An order counts on the day on which the change was made, with the amount that it has now. Cash counts when an order on
              delivery is marked as delivered, a refund when the money has left. Changes that were undone do not count. Days are in Indian
              time.
            </p>
          </div>
        )}
      </ListFrame>
    </div>
  )
}

function DayChoice({ day, dayBefore, today }: { day: string; dayBefore: string; today: string }) {
  const navigate = useNavigate()
  const choose = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const chosen = String(new FormData(event.currentTarget).get('day') ?? '')
    navigate(buildListHref({ path: summaryPath, params: { day: chosen } }), { preventScrollReset: true })
  }
  return (
    <div className="flex flex-wrap items-center gap-3 print:hidden">
      <form action={summaryPath} onSubmit={choose}>
        <DateFilter name="day" label="Day" value={day} />
      </form>
      <LinkButton to={buildListHref({ path: summaryPath, params: { day: dayBefore } })} className="text-sm sm:min-h-10">
        Previous day
      </LinkButton>
      {day !== today && (
        <LinkButton to={summaryPath} className="text-sm sm:min-h-10">
          Today
        </LinkButton>
      )}
      <Button className="text-sm sm:min-h-10" onClick={() => window.print()}>
        Print
      </Button>
    </div>
  )
}
