import type { SettledMonth } from '#contract/payments/settlements.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { ListError } from '../../kit/list-frame.tsx'
import { Section } from '../../kit/section.tsx'
import { useResource } from '../../kit/use-resource.ts'
import { FigureList, formatAmount, formatCount } from '../parts/figure-parts.tsx'
import { MonthChart } from '../parts/month-chart.tsx'
import { formatMonth } from '../parts/months.tsx'

const loadMonths = (month: string) => callSignedIn('GET /settlements/months', { query: { month } })

const figures = [
  { name: 'Amount', format: ({ amount }: SettledMonth) => formatAmount(amount) },
  { name: 'Payments', format: ({ payments }: SettledMonth) => formatAmount(payments) },
  { name: 'Refunds', format: ({ refunds }: SettledMonth) => formatAmount(-refunds) },
  { name: 'Fees with tax', format: ({ fees }: SettledMonth) => formatAmount(-fees) },
  { name: 'Others', format: ({ others }: SettledMonth) => formatAmount(others) },
  { name: 'Settlements', format: ({ settlements }: SettledMonth) => formatCount(settlements) },
] as const

const bars = [
  { name: 'fees', title: 'Fees with tax', fill: 'var(--color-bad)' },
  { name: 'amount', title: 'Paid to the bank account', fill: 'var(--color-good)' },
] as const

/** What was settled in a month beside the month before, and in the months before. */
export function SettledMonths({ month }: { month: string }) {
  const { data, error, reload } = useResource({ id: month, load: loadMonths })
  const [before, now] = data?.months.slice(-2) ?? []
  if (error !== undefined) return <ListError text={error} onRetry={reload} />
  if (!data || !before || !now) return <p className="text-soft">Counting the settlements of the months…</p>
  const rows = figures.map(({ name, format }) => ({ name, now: format(now), before: format(before) }))
  return (
    <Section title={`Settled in ${formatMonth(month)}`}>
      <FigureList figures={rows} before={`in ${formatMonth(before.month)}`} />
      <MonthChart months={data.months} bars={bars} label="Settlements by month" format={formatAmount} />
      <p className="max-w-prose text-sm text-soft">
        A settlement counts on its day, in Indian time. The amount is what the bank statement shows: payments less refunds and fees, and
        whatever else the provider has added or deducted. The lists and the file of a month add up to it.
      </p>
    </Section>
  )
}
