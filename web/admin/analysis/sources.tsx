import type { CallReply } from '#contract/contract.ts'
import { type SourceFigures, type SourceGroup, type SourceRow, sourceGroups } from '#contract/figures/source-figures.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import { channelNames, type OrderChannel } from '#contract/orders/visit-source.ts'
import { callSignedIn } from '../../session/call-signed-in.ts'
import { downloadSignedIn } from '../../session/download-signed-in.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { oneOf, parseFilters } from '../kit/define-list.ts'
import { loadOnce } from '../kit/load-list.ts'
import { type Column, Table } from '../kit/table.tsx'
import { DayChart } from './day-chart.tsx'
import { countedOrders, FigureList, formatCount, formatPeriod, WithBefore } from './parts/figure-parts.tsx'
import { FigureScreen, periodFilters } from './parts/figure-screen.tsx'

const filters = { ...periodFilters, by: oneOf(sourceGroups) }
const groupNames: Readonly<Record<SourceGroup, string>> = { source: 'Source', campaign: 'Campaign' }

/** Where the orders of the period in the address come from: by source in 30 days without it. */
export async function loadSources(search: URLSearchParams) {
  const { days = '30', month, by = 'source' } = parseFilters({ search, filters })
  return { days, month, by, ...(await loadOnce(() => callSignedIn('GET /figures/sources', { query: { days, month, by } }))) }
}

/** The name of a source. */
export function formatSource({ kind, source }: Pick<SourceRow, 'kind' | 'source'>): string {
  if (kind === 'not known') return 'Not known'
  if (kind === 'visit') return source
  return `Entered: ${channelNames[source as OrderChannel] ?? 'not said'}`
}

const compare = (format: (figures: SourceFigures) => string) => (row: SourceRow) => (
  <WithBefore before={format(row.before)}>{format(row.figures)}</WithBefore>
)

const figures = [
  { head: 'Orders', className: '', format: ({ orders }: SourceFigures) => formatCount(orders) },
  { head: 'Sales', className: '', format: ({ sales }: SourceFigures) => formatRupees(sales) },
  { head: 'Not taken', className: 'max-sm:hidden', format: ({ notTaken }: SourceFigures) => formatCount(notTaken) },
  { head: 'Returned', className: 'max-sm:hidden', format: ({ returned }: SourceFigures) => formatCount(returned) },
  { head: 'Cancelled', className: 'max-md:hidden', format: ({ cancelled }: SourceFigures) => formatCount(cancelled) },
] as const

const buildColumns = (by: SourceGroup): readonly Column<SourceRow>[] => [
  { head: 'Source', cell: (row) => <span className="font-semibold wrap-anywhere">{formatSource(row)}</span> },
  ...(by === 'campaign'
    ? [
        {
          head: 'Medium',
          className: 'max-sm:hidden',
          cell: ({ medium }: SourceRow) => <span className="wrap-anywhere">{medium || '–'}</span>,
        },
        { head: 'Campaign', cell: ({ campaign }: SourceRow) => <span className="wrap-anywhere">{campaign || '–'}</span> },
      ]
    : []),
  ...figures.map(({ head, className, format }) => ({ head, number: true, className, cell: compare(format) })),
]

/** Where orders come from, beside the period before. */
export function Sources({ days, month, by, list, error }: Awaited<ReturnType<typeof loadSources>>) {
  const download = () =>
    downloadSignedIn({ route: 'GET /figures/sources/export', input: { query: { days, month, by } }, fileName: `sources-by-${by}.csv` })
  return (
    <FigureScreen
      title="Sources"
      view="sources"
      days={days}
      month={month}
      groups={{ by, names: groupNames }}
      list={list}
      error={error}
      download={download}
    >
      {list && <SourceFigureParts {...list} by={by} />}
    </FigureScreen>
  )
}

function SourceFigureParts({ sums, before, days, rows, total, by }: CallReply<'GET /figures/sources'> & { by: SourceGroup }) {
  const sumsOf = figures.map(({ head, format }) => ({ name: head, now: format(sums.figures), before: format(sums.before) }))
  return (
    <>
      <FigureList figures={sumsOf} before={`from ${formatPeriod(before)}`} />
      <DayChart days={days} name="orders" title="Orders" />
      {rows.length === 0 ? (
        <EmptyState title="No order was placed in this period." />
      ) : (
        <Table
          label={`Orders by ${groupNames[by].toLowerCase()}, the most sales first`}
          columns={buildColumns(by)}
          rows={rows}
          getKey={({ _id }) => _id}
        />
      )}
      {total > rows.length && <p className="text-soft">{`The file has all ${formatCount(total)} rows.`}</p>}
      <Explanation />
    </>
  )
}

const Explanation = () => (
  <p className="max-w-prose text-sm text-soft">
    An order counts on the day it was placed, in Indian time, as it is now. Its source is that of the visit in which it was placed: the
    parameters utm_source, utm_medium and utm_campaign of the first page, else the advertisement or the site with the link, else direct. An
    order from the checkout of an assistant comes from the assistant. Not known are orders whose page did not say it. Entered are orders
    that an administrator has entered, with how they came. Sales are what is to be paid for orders that are not cancelled, refused or
    undelivered. {countedOrders} The source of an order is deleted after 90 days: what changes of it later does not change these sums.
  </p>
)
