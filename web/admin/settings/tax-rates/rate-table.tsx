import type { ShownTaxRate } from '#contract/tax/tax-rate-calls.ts'
import { formatDate } from '../../kit/format-time.ts'
import { actionColumn } from '../../kit/row-actions.tsx'
import { Section } from '../../kit/section.tsx'
import { SmallButton } from '../../kit/small-button.tsx'
import { type Column, Table } from '../../kit/table.tsx'
import { describeValue, nameCodes, nameRate } from './describe-rate.ts'

interface RateTableProps {
  title: string
  state: ShownTaxRate['state']
  /** all rates */
  rates: readonly ShownTaxRate[]
  /** replaces an empty table */
  empty: string
  onEnd: (rate: ShownTaxRate) => void
  onDelete: (rate: ShownTaxRate) => void
}

/** The rates that count today, later, or that have ended. */
export function RateTable({ title, state, rates, empty, ...actions }: RateTableProps) {
  const rows = rates.filter((rate) => rate.state === state)
  return (
    <Section title={title} className="gap-3 pt-2">
      {rows.length === 0 ? (
        <p className="text-soft">{empty}</p>
      ) : (
        <Table
          label={`${title}, by their digits`}
          rows={rows}
          getKey={({ _id }) => _id}
          columns={state === 'past' ? buildColumns(rates) : [...buildColumns(rates), buildActions({ rates, ...actions })]}
        />
      )}
    </Section>
  )
}

const buildColumns = (rates: readonly ShownTaxRate[]): readonly Column<ShownTaxRate>[] => [
  {
    head: 'HSN',
    cell: (rate) => <span className="font-semibold">{nameCodes(rate)}</span>,
  },
  {
    head: 'Value of a piece',
    cell: (rate) => (
      <>
        {describeValue({ rate, rates })}
        <span className="block text-soft sm:hidden">{describeDays(rate)}</span>
      </>
    ),
  },
  { head: 'Rate', number: true, cell: nameRate },
  { head: 'From', className: 'max-sm:hidden sm:pl-8', cell: ({ fromDay }) => formatDate(fromDay) },
  { head: 'To', className: 'max-sm:hidden', cell: ({ toDay }) => (toDay === null ? '–' : formatDate(toDay)) },
  { head: 'Changed by', className: 'max-md:hidden wrap-anywhere', cell: ({ changedBy }) => changedBy ?? '–' },
]

const describeDays = ({ fromDay, toDay }: ShownTaxRate): string =>
  toDay === null ? `from ${formatDate(fromDay)}` : `${formatDate(fromDay)} to ${formatDate(toDay)}`

const buildActions = ({ rates, onEnd, onDelete }: Pick<RateTableProps, 'rates' | 'onEnd' | 'onDelete'>) =>
  actionColumn<ShownTaxRate>((rate) => {
    const name = `${nameCodes(rate)}, ${describeValue({ rate, rates })}, ${nameRate(rate)}`
    return (
      <span className="inline-flex flex-col gap-2 sm:flex-row">
        <SmallButton aria-label={`End ${name}`} onClick={() => onEnd(rate)}>
          {rate.toDay === null ? 'End' : 'Change the end'}
        </SmallButton>
        {rate.state === 'planned' && (
          <SmallButton aria-label={`Delete ${name}`} className="text-bad" onClick={() => onDelete(rate)}>
            Delete
          </SmallButton>
        )}
      </span>
    )
  })
