import type { CallReply } from '#contract/contract.ts'
import type { CodeFigures, CodeRow } from '#contract/figures/code-figures.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import { callSignedIn } from '../../session/call-signed-in.ts'
import { downloadSignedIn } from '../../session/download-signed-in.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { parseFilters } from '../kit/define-list.ts'
import { loadOnce } from '../kit/load-list.ts'
import { type Column, Table } from '../kit/table.tsx'
import { DayChart } from './day-chart.tsx'
import { countedOrders, FigureList, formatCount, formatPeriod, WithBefore } from './parts/figure-parts.tsx'
import { FigureScreen, periodFilters } from './parts/figure-screen.tsx'

/** The codes of the period in the address: 30 days without it. */
export async function loadCodes(search: URLSearchParams) {
  const { days = '30', month } = parseFilters({ search, filters: periodFilters })
  return { days, month, ...(await loadOnce(() => callSignedIn('GET /figures/codes', { query: { days, month } }))) }
}

const figures = [
  { head: 'Orders', className: '', format: ({ orders }: CodeFigures) => formatCount(orders) },
  { head: 'Sales', className: '', format: ({ sales }: CodeFigures) => formatRupees(sales) },
  { head: 'Came back', className: 'max-sm:hidden', format: ({ returned }: CodeFigures) => formatRupees(returned) },
  { head: 'Commission', className: '', format: ({ commission }: CodeFigures) => formatRupees(commission) },
  { head: 'Not taken', className: 'max-md:hidden', format: ({ notTaken }: CodeFigures) => formatCount(notTaken) },
  { head: 'Cancelled', className: 'max-md:hidden', format: ({ cancelled }: CodeFigures) => formatCount(cancelled) },
] as const

const compare = (format: (figures: CodeFigures) => string) => (row: CodeRow) => (
  <WithBefore before={format(row.before)}>{format(row.figures)}</WithBefore>
)

const columns: readonly Column<CodeRow>[] = [
  {
    head: 'Code',
    cell: ({ code, title, commissionPercent }) => (
      <>
        <span className="font-semibold wrap-anywhere">{code}</span>
        <span className="block text-xs wrap-anywhere text-soft">
          {title}
          {commissionPercent !== null && `, ${commissionPercent} %`}
        </span>
      </>
    ),
  },
  ...figures.map(({ head, className, format }) => ({ head, number: true, className, cell: compare(format) })),
]

/** What was ordered with the codes of offers, beside the period before. */
export function Codes({ days, month, list, error }: Awaited<ReturnType<typeof loadCodes>>) {
  const download = () => downloadSignedIn({ route: 'GET /figures/codes/export', input: { query: { days, month } }, fileName: 'codes.csv' })
  return (
    <FigureScreen title="Codes" view="codes" days={days} month={month} list={list} error={error} download={download}>
      {list && <CodeFigureParts {...list} />}
    </FigureScreen>
  )
}

function CodeFigureParts({ sums, before, days, rows }: CallReply<'GET /figures/codes'>) {
  const sumsOf = figures.map(({ head, format }) => ({ name: head, now: format(sums.figures), before: format(sums.before) }))
  return (
    <>
      <FigureList figures={sumsOf} before={`from ${formatPeriod(before)}`} />
      <DayChart days={days} name="orders" title="Orders with a code" />
      {rows.length === 0 ? (
        <EmptyState title="No code was used in this period." />
      ) : (
        <Table label="Codes, the most sales first" columns={columns} rows={rows} getKey={({ offerId }) => offerId} />
      )}
      <p className="max-w-prose text-sm text-soft">
        An order counts on the day it was placed, in Indian time, as it is now. Sales are the items of orders that are not cancelled,
        refused or undelivered, after discounts, without fees of the order. Came back are those of them that were returned and accepted,
        also for an exchange. The commission is the percentage that the offer has today, of the sales less what came back. {countedOrders}
      </p>
    </>
  )
}
