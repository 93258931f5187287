import type { CallReply } from '#contract/contract.ts'
import type { FunnelRow, FunnelStep, ViewRow } from '#contract/figures/funnel.ts'
import { callSignedIn } from '../../session/call-signed-in.ts'
import { downloadSignedIn } from '../../session/download-signed-in.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { oneOf, parseFilters } from '../kit/define-list.ts'
import { loadOnce } from '../kit/load-list.ts'
import { type Column, Table } from '../kit/table.tsx'
import { DayChart } from './day-chart.tsx'
import { FigureList, formatCount, formatPeriod, WithBefore } from './parts/figure-parts.tsx'
import { FigureScreen, periodFilters } from './parts/figure-screen.tsx'
import { ProductLink } from './product-link.tsx'

const groups = ['steps', 'products'] as const
const groupNames = { steps: 'Steps', products: 'Products' } as const
const filters = { ...periodFilters, by: oneOf(groups) }

/** How far the visits of the period in the address came, or which products they looked at: 30 days without it. */
export async function loadFunnel(search: URLSearchParams) {
  const { days = '30', month, by = 'steps' } = parseFilters({ search, filters })
  const query = { days, month }
  const load = async () =>
    by === 'steps'
      ? { by: 'steps' as const, ...(await callSignedIn('GET /figures/funnel', { query })) }
      : { by: 'products' as const, ...(await callSignedIn('GET /figures/views', { query })) }
  return { days, month, by, ...(await loadOnce(load)) }
}

/** Visits and products, beside the period before. */
export function Funnel({ days, month, by, list, error }: Awaited<ReturnType<typeof loadFunnel>>) {
  const download = () =>
    downloadSignedIn({
      route: by === 'steps' ? 'GET /figures/funnel/export' : 'GET /figures/views/export',
      input: { query: { days, month } },
      fileName: `${by === 'steps' ? 'visits' : 'views'}.csv`,
    })
  return (
    <FigureScreen
      title="Visits to orders"
      view="funnel"
      days={days}
      month={month}
      groups={{ by, names: groupNames }}
      list={list}
      error={error}
      download={download}
    >
      {list?.by === 'steps' && <StepFigures {...list} />}
      {list?.by === 'products' && <ViewFigures {...list} />}
    </FigureScreen>
  )
}

const stepNames: Readonly<Record<FunnelStep, string>> = {
  visit: 'Visits',
  product: 'Opened a product',
  cart: 'Had items in the cart',
  checkout: 'Opened the checkout',
  order: 'Orders',
}

/** A share of the visits, or of the step before. */
const formatShare = (part: number, whole: number): string => (whole === 0 ? '–' : `${((part * 100) / whole).toFixed(1)} %`)

interface ShownStep extends FunnelRow {
  readonly first: FunnelRow
  readonly previous: FunnelRow
}

const stepColumns: readonly Column<ShownStep>[] = [
  { head: 'Step', cell: ({ step }) => <span className="font-semibold">{stepNames[step]}</span> },
  {
    head: 'Visits',
    number: true,
    cell: ({ visits, before }) => <WithBefore before={formatCount(before)}>{formatCount(visits)}</WithBefore>,
  },
  {
    head: 'Of all visits',
    number: true,
    cell: ({ visits, before, first }) => (
      <WithBefore before={formatShare(before, first.before)}>{formatShare(visits, first.visits)}</WithBefore>
    ),
  },
  {
    head: 'Of the step before',
    number: true,
    className: 'max-sm:hidden',
    cell: ({ visits, before, previous }) => (
      <WithBefore before={formatShare(before, previous.before)}>{formatShare(visits, previous.visits)}</WithBefore>
    ),
  },
]

function StepFigures({ steps, days }: CallReply<'GET /figures/funnel'>) {
  const rows = steps.map((row, index) => ({ ...row, first: steps[0] ?? row, previous: steps[index - 1] ?? row }))
  return (
    <>
      <Table label="How far visits came" columns={stepColumns} rows={rows} getKey={({ step }) => step} />
      <div className="grid gap-x-12 gap-y-8 lg:grid-cols-2">
        <DayChart days={days} name="visits" title="Visits" />
        <DayChart days={days} name="orders" title="Orders" />
      </div>
      <p className="max-w-prose text-sm text-soft">
        A visit is a tab of a browser until it is closed; no cookie is set, and nothing about the visitor is stored. It counts at a step
        when it has come so far or further, on the day on which it did. Orders are those that were placed on a day in a visit that said
        where it comes from, cancelled ones included; orders that an administrator has entered, exchanges and archived orders do not count.
        A browser without JavaScript counts nowhere.
      </p>
    </>
  )
}

const compareViews = (read: (figures: ViewRow['figures']) => string) => (row: ViewRow) => (
  <WithBefore before={read(row.before)}>{read(row.figures)}</WithBefore>
)
const formatSoldOfViews = ({ units, views }: ViewRow['figures']): string => (views === 0 ? '–' : ((units * 100) / views).toFixed(1))

const viewColumns: readonly Column<ViewRow>[] = [
  { head: 'Product', cell: ({ productId, name }) => <ProductLink _id={productId} name={name} /> },
  { head: 'Views', number: true, cell: compareViews(({ views }) => formatCount(views)) },
  { head: 'Sold', number: true, cell: compareViews(({ units }) => formatCount(units)) },
  { head: 'Sold per 100 views', number: true, cell: compareViews(formatSoldOfViews) },
]

function ViewFigures({ sums, before, days, rows, total }: CallReply<'GET /figures/views'>) {
  const figures = [
    { name: 'Views', now: formatCount(sums.figures.views), before: formatCount(sums.before.views) },
    { name: 'Items sold', now: formatCount(sums.figures.units), before: formatCount(sums.before.units) },
    { name: 'Sold per 100 views', now: formatSoldOfViews(sums.figures), before: formatSoldOfViews(sums.before) },
  ]
  return (
    <>
      <FigureList figures={figures} before={`from ${formatPeriod(before)}`} />
      <DayChart days={days} name="visits" title="Views" />
      {rows.length === 0 ? (
        <EmptyState title="No product was looked at in this period." />
      ) : (
        <Table label="Products, the most views first" columns={viewColumns} rows={rows} getKey={({ productId }) => productId} />
      )}
      {total > rows.length && <p className="text-soft">{`The file has all ${formatCount(total)} products.`}</p>}
      <p className="max-w-prose text-sm text-soft">
        A view is a page of a product that was opened in a browser with JavaScript, also again by the same visitor. Sold are the items of
        all orders placed in the period that are not cancelled, refused or undelivered, as in Products. Views are counted from this version
        on.
      </p>
    </>
  )
}
