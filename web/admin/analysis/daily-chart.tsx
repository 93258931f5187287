import { useState } from 'react'
import { formatLongDay, formatShortDay } from '../kit/format-time.ts'

/** One day of the reports, amounts in rupees. */
export interface DailyMetrics {
  readonly day: string
  readonly visits: number
  readonly orders: number
  readonly takings: number
  readonly codDue: number
}
interface DailyChartProps<Name extends Metric> {
  days: readonly ({ readonly day: string } & Readonly<Record<Name, number>>)[]
  name: Name
  title: string
  format: (value: number) => string
}

const colours = {
  visits: 'var(--color-indigo)',
  orders: 'var(--color-thread)',
  takings: 'var(--color-good)',
  units: 'var(--color-thread)',
  sales: 'var(--color-good)',
  failed: 'var(--color-bad)',
} as const
type Metric = keyof typeof colours
const compact = new Intl.NumberFormat('en-IN', { notation: 'compact', maximumFractionDigits: 1 })
const toPercent = (share: number) => `${share * 100}%`

/** As many as fit on a phone. */
const maxDayLabels = 7

/** Whole numbers from 0 to at least `maximum` in three to five equal steps of 1, 2 or 5 times a power of ten. */
export function listTicks(maximum: number): number[] {
  const power = 10 ** Math.floor(Math.log10(Math.max(maximum, 1) / 5))
  const step = Math.max(1, power * ([1, 2, 5, 10].find((factor) => power * factor * 5 >= maximum) ?? 10))
  return Array.from({ length: Math.max(1, Math.ceil(maximum / step)) + 1 }, (_, index) => index * step)
}

/** A bar chart of one metric per day. Screen readers use the table with the same numbers. */
export function DailyChart<Name extends Metric>({ days, name, title, format }: DailyChartProps<Name>) {
  const [activeDay, setActiveDay] = useState<string>()
  const ticks = listTicks(Math.max(0, ...days.map((day) => day[name])))
  const top = ticks.at(-1) ?? 1
  const active = days.find(({ day }) => day === activeDay)
  const labelEvery = Math.ceil(days.length / maxDayLabels)
  const centre = (index: number) => toPercent((index + 0.5) / days.length)
  return (
    <div
      role="img"
      aria-label={`${title} per day since ${formatLongDay(days[0]?.day ?? '')}; the table shows the same numbers`}
      className="size-full pt-2 pb-6 pl-11 text-xs text-soft"
    >
      <div className="relative size-full">
        <svg aria-hidden="true" className="size-full overflow-visible" onPointerLeave={() => setActiveDay(undefined)}>
          {ticks.map((tick) => {
            const y = toPercent(1 - tick / top)
            return <line key={tick} x1="0" x2="100%" y1={y} y2={y} stroke={tick === 0 ? 'var(--color-edge)' : 'var(--color-line)'} />
          })}
          {days.map((day, index) => {
            const height = day[name] / top
            return (
              <g key={day.day} onPointerEnter={() => setActiveDay(day.day)} onPointerDown={() => setActiveDay(day.day)}>
                <rect
                  x={toPercent(index / days.length)}
                  width={toPercent(1 / days.length)}
                  height="100%"
                  fill="var(--color-sunk)"
                  opacity={day === active ? 0.6 : 0}
                />
                <rect
                  x={toPercent((index + 0.1) / days.length)}
                  width={toPercent(0.8 / days.length)}
                  y={toPercent(1 - height)}
                  height={toPercent(height)}
                  fill={colours[name]}
                />
              </g>
            )
          })}
        </svg>
        {ticks.map((tick) => (
          <span key={tick} className="absolute right-full mr-2 translate-y-1/2 tabular-nums" style={{ bottom: toPercent(tick / top) }}>
            {compact.format(tick)}
          </span>
        ))}
        {days.map(({ day }, index) =>
          index % labelEvery === 0 ? (
            <span key={day} className="absolute top-full -translate-x-1/2 pt-1 whitespace-nowrap" style={{ left: centre(index) }}>
              {formatShortDay(day)}
            </span>
          ) : null,
        )}
        {active && (
          <p
            className="pointer-events-none absolute top-0 z-10 rounded-control border border-line bg-raised px-3 py-2 text-sm whitespace-nowrap text-ink"
            style={{ left: centre(days.indexOf(active)), transform: `translateX(-${centre(days.indexOf(active))})` }}
          >
            {formatLongDay(active.day)}
            <br />
            {title}: <span className="font-semibold tabular-nums">{format(active[name])}</span>
          </p>
        )}
      </div>
    </div>
  )
}
