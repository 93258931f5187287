import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { CallReply } from '#contract/contract.ts'
import type { ProfitAmount } from '#contract/figures/profit.ts'
import { profitLines } from '#contract/figures/profit-lines.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { downloadSignedIn } from '../../../session/download-signed-in.ts'
import { FigureTabs } from '../../kit/admin-tabs.tsx'
import { parseFilters, parsePastMonth } from '../../kit/define-list.ts'
import { ListError, ListFilters, ListFrame } from '../../kit/list-frame.tsx'
import { analysisPath, buildListHref } from '../../kit/list-href.ts'
import { loadOnce } from '../../kit/load-list.ts'
import { Needs } from '../../kit/needs.tsx'
import { SmallButton, SmallLink } from '../../kit/small-button.tsx'
import { type Column, Table } from '../../kit/table.tsx'
import { useResource } from '../../kit/use-resource.ts'
import { formatAmount, formatCount, WithBefore } from '../parts/figure-parts.tsx'
import { FileButtons } from '../parts/file-buttons.tsx'
import { MonthChart } from '../parts/month-chart.tsx'
import { findThisMonth, formatMonth, MonthSelect } from '../parts/months.tsx'
import { RatesDialog } from './rates-dialog.tsx'
import '../../../ui/print.css'

/** Profit and loss of the month in the address; of this month without one. */
export async function loadProfit(search: URLSearchParams) {
  const { month = findThisMonth() } = parseFilters({ search, filters: { month: parsePastMonth } })
  return { month, ...(await loadOnce(() => callSignedIn('GET /figures/profit', { query: { month } }))) }
}

type Reply = CallReply<'GET /figures/profit'>

const columns: readonly Column<ProfitAmount>[] = [
  {
    head: 'Line',
    cell: ({ key }) => {
      const { name, text } = profitLines[key]
      return (
        <>
          <span className={'isSum' in profitLines[key] ? 'font-semibold' : ''}>{name}</span>
          <span className="block max-w-prose text-xs text-soft">{text}</span>
        </>
      )
    },
  },
  {
    head: 'Amount',
    number: true,
    cell: ({ key, amount, before }) => (
      <WithBefore before={formatAmount(before)}>
        <span className={'isSum' in profitLines[key] ? 'font-semibold' : ''}>{formatAmount(amount)}</span>
      </WithBefore>
    ),
  },
]

/** Profit and loss of a month, beside the month before. */
export function Profit({ month, list, error }: Awaited<ReturnType<typeof loadProfit>>) {
  const { revalidate } = useRevalidator()
  const [isEditing, setEditing] = useState(false)
  const download = () =>
    downloadSignedIn({ route: 'GET /figures/profit/export', input: { query: { month } }, fileName: `profit-${month}.csv` })
  const saved = () => {
    setEditing(false)
    revalidate()
  }
  return (
    <div data-print>
      <ListFrame
        title="Profit"
        tabs={
          <div className="print:hidden">
            <FigureTabs />
          </div>
        }
        aside={list && <p className="text-soft">{`${formatMonth(list.month)}${list.isOver ? '' : ', not over'}`}</p>}
      >
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3 print:hidden">
          <ListFilters action={analysisPath} q="" hint={undefined}>
            <input type="hidden" name="view" value="profit" />
            <MonthSelect month={month} />
          </ListFilters>
          <div className="flex flex-wrap items-center gap-3">
            <SmallLink to={buildListHref({ path: analysisPath, params: { view: 'expenses', month } })}>Expenses</SmallLink>
            <Needs right="money">
              <SmallButton disabled={!list} onClick={() => setEditing(true)}>
                Freight and fees
              </SmallButton>
            </Needs>
            <FileButtons download={download} />
          </div>
        </div>
        {error !== undefined && <ListError text={error} />}
        {list && (
          <>
            <UnknownCost {...list} />
            <Table
              label={`Profit and loss of ${formatMonth(list.month)}, with ${formatMonth(list.before)} below each amount`}
              columns={columns}
              rows={list.lines}
              getKey={({ key }) => key}
            />
            <Rates {...list} />
            <Months month={list.month} />
            <Kinds {...list} />
            <Explanation />
          </>
        )}
        {isEditing && list && <RatesDialog rates={list.rates} onSaved={saved} onStale={revalidate} onClose={() => setEditing(false)} />}
      </ListFrame>
    </div>
  )
}

const formatShare = (part: number, all: number): string => (all === 0 ? '0 %' : `${Math.ceil((part * 1_000) / all) / 10} %`)

/** Never left out: items without a cost make the profit too large. */
function UnknownCost({ unknownCost: { sales, all } }: Reply) {
  return (
    <p role="status" className={sales > 0 ? 'font-medium text-bad' : 'text-soft'}>
      {sales > 0
        ? `${formatShare(sales, all)} of the sales (${formatRupees(sales)} of ${formatRupees(all)}) are items without a cost. They count as if they had cost nothing.`
        : 'All delivered items have a cost.'}
    </p>
  )
}

const Rates = ({ parcels, rates }: Reply) => (
  <p className="max-w-prose text-sm text-soft">
    {`Counted with ${formatCount(parcels.sent)} parcels sent × ${formatRupees(rates.freight)}, ${formatCount(parcels.back)} that came back × ${formatRupees(rates.returnFreight)}, and ${rates.feePercent} % of online payments. `}
    {rates.freight === 0 && 'No freight is entered. '}
    Enter 0 for what you enter as bills among the expenses, so that it does not count twice.
  </p>
)

const bars = [
  { name: 'sales', title: 'Sales', fill: 'var(--color-indigo)' },
  { name: 'profit', title: 'Profit', fill: 'var(--color-thread)' },
] as const

const loadMonths = (month: string) => callSignedIn('GET /figures/profit/months', { query: { month } })

/** The months before, which take longer to count. */
function Months({ month }: { month: string }) {
  const { data, error, reload } = useResource({ id: month, load: loadMonths })
  if (data === undefined)
    return error === undefined ? <p className="text-soft">Counting the months before…</p> : <ListError text={error} onRetry={reload} />
  return <MonthChart months={data.months} bars={bars} label="Sales and profit by month" format={formatAmount} />
}

const kindColumns: readonly Column<Reply['expenses'][number]>[] = [
  { head: 'Expense', cell: ({ kind }) => kind.charAt(0).toUpperCase() + kind.slice(1) },
  {
    head: 'Amount',
    number: true,
    cell: ({ amount, before }) => <WithBefore before={formatRupees(before)}>{formatRupees(amount)}</WithBefore>,
  },
]

const Kinds = ({ expenses }: Reply) =>
  expenses.length > 0 && <Table label="Expenses by kind" columns={kindColumns} rows={expenses} getKey={({ kind }) => kind} />

const Explanation = () => (
  <p className="max-w-prose text-sm text-soft">
    An order counts in the month in which it was delivered, in Indian time, at its prices and costs of the day it was placed. The small
    number below each amount is the month before. What stays with the shop of the advance of a refused parcel, and the freight of single
    parcels, are not known here. The amounts are no tax return: those of the documents are under Documents.
  </p>
)
