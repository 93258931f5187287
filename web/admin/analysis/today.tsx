import type { CallReply } from '#contract/contract.ts'
import { eveningHour, type PlacedFigures } from '#contract/figures/today.ts'
import { formatRupees, toPaise, toRupees } from '#contract/kernel/money.ts'
import { sumPaise } from '#contract/kernel/pricing.ts'
import { toConfirm } from '#contract/orders/order-flags.ts'
import { callSignedIn } from '../../session/call-signed-in.ts'
import { downloadSignedIn } from '../../session/download-signed-in.ts'
import { FigureTabs } from '../kit/admin-tabs.tsx'
import { formatDateTime, formatLongDay } from '../kit/format-time.ts'
import { ListError, ListFrame } from '../kit/list-frame.tsx'
import { buildListHref, deskPath, failedDeliveriesPath, ordersPath, productsPath, returnsPath } from '../kit/list-href.ts'
import { loadOnce } from '../kit/load-list.ts'
import { ScreenLink } from '../kit/small-button.tsx'
import { type Column, Table } from '../kit/table.tsx'
import { DailyChart } from './daily-chart.tsx'
import { countedOrders, FigureList, formatCount } from './parts/figure-parts.tsx'
import { FileButtons } from './parts/file-buttons.tsx'
import { ProductLink } from './product-link.tsx'
import '../../ui/print.css'

export async function loadToday() {
  return loadOnce(() => callSignedIn('GET /figures/today', {}))
}

type Reply = CallReply<'GET /figures/today'>

const download = () => downloadSignedIn({ route: 'GET /figures/today/export', input: {}, fileName: 'today.csv' })

/** The orders of today beside the same weekday before, and what waits for the shop. */
export function Today({ list, error }: Awaited<ReturnType<typeof loadToday>>) {
  return (
    <div data-print>
      <ListFrame
        title="Today"
        tabs={
          <div className="print:hidden">
            <FigureTabs />
          </div>
        }
        aside={
          list && (
            <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
              <p className="text-soft">{`${formatLongDay(list.day)}, until ${formatTime(list.until)}`}</p>
              <FileButtons download={download} />
            </div>
          )
        }
      >
        {error !== undefined && <ListError text={error} />}
        {list && (
          <>
            <Work {...list.work} />
            {list.soldOut.length > 0 && <SoldOut {...list} />}
            <Orders {...list} />
          </>
        )}
      </ListFrame>
    </div>
  )
}

/** `18:05` of `20 Nov, 18:05`. */
const formatTime = (time: string): string => formatDateTime(time).split(', ').at(-1) ?? ''

