import { formatRupees } from '#contract/money.ts'
import { formatLongDay } from '../format-time.ts'
import { Cell, Head, Table } from '../table.tsx'
import type { DailyMetrics } from './analysis.tsx'

/** The numbers of the charts, today first. */
export function DailyTable({ days }: { days: readonly DailyMetrics[] }) {
  return (
    <div>
      <Table
        label="Visits, orders and takings by day"
        head={
          <>
            <Head>Day</Head>
            <Head number>Visits</Head>
            <Head number>Orders</Head>
            <Head number>Takings</Head>
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
        Takings are what the day's orders come to, without those cancelled, refused or refunded since. Days are India's.
      </p>
    </div>
  )
}
