import { formatLongDay } from '../kit/format-time.ts'
import { type Column, Table } from '../kit/table.tsx'
import { DailyChart } from './daily-chart.tsx'
import { formatCount } from './parts/figure-parts.tsx'

interface DayChartProps<Name extends 'orders' | 'visits'> {
  days: readonly ({ readonly day: string } & Readonly<Record<Name, number>>)[]
  name: Name
  title: string
}

/** A number per day as a chart, and as a table that opens. */
export function DayChart<Name extends 'orders' | 'visits'>({ days, name, title }: DayChartProps<Name>) {
  const columns: readonly Column<(typeof days)[number]>[] = [
    { head: 'Day', cell: ({ day }) => formatLongDay(day) },
    { head: title, number: true, cell: (day) => formatCount(day[name]) },
  ]
  return (
    <div className="flex flex-col gap-2 print:hidden">
      <figure className="flex min-w-0 flex-col gap-2">
        <figcaption className="font-semibold">{title}</figcaption>
        <div className="h-44">
          <DailyChart days={days} name={name} title={title} format={formatCount} />
        </div>
      </figure>
      <details>
        <summary className="link inline-flex min-h-11 cursor-pointer items-center text-sm">The same as a table</summary>
        <Table label={`${title} per day`} columns={columns} rows={days.toReversed()} getKey={({ day }) => day} stickyHead={false} />
      </details>
    </div>
  )
}
