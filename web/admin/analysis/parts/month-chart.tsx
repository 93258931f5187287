import { type Column, Table } from '../../kit/table.tsx'
import { formatMonth, formatShortMonth } from './months.tsx'

interface Bar<Name extends string> {
  readonly name: Name
  readonly title: string
  readonly fill: string
}

interface MonthChartProps<Name extends string> {
  months: readonly ({ readonly month: string } & Readonly<Record<Name, number>>)[]
  /** the bars of each month; the number of the last one is below the chart, too */
  bars: readonly Bar<Name>[]
  /** such as `Sales and profit by month` */
  label: string
  format: (value: number) => string
}

const compact = new Intl.NumberFormat('en-IN', { notation: 'compact', maximumFractionDigits: 1 })

/** Amounts of months as a chart, and as a table that opens; nothing while all are 0. What is below 0 is below the line. */
export function MonthChart<Name extends string>({ months, bars, label, format }: MonthChartProps<Name>) {
  const columns: readonly Column<(typeof months)[number]>[] = [
    { head: 'Month', cell: ({ month }) => formatMonth(month) },
    ...bars.map(({ name, title }) => ({ head: title, number: true, cell: (row: (typeof months)[number]) => format(row[name]) })),
  ]
  if (months.every((month) => bars.every(({ name }) => month[name] === 0))) return null
  return (
    <div className="flex flex-col gap-2 print:hidden">
      <figure className="flex min-w-0 flex-col gap-2">
        <figcaption className="flex flex-wrap gap-x-5 font-semibold">
          {bars.map(({ name, title, fill }) => (
            <span key={name} className="inline-flex items-center gap-2">
              <svg aria-hidden="true" width="12" height="12">
                <rect width="100%" height="100%" fill={fill} />
              </svg>
              {title}
            </span>
          ))}
        </figcaption>
        <Bars months={months} bars={bars} label={label} format={format} />
      </figure>
      <details>
        <summary className="link inline-flex min-h-11 cursor-pointer items-center text-sm">The same as a table</summary>
        <Table label={label} columns={columns} rows={months.toReversed()} getKey={({ month }) => month} stickyHead={false} />
      </details>
    </div>
  )
}

function Bars<Name extends string>({ months, bars, label, format }: MonthChartProps<Name>) {
  const values = months.flatMap((month) => bars.map(({ name }) => month[name]))
  const [top, bottom] = [Math.max(1, ...values), Math.min(0, ...values)]
  const toY = (value: number) => ((top - value) / (top - bottom)) * 100
  const width = 100 / Math.max(1, months.length)
  const barWidth = (width * 0.7) / bars.length
  const last = bars.at(-1)
  return (
    <div role="img" aria-label={`${label}; the table shows the same numbers`} className="text-xs text-soft">
      <svg aria-hidden="true" className="h-44 w-full">
        {months.map((month, index) =>
          bars.map(({ name, title, fill }, bar) => (
            <rect
              key={`${month.month} ${name}`}
              x={`${width * (index + 0.15) + barWidth * bar}%`}
              width={`${barWidth * 0.95}%`}
              y={`${toY(Math.max(month[name], 0))}%`}
              height={`${Math.abs(toY(month[name]) - toY(0))}%`}
              fill={fill}
            >
              <title>{`${title}, ${formatShortMonth(month.month)}: ${format(month[name])}`}</title>
            </rect>
          )),
        )}
        <line x1="0" x2="100%" y1={`${toY(0)}%`} y2={`${toY(0)}%`} stroke="var(--color-edge)" />
      </svg>
      <div className="flex text-center">
        {months.map((month) => (
          <span key={month.month} className="min-w-0 flex-1">
            {formatShortMonth(month.month)}
            {last && <span className="block tabular-nums">{compact.format(month[last.name])}</span>}
          </span>
        ))}
      </div>
    </div>
  )
}
