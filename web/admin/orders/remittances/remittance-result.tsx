import type { CallReply } from '#contract/contract.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import { type RemittanceField, remittanceFields } from '#contract/shipping/remittance-fields.ts'
import type { CheckedRemittanceLine } from '#contract/shipping/remittances.ts'
import { Button } from '../../../ui/button.tsx'
import { ColumnChoices, readColumnChoices } from '../../kit/column-choices.tsx'
import { formatCountOf } from '../../kit/format-count-of.ts'
import { formatDateTime } from '../../kit/format-time.ts'
import { type Column, sortFirst, Table } from '../../kit/table.tsx'

/** What was checked, or recorded: `message` says so. */
export type CheckedRemittance = CallReply<'POST /remittances/check'> & { message?: string }

type Line = CheckedRemittanceLine

/** More rows make a browser slow. */
const maxShownLines = 500

const outcomeClasses: Partial<Record<Line['outcome'], string>> = { matched: 'text-good', entered: 'text-soft' }

const buildColumns = (paysSeveral: boolean): readonly Column<Line>[] => [
  { head: 'Line', number: true, className: 'w-12 max-sm:hidden', cell: ({ line }) => line },
  {
    head: 'Tracking number',
    className: 'max-sm:min-w-28',
    cell: ({ line, trackingNumber, number, courierName }) => (
      <>
        <span className="block text-soft sm:hidden">Line {line}</span>
        <span className="font-semibold wrap-anywhere">{trackingNumber}</span>
        {paysSeveral && courierName !== null && <span className="block text-soft">{courierName}</span>}
        {number !== null && <span className="block whitespace-nowrap text-soft">Order {number}</span>}
      </>
    ),
  },
  { head: 'Amount', number: true, cell: ({ amount }) => (amount === null ? '' : formatRupees(amount)) },
  { head: 'Result', cell: ({ outcome, message }) => <span className={outcomeClasses[outcome] ?? 'font-medium text-bad'}>{message}</span> },
]

const isNew = ({ outcome }: Line): boolean => outcome !== 'entered' && outcome !== 'refused'
const roundToPaise = (rupees: number): number => Math.round(rupees * 100) / 100

interface RemittanceResultProps {
  checked: CheckedRemittance
  paysSeveral: boolean
  utr: string
  busy: 'checking' | 'recording' | undefined
  onChooseColumns: (columns: (RemittanceField | null)[]) => void
  onRecord: () => void
}

/** What a list means: its sum beside the amount on the bank account, its columns and each line. */
export function RemittanceResult({ checked, paysSeveral, utr, busy, onChooseColumns, onRecord }: RemittanceResultProps) {
  const { lines, columns, error, sum } = checked
  const newLines = lines.filter(isNew)
  const canRecord = newLines.length > 0 && checked.enteredAt === null && checked.message === undefined
  const shown =
    lines.length <= maxShownLines
      ? lines
      : sortFirst(lines, ({ outcome }) => outcome !== 'matched' && outcome !== 'entered').slice(0, maxShownLines)
  return (
    <div className="flex flex-col gap-4">
      {sum.lines > 0 && <Sums checked={checked} utr={utr} />}
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <p role="status" className={error === null ? 'font-semibold' : 'font-semibold text-bad'}>
          {checked.message === undefined ? describeCheck({ checked, newLines }) : `${checked.message}.`}
        </p>
        {canRecord && (
          <Button variant="primary" aria-disabled={busy !== undefined} onClick={onRecord}>
            {busy === 'recording' ? 'Please wait…' : `Record ${formatCountOf(newLines.length, 'line')}`}
          </Button>
        )}
      </div>
      {columns.length > 0 && checked.message === undefined && (
        <form
          className="flex flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            onChooseColumns(readColumnChoices(new FormData(event.currentTarget), columns))
          }}
        >
          <ColumnChoices columns={columns} labels={remittanceFields} emptyLabel="Not read" isOpen={error !== null}>
            <Button type="submit" className="self-start" aria-disabled={busy !== undefined}>
              Check again
            </Button>
          </ColumnChoices>
        </form>
      )}
      {lines.length > shown.length && (
        <p className="text-sm text-soft">
          {shown.length} of {formatCountOf(lines.length, 'line')} are shown, those that do not match first.
        </p>
      )}
      {shown.length > 0 && (
        <Table label="Result of each line" columns={buildColumns(paysSeveral)} rows={shown} getKey={({ line }) => String(line)} />
      )}
    </div>
  )
}

/** The sum of the list beside what arrived on the bank account. */
function Sums({ checked: { sum, bankAmount }, utr }: { checked: CheckedRemittance; utr: string }) {
  const difference = bankAmount === null ? 0 : roundToPaise(bankAmount - sum.amount)
  const figures = [
    { name: `Sum of the list, ${formatCountOf(sum.lines, 'line')}`, text: formatRupees(sum.amount) },
    {
      name: utr === '' ? 'On the bank account' : `On the bank account, ${utr}`,
      text: bankAmount === null ? '–' : formatRupees(bankAmount),
    },
  ]
  return (
    <div className="flex flex-col gap-2 border-y border-line py-4">
      <dl className="grid gap-x-10 gap-y-3 tabular-nums sm:flex sm:flex-wrap">
        {figures.map(({ name, text }) => (
          <div key={name} className="min-w-0">
            <dt className="text-sm text-soft wrap-anywhere">{name}</dt>
            <dd className="text-xl font-semibold">{text}</dd>
          </div>
        ))}
      </dl>
      <p className={difference === 0 ? (bankAmount === null ? 'text-soft' : 'font-medium text-good') : 'font-medium text-bad'}>
        {describeDifference({ bankAmount, difference })}
      </p>
    </div>
  )
}

function describeDifference({ bankAmount, difference }: { bankAmount: number | null; difference: number }): string {
  if (bankAmount === null) return 'Compare the sum with the amount on the bank account before you record it.'
  if (difference === 0) return 'The list and the bank account agree.'
  const amount = formatRupees(Math.abs(difference))
  return difference < 0
    ? `${amount} less than the list is on the bank account. Has the courier deducted its charges?`
    : `${amount} more than the list is on the bank account.`
}

function describeCheck({
  checked: { enteredAt, error, lines },
  newLines,
}: {
  checked: CheckedRemittance
  newLines: readonly Line[]
}): string {
  if (error !== null) return error
  if (enteredAt !== null) return `This list was entered on ${formatDateTime(enteredAt)}.`
  if (lines.length === 0) return 'No lines found.'
  const total = newLines.reduce((sum, { amount }) => sum + (amount ?? 0), 0)
  const matched = newLines.filter(({ outcome }) => outcome === 'matched').length
  const parts = [`${matched} of ${formatCountOf(lines.length, 'line')} match`, `${formatRupees(roundToPaise(total))} to record`]
  return `${parts.join(', ')}.`
}
