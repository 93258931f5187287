import type { CallReply } from '#contract/contract.ts'
import { type FigureDays, figureDays, type SalesFigures, type SalesGroup, type SalesRow, salesGroups } from '#contract/figures/figures.ts'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import { callSignedIn } from '../../session/call-signed-in.ts'
import { downloadSignedIn } from '../../session/download-signed-in.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FigureTabs } from '../kit/admin-tabs.tsx'
import { defineList, oneOf, parsePastMonth, searchText } from '../kit/define-list.ts'
import { formatLongDay } from '../kit/format-time.ts'
import { FilterSelect, ListContent, ListError, ListFilters, ListFrame } from '../kit/list-frame.tsx'
import { analysisPath } from '../kit/list-href.ts'
import { type Column, Table } from '../kit/table.tsx'
import { DailyChart } from './daily-chart.tsx'
import { countedOrders, FigureList, formatCount, formatDatedPeriod, formatPeriod, StillCounted } from './parts/figure-parts.tsx'
import { FileButtons } from './parts/file-buttons.tsx'
import { listMonths } from './parts/months.tsx'
import { PeriodNav } from './parts/period-nav.tsx'
import { buildSalesColumns } from './sales-columns.tsx'
import '../../ui/print.css'

const list = defineList({
  path: analysisPath,
  filters: { view: oneOf(['products']), days: oneOf(figureDays), month: parsePastMonth, by: oneOf(salesGroups), q: searchText },
  load: ({ page, days, month, by, q }) => callSignedIn('GET /figures/sales', { query: { page, days, month, by, q } }),
})

export const loadSales = list.loader

const groupLabels: Readonly<Record<SalesGroup, string>> = { product: 'By product', size: 'By size', style: 'Colours together' }

type Reply = CallReply<'GET /figures/sales'>
type Loaded = Awaited<ReturnType<typeof loadSales>>

/** What was sold by product or size in a period, and what came back, beside the period before. */
export function Sales({ page, filters, list: reply, error }: Loaded) {
  const { days = '30', month, by = 'product', q } = filters
  return (
    <div data-print>
      <ListFrame
        title="Sales by product"
        tabs={
          <div className="print:hidden">
            <FigureTabs />
          </div>
        }
        aside={reply && <p className="text-soft">{`Orders placed ${formatDatedPeriod(reply.period)}`}</p>}
      >
        <Periods filters={filters} days={month === undefined ? days : undefined} />
        {error !== undefined && <ListError text={error} />}
        {reply && (
          <>
            <StillCounted since={reply.countedSince} />
            <Sums {...reply} />
            <Days {...reply} />
            {q !== undefined && (
              <p className="text-soft wrap-anywhere">{`The rows are products with “${q}” in their name. The sums above are those of all products.`}</p>
            )}
            <ListContent<SalesRow>
              label={`Sales by ${by === 'style' ? 'style' : by}, best sold first`}
              columns={buildSalesColumns({ period: reply.period, by })}
              rows={reply.rows}
              error={undefined}
              empty={
                <EmptyState
                  title={q === undefined ? 'Nothing was sold in this period.' : 'No product with this name was sold in this period.'}
                />
              }
              page={page}
              totalPages={reply.totalPages}
              buildPageHref={(number) => list.buildHref({ ...filters, view: 'products' }, number)}
            />
            <Explanation />
          </>
        )}
      </ListFrame>
    </div>
  )
}

function Periods({ filters, days }: { filters: Loaded['filters']; days: FigureDays | undefined }) {
  const { month, by, q } = filters
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3 print:hidden">
      <PeriodNav days={days} buildHref={(count) => list.buildHref({ view: 'products', days: count, by, q }, 1)} />
      <ListFilters action={analysisPath} q={q ?? ''} hint="Name of a product">
        <input type="hidden" name="view" value="products" />
        <input type="hidden" name="days" value={days ?? ''} />
        <FilterSelect name="month" label="Month" value={month ?? ''} allLabel="The last days" choices={listMonths(month)} />
        <FilterSelect
          name="by"
          label="Rows"
          value={by === 'product' ? '' : (by ?? '')}
          allLabel={groupLabels.product}
          choices={salesGroups.filter((group) => group !== 'product').map((group) => [group, groupLabels[group]])}
        />
      </ListFilters>
      <FileButtons download={() => downloadSales(filters)} />
    </div>
  )
}

const downloadSales = ({ days, month, by, q }: Loaded['filters']) =>
  downloadSignedIn({
    route: 'GET /figures/sales/export',
    input: { query: { days, month, by, q } },
    fileName: `sales-${month ?? toIndianDay()}.csv`,
  })

function Sums({ sums, before }: Reply) {
  const read = (name: string, value: (figures: SalesFigures) => string) => ({
    name,
    now: value(sums.figures),
    before: value(sums.before),
  })
  const figures = [
    { name: 'Orders', now: formatCount(sums.orders), before: formatCount(sums.ordersBefore) },
    read('Items sold', ({ units }) => formatCount(units)),
    read('Sales', ({ sales }) => formatRupees(sales)),
    read('Refused on delivery', ({ refused }) => formatCount(refused)),
    read('Could not be delivered', ({ undelivered }) => formatCount(undelivered)),
    read('Returned', ({ returned }) => formatCount(returned)),
    read('Cancelled', ({ cancelled }) => formatCount(cancelled)),
  ]
  return <FigureList figures={figures} before={`from ${formatPeriod(before)}`} />
}

type Day = Reply['days'][number]

const dayCharts = [
  { name: 'units', title: 'Items sold', format: formatCount },
  { name: 'sales', title: 'Sales', format: formatRupees },
] as const

const dayColumns: readonly Column<Day>[] = [
  { head: 'Day', cell: ({ day }) => formatLongDay(day) },
  ...dayCharts.map(({ name, title, format }) => ({ head: title, number: true, cell: (day: Day) => format(day[name]) })),
]

function Days({ days }: Reply) {
  const best = days.toSorted((one, other) => other.sales - one.sales)[0]
  return (
    <section aria-labelledby="sales-days" className="flex flex-col gap-5 print:hidden">
      <h2 id="sales-days" className="font-display text-2xl">
        Day by day
      </h2>
      {best && best.sales > 0 && (
        <p className="text-soft">{`The best day was ${formatLongDay(best.day)}, with ${formatCount(best.units)} items sold for ${formatRupees(best.sales)}.`}</p>
      )}
      <div className="grid gap-x-12 gap-y-8 lg:grid-cols-2">
        {dayCharts.map(({ name, title, format }) => (
          <figure key={name} className="flex min-w-0 flex-col gap-2">
            <figcaption className="font-semibold">{title}</figcaption>
            <div className="h-44">
              <DailyChart days={days} name={name} title={title} format={format} />
            </div>
          </figure>
        ))}
      </div>
      <details>
        <summary className="link inline-flex min-h-11 cursor-pointer items-center text-sm">The same as a table</summary>
        <Table
          label="Items sold and sales per day"
          columns={dayColumns}
          rows={days.toReversed()}
          getKey={({ day }) => day}
          stickyHead={false}
        />
      </details>
    </section>
  )
}

const Explanation = () => (
  <p className="max-w-prose text-sm text-soft">
    An order counts on the day it was placed, in Indian time, as it is now; a change appears within some minutes. Sold are the items of
    orders that are not cancelled, refused or undelivered. Sales are their prices after discounts, without fees of the order; the returned
    items are among them. Returned are items that were received and accepted, also for an exchange. {countedOrders} Days left say how long
    the stock of today lasts at the sales of the period.
  </p>
)
