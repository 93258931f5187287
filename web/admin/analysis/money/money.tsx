import type { CallReply } from '#contract/contract.ts'
import { type MoneyPlaceKey, moneyPlaces } from '#contract/figures/money-places.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { downloadSignedIn } from '../../../session/download-signed-in.ts'
import { FigureTabs } from '../../kit/admin-tabs.tsx'
import { parseFilters, parsePastMonth } from '../../kit/define-list.ts'
import { ListError, ListFilters, ListFrame } from '../../kit/list-frame.tsx'
import { analysisPath, buildListHref } from '../../kit/list-href.ts'
import { loadOnce } from '../../kit/load-list.ts'
import { Needs } from '../../kit/needs.tsx'
import { ScreenLink } from '../../kit/small-button.tsx'
import { type Column, Table } from '../../kit/table.tsx'
import { formatCount, WithBefore } from '../parts/figure-parts.tsx'
import { FileButtons } from '../parts/file-buttons.tsx'
import { findThisMonth, formatMonth, MonthSelect } from '../parts/months.tsx'
import '../../../ui/print.css'

/** Where the money of the month in the address is; of this month without one. */
export async function loadMoney(search: URLSearchParams) {
  const { month = findThisMonth() } = parseFilters({ search, filters: { month: parsePastMonth } })
  return { month, ...(await loadOnce(() => callSignedIn('GET /figures/money', { query: { month } }))) }
}

/** Saves all orders of a month with what is in each place. */
export const downloadMoney = (month: string) =>
  downloadSignedIn({ route: 'GET /figures/money/export', input: { query: { month } }, fileName: `money-${month}.csv` })

type Reply = CallReply<'GET /figures/money'>

const columns = (month: string): readonly Column<Reply['places'][number]>[] => [
  {
    head: 'Where it is',
    cell: ({ place, orders }) => {
      const { name, text } = moneyPlaces[place]
      const to = buildListHref({ path: analysisPath, params: { view: 'money', month, place } })
      return (
        <>
          {orders > 0 ? (
            <ScreenLink to={to} className="link font-semibold">
              {name}
            </ScreenLink>
          ) : (
            <span className="font-semibold">{name}</span>
          )}
          <span className="block max-w-prose text-xs text-soft">{text}</span>
        </>
      )
    },
  },
  { head: 'Orders', number: true, cell: ({ orders }) => formatCount(orders) },
  {
    head: 'Amount',
    number: true,
    cell: ({ amount, before }) => <WithBefore before={formatRupees(before)}>{formatRupees(amount)}</WithBefore>,
  },
]

/** Where the money of the orders of a month is: each rupee in one place. */
export function Money({ month, list, error }: Awaited<ReturnType<typeof loadMoney>>) {
  return (
    <div data-print>
      <ListFrame
        title="Money"
        tabs={
          <div className="print:hidden">
            <FigureTabs />
          </div>
        }
        aside={<p className="text-soft">{`Orders placed in ${formatMonth(month)}`}</p>}
      >
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3 print:hidden">
          <ListFilters action={analysisPath} q="" hint={undefined}>
            <input type="hidden" name="view" value="money" />
            <MonthSelect month={month} />
          </ListFilters>
          <Needs right="money">
            <FileButtons download={() => downloadMoney(month)} />
          </Needs>
        </div>
        {error !== undefined && <ListError text={error} />}
        {list && <Places {...list} />}
      </ListFrame>
    </div>
  )
}

const Places = ({ month, orders, total, places, surplus, before }: Reply) => (
  <>
    <p className="text-lg">
      <span className="font-display text-2xl tabular-nums">{formatRupees(total)}</span>
      {` in ${formatCount(orders)} ${orders === 1 ? 'order' : 'orders'}, which is the sum of these lines`}
      <span className="block text-sm text-soft tabular-nums">
        {`${formatRupees(before.total)} in ${formatCount(before.orders)} ${before.orders === 1 ? 'order' : 'orders'} of ${formatMonth(before.month)}`}
      </span>
    </p>
    <Bar places={places} total={total} />
    <Table
      label={`Where the money of the orders is, with ${formatMonth(before.month)} below each amount`}
      columns={columns(month)}
      rows={places}
      getKey={({ place }) => place}
    />
    {surplus > 0 && (
      <p className="max-w-prose font-medium text-bad">
        {`${formatRupees(surplus)} are paid beyond what the orders cost and not refunded. They are in none of the lines; All orders lists such payments for review.`}
      </p>
    )}
    <p className="max-w-prose text-sm text-soft">
      An order counts in the month in which it was placed, in Indian time, as it is now, with what it costs after discounts and removed
      items. Archived orders and exchanges are among them. The small number below each amount is the month before. What was paid back of
      cash that no courier has paid yet is still owed by the courier.
    </p>
  </>
)

const fills: { readonly [Place in MoneyPlaceKey]?: string } = {
  paidOnline: 'var(--color-good)',
  paidToShop: 'var(--color-good)',
  paidByCouriers: 'var(--color-good)',
  owed: 'var(--color-thread)',
  onTheWay: 'var(--color-indigo)',
  toSend: 'var(--color-indigo)',
  toPay: 'var(--color-indigo)',
  refundsDue: 'var(--color-bad)',
  lost: 'var(--color-bad)',
  unpaid: 'var(--color-bad)',
}

/** The shares of the places; the table has the same numbers. */
function Bar({ places, total }: Pick<Reply, 'places' | 'total'>) {
  const starts = places.map((_, index) => places.slice(0, index).reduce((sum, { amount }) => sum + amount, 0))
  if (total === 0) return null
  return (
    <svg role="img" aria-label="Shares of the lines; the table shows the same numbers" height="24" className="w-full print:hidden">
      {places.map(({ place, amount }, index) => (
        <rect
          key={place}
          x={`${((starts[index] ?? 0) * 100) / total}%`}
          width={`${(amount * 100) / total}%`}
          height="100%"
          fill={fills[place] ?? 'var(--color-edge)'}
          stroke="var(--color-page)"
        >
          <title>{`${moneyPlaces[place].name}: ${formatRupees(amount)}`}</title>
        </rect>
      ))}
    </svg>
  )
}
