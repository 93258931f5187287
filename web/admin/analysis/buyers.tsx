import type { CallReply } from '#contract/contract.ts'
import type { BuyerFigures, BuyerOrders, BuyerRow } from '#contract/figures/buyer-figures.ts'
import { callSignedIn } from '../../session/call-signed-in.ts'
import { downloadSignedIn } from '../../session/download-signed-in.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { parseFilters } from '../kit/define-list.ts'
import { loadOnce } from '../kit/load-list.ts'
import { type Column, Table } from '../kit/table.tsx'
import { DayChart } from './day-chart.tsx'
import { FigureList, formatCount, formatPeriod, WithBefore } from './parts/figure-parts.tsx'
import { FigureScreen, periodFilters } from './parts/figure-screen.tsx'
import { formatSource } from './sources.tsx'

/** The buyers of the period in the address: 30 days without it. */
export async function loadBuyers(search: URLSearchParams) {
  const { days = '30', month } = parseFilters({ search, filters: periodFilters })
  return { days, month, ...(await loadOnce(() => callSignedIn('GET /figures/buyers', { query: { days, month } }))) }
}

const formatShare = ({ again, persons }: BuyerFigures): string => (persons === 0 ? '–' : `${((again * 100) / persons).toFixed(1)} %`)
const formatDays = ({ daysToSecond }: BuyerFigures): string => daysToSecond?.toLocaleString('en-IN') ?? '–'
const formatOrders = ({ orders, persons }: BuyerFigures): string => (persons === 0 ? '–' : (orders / persons).toFixed(2))

const figures = [
  { head: 'New buyers', className: '', format: ({ persons }: BuyerFigures) => formatCount(persons) },
  { head: 'Came back', className: 'max-sm:hidden', format: ({ again }: BuyerFigures) => formatCount(again) },
  { head: 'Share', className: '', format: formatShare },
  { head: 'Days to the second order', className: 'max-sm:hidden', format: formatDays },
  { head: 'Orders of a person', className: '', format: formatOrders },
] as const

const orderFigures = [
  { name: 'First orders', read: ({ first }: BuyerOrders) => first },
  { name: 'Orders of those who had ordered before', read: ({ returning }: BuyerOrders) => returning },
  { name: 'Without a person', read: ({ unnamed }: BuyerOrders) => unnamed },
] as const

const compare = (format: (figures: BuyerFigures) => string) => (row: BuyerRow) => (
  <WithBefore before={format(row.before)}>{format(row.figures)}</WithBefore>
)

const columns: readonly Column<BuyerRow>[] = [
  { head: 'First source', cell: (row) => <span className="font-semibold wrap-anywhere">{formatSource(row)}</span> },
  ...figures.map(({ head, className, format }) => ({ head, number: true, className, cell: compare(format) })),
]

/** New buyers and whether they came back, beside the period before. */
export function Buyers({ days, month, list, error }: Awaited<ReturnType<typeof loadBuyers>>) {
  const download = () =>
    downloadSignedIn({ route: 'GET /figures/buyers/export', input: { query: { days, month } }, fileName: 'buyers.csv' })
  return (
    <FigureScreen title="Buyers" view="buyers" days={days} month={month} list={list} error={error} download={download}>
      {list && <BuyerFigureParts {...list} />}
    </FigureScreen>
  )
}

function BuyerFigureParts({ sums, orders, before, days, rows }: CallReply<'GET /figures/buyers'>) {
  const sumsOf = [
    ...orderFigures.map(({ name, read }) => ({ name, now: formatCount(read(orders.figures)), before: formatCount(read(orders.before)) })),
    ...figures.slice(1).map(({ head, format }) => ({ name: head, now: format(sums.figures), before: format(sums.before) })),
  ]
  return (
    <>
      <FigureList figures={sumsOf} before={`from ${formatPeriod(before)}`} />
      <DayChart days={days} name="orders" title="First orders" />
      {rows.length === 0 ? (
        <EmptyState title="Nobody ordered for the first time in this period." />
      ) : (
        <Table label="New buyers by first source, the most first" columns={columns} rows={rows} getKey={({ _id }) => _id} />
      )}
      <p className="max-w-prose text-sm text-soft">
        A person is an account, else a phone number, else an email address. A new buyer is somebody whose first order was placed in the
        period; the other columns say what these persons have ordered until now. Orders count whatever became of them, without exchanges and
        archived orders. An earlier period had more time to come back. The source is that of the first order; 90 days after it nothing of
        its day changes any more.
      </p>
    </>
  )
}
