import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { formatLongDay, formatShortDay } from '../format-time.ts'

/** One day of the reports, amounts in rupees. */
export interface DailyMetrics {
  readonly day: string
  readonly visits: number
  readonly orders: number
  readonly takings: number
  readonly codDue: number
}
interface DailyChartProps {
  days: readonly DailyMetrics[]
  name: 'visits' | 'orders' | 'takings'
  title: string
  format: (value: number) => string
}

const colours = { visits: 'var(--color-indigo)', orders: 'var(--color-thread)', takings: 'var(--color-good)' } as const
const compact = new Intl.NumberFormat('en-IN', { notation: 'compact', maximumFractionDigits: 1 })
const tickStyle = { fontSize: 12, fill: 'var(--color-soft)' }

/** A bar chart of one metric per day. Screen readers use the table with the same numbers. */
export function DailyChart({ days, name, title, format }: DailyChartProps) {
  const first = days[0]?.day ?? ''
  return (
    <div role="img" aria-label={`${title} per day since ${formatLongDay(first)}; the table shows the same numbers`} className="size-full">
      <ResponsiveContainer width="100%" height="100%">
        <BarChart data={[...days]} margin={{ top: 4, right: 0, bottom: 0, left: 0 }} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke="var(--color-line)" />
          <XAxis
            dataKey="day"
            tickFormatter={formatShortDay}
            tick={tickStyle}
            tickLine={false}
            axisLine={{ stroke: 'var(--color-edge)' }}
            minTickGap={24}
          />
          <YAxis
            width={44}
            allowDecimals={false}
            tickFormatter={(value: number) => compact.format(value)}
            tick={tickStyle}
            tickLine={false}
            axisLine={false}
          />
          <Tooltip
            cursor={{ fill: 'var(--color-sunk)' }}
            isAnimationActive={false}
            labelFormatter={(day) => formatLongDay(String(day))}
            formatter={(value) => [format(Number(value)), title]}
            contentStyle={{
              background: 'var(--color-raised)',
              border: '1px solid var(--color-line)',
              borderRadius: 6,
              color: 'var(--color-ink)',
            }}
            itemStyle={{ color: 'var(--color-ink)' }}
          />
          <Bar dataKey={name} fill={colours[name]} isAnimationActive={false} maxBarSize={36} />
        </BarChart>
      </ResponsiveContainer>
    </div>
  )
}
