import { formatRupees } from '#contract/kernel/money.ts'
import { formatShortMonth } from '../months.tsx'

interface Month {
  readonly month: string
  readonly sales: number
  readonly profit: number
}

const bars = [
  { name: 'sales', title: 'Sales', fill: 'var(--color-indigo)' },
  { name: 'profit', title: 'Profit', fill: 'var(--color-thread)' },
] as const

const compact = new Intl.NumberFormat('en-IN', { notation: 'compact', maximumFractionDigits: 1 })

/** Sales and profit of months. A loss is below the line. Screen readers use the table with the same numbers. */
export function ProfitChart({ months }: { months: readonly Month[] }) {
  const values = months.flatMap(({ sales, profit }) => [sales, profit])
  const [top, bottom] = [Math.max(1, ...values), Math.min(0, ...values)]
  const toY = (value: number) => ((top - value) / (top - bottom)) * 100
  const width = 100 / Math.max(1, months.length)
  return (
    <figure className="flex min-w-0 flex-col gap-2 print:hidden">
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
      <div role="img" aria-label="Sales and profit by month; the table shows the same numbers" className="text-xs text-soft">
        <svg aria-hidden="true" className="h-44 w-full">
          {months.map((month, index) =>
            bars.map(({ name, fill }, bar) => (
              <rect
                key={`${month.month} ${name}`}
                x={`${width * (index + 0.15 + bar * 0.35)}%`}
                width={`${width * 0.33}%`}
                y={`${toY(Math.max(month[name], 0))}%`}
                height={`${Math.abs(toY(month[name]) - toY(0))}%`}
                fill={fill}
              >
                <title>{`${name === 'sales' ? 'Sales' : 'Profit'}, ${formatShortMonth(month.month)}: ${formatRupees(month[name])}`}</title>
              </rect>
            )),
          )}
          <line x1="0" x2="100%" y1={`${toY(0)}%`} y2={`${toY(0)}%`} stroke="var(--color-edge)" />
        </svg>
        <div className="flex text-center">
          {months.map(({ month, profit }) => (
            <span key={month} className="min-w-0 flex-1">
              {formatShortMonth(month)}
              <span className="block tabular-nums">{compact.format(profit)}</span>
            </span>
          ))}
        </div>
      </div>
    </figure>
  )
}