function Work({ toConfirm: confirming, toPack, failedDeliveries, returnsAsked, returnsReceived, soldOut }: Reply['work']) {
  const rows = [
    ['Orders to confirm', confirming, buildListHref({ path: ordersPath, params: { status: toConfirm } })],
    ['Orders to pack', toPack, buildListHref({ path: deskPath, params: { view: 'to-pack' } })],
    ['Failed deliveries', failedDeliveries, failedDeliveriesPath],
    ['Returns to answer', returnsAsked, buildListHref({ path: returnsPath, params: { state: 'asked' } })],
    ['Returns to pay back', returnsReceived, buildListHref({ path: returnsPath, params: { state: 'received' } })],
    ['Sold out since the evening', soldOut, buildListHref({ path: productsPath, params: { low: 'yes', sort: 'stock' } })],
  ] as const
  return (
    <section aria-labelledby="today-work" className="flex flex-col gap-2">
      <h2 id="today-work" className="font-display text-2xl">
        What waits
      </h2>
      <ul className="grid gap-x-8 sm:grid-cols-2 lg:grid-cols-3">
        {rows.map(([name, count, href]) => (
          <li key={name} className="flex min-h-11 items-center justify-between gap-4 border-b border-line">
            <ScreenLink to={href} otherwise={name} className="link inline-flex min-h-11 items-center">
              {name}
            </ScreenLink>
            <span className="font-display text-2xl tabular-nums">{formatCount(count)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function SoldOut({ soldOut, work }: Reply) {
  return (
    <section aria-labelledby="today-sold-out" className="flex flex-col gap-2">
      <h2 id="today-sold-out" className="font-display text-2xl">
        Sold out since the evening
      </h2>
      <ul className="grid gap-x-8 sm:grid-cols-2 lg:grid-cols-3">
        {soldOut.map(({ productId, name, size }) => (
          <li key={`${productId} ${size}`} className="break-inside-avoid">
            <ProductLink _id={productId} name={name} /> {size}
          </li>
        ))}
      </ul>
      {work.soldOut > soldOut.length && <p className="text-soft">{`and ${formatCount(work.soldOut - soldOut.length)} more`}</p>}
    </section>
  )
}

interface Row {
  readonly day: string
  readonly untilNow: PlacedFigures
  /** null for today */
  readonly whole: PlacedFigures | null
}

const buildColumns = (time: string): readonly Column<Row>[] => [
  { head: 'Day', cell: ({ day }) => formatLongDay(day) },
  { head: `Orders until ${time}`, number: true, cell: ({ untilNow }) => formatCount(untilNow.orders) },
  { head: `Sales until ${time}`, number: true, cell: ({ untilNow }) => formatRupees(untilNow.sales) },
  { head: 'Orders of the day', number: true, className: 'max-sm:hidden', cell: ({ whole }) => (whole ? formatCount(whole.orders) : '–') },
  { head: 'Sales of the day', number: true, className: 'max-sm:hidden', cell: ({ whole }) => (whole ? formatRupees(whole.sales) : '–') },
]

function Orders({ day, until, today, weekdays }: Reply) {
  const rows: readonly Row[] = [{ day, untilNow: today, whole: null }, ...weekdays]
  const days = rows.toReversed().map((row) => ({ day: row.day, orders: row.untilNow.orders, sales: row.untilNow.sales }))
  const orders = weekdays.map(({ untilNow }) => untilNow.orders)
  const sales = toRupees(sumPaise(weekdays.map(({ untilNow }) => toPaise(untilNow.sales))))
  const figures = [
    {
      name: 'Orders',
      now: formatCount(today.orders),
      before: formatCount(Math.round((10 * orders.reduce((sum, count) => sum + count, 0)) / orders.length) / 10),
    },
    { name: 'Sales', now: formatRupees(today.sales), before: formatRupees(Math.round(sales / weekdays.length)) },
  ]
  const charts = [
    { name: 'orders', title: 'Orders', format: formatCount },
    { name: 'sales', title: 'Sales', format: formatRupees },
  ] as const
  return (
    <section aria-labelledby="today-orders" className="flex flex-col gap-5">
      <h2 id="today-orders" className="font-display text-2xl">
        Orders
      </h2>
      <FigureList figures={figures} before="on average by this time on the same weekday of the last four weeks" />
      <div className="grid gap-x-12 gap-y-8 lg:grid-cols-2 print:hidden">
        {charts.map(({ name, title, format }) => (
          <figure key={name} className="flex min-w-0 flex-col gap-2">
            <figcaption className="font-semibold">{`${title} until ${formatTime(until)}`}</figcaption>
            <div className="h-44">
              <DailyChart days={days} name={name} title={title} format={format} />
            </div>
          </figure>
        ))}
      </div>
      <Table
        label="Orders of today and of the same weekday before"
        columns={buildColumns(formatTime(until))}
        rows={rows}
        getKey={(row) => row.day}
      />
      <p className="max-w-prose text-sm text-soft">
        {countedOrders} They count on the day they were placed, in Indian time. Sales are what is to be paid for the orders, with their
        fees. Failed deliveries are parcels that the courier could not deliver and still has. Sold out is what had stock yesterday at{' '}
        {eveningHour}:00 or later and has none now.
      </p>
    </section>
  )
}
