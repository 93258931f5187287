import { formatRupees } from '#contract/money.ts'
import { formatLongDay } from '../format-time.ts'
import { Cell, Head, Table } from '../table.tsx'
import type { DailyMetrics } from './daily-metrics.ts'

/** The numbers of the charts, newest day first. */
export function DailyTable({ days }: { days: readonly DailyMetrics[] }) {
  return (
    <div>
      <Table
        label="Visits, orders and sales per day"
        head={
          <>
            <Head>Day</Head>
            <Head number>Visits</Head>
            <Head number>Orders</Head>
            <Head number>Sales</Head>
          </>
        }
      >
        {days.toReversed().map(({ day, visits, orders, takings }) => (
          <tr key={day}>
            <Cell className="whitespace-nowrap">{formatLongDay(day)}</Cell>
            <Cell number>{visits.toLocaleString('en-IN')}</Cell>
            <Cell number>{orders.toLocaleString('en-IN')}</Cell>
            <Cell number>{formatRupees(takings)}</Cell>
          </tr>
        ))}
      </Table>
      <p className="mt-3 text-sm text-soft">
        Sales exclude orders that were later cancelled, refused or refunded. Days are in Indian time.
      </p>
    </div>
  )
}
