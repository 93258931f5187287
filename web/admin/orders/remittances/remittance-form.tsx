import { useState } from 'react'
import type { CallReply } from '#contract/contract.ts'
import { formatRupees } from '#contract/money.ts'
import { type CourierKey, courierKeys, couriers } from '#contract/shipping/couriers.ts'
import type { CheckedRemittanceLine } from '#contract/shipping/remittances.ts'
import { callSignedIn } from '../../../auth/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/field.tsx'
import { formatDateTime } from '../../shared/format-time.ts'
import { type Column, Table } from '../../shared/table.tsx'
import { PasteField } from '../shipping/paste-field.tsx'
import { describePasteError } from '../shipping/use-shipment-lines.ts'

type Line = CheckedRemittanceLine
type Checked = CallReply<'POST /remittances/check'> & { message?: string }

const outcomeClasses: Partial<Record<Line['outcome'], string>> = { matched: 'text-good', entered: 'text-soft' }

const columns: readonly Column<Line>[] = [
  { head: 'Line', number: true, className: 'w-12', cell: ({ line }) => line },
  {
    head: 'Tracking number',
    className: 'max-sm:min-w-34',
    cell: ({ trackingNumber, number }) => (
      <>
        <span className="font-semibold wrap-anywhere">{trackingNumber}</span>
        {number !== null && <span className="block whitespace-nowrap text-soft">Order {number}</span>}
      </>
    ),
  },
  { head: 'Amount', number: true, cell: ({ amount }) => (amount === null ? '' : formatRupees(amount)) },
  { head: 'Result', cell: ({ outcome, message }) => <span className={outcomeClasses[outcome] ?? 'font-medium text-bad'}>{message}</span> },
]

const isNew = ({ outcome }: Line): boolean => outcome !== 'entered' && outcome !== 'refused'
const count = (number: number) => (number === 1 ? '1 line' : `${number.toLocaleString('en-IN')} lines`)

/** Enters what a courier has paid from its list: first a check, which records nothing. */
export function RemittanceForm({ onRecorded }: { onRecorded: () => void }) {
  const [courier, setCourier] = useState<CourierKey>('delhivery')
  const [text, setText] = useState('')
  const [busy, setBusy] = useState<'checking' | 'recording'>()
  const [checked, setChecked] = useState<Checked>()
  const [error, setError] = useState<string>()

  const clear = () => {
    setChecked(undefined)
    setError(undefined)
  }
  const send = async (name: 'checking' | 'recording') => {
    if (busy) return
    setBusy(name)
    setError(undefined)
    try {
      setChecked(await callSignedIn(name === 'checking' ? 'POST /remittances/check' : 'POST /remittances', { body: { courier, text } }))
      if (name === 'recording') onRecorded()
    } catch (failure) {
      setError(describePasteError(failure))
    }
    setBusy(undefined)
  }

  const newLines = checked?.lines.filter(isNew) ?? []
  const canRecord = newLines.length > 0 && checked?.enteredAt === null && checked.message === undefined
  return (
    <section aria-labelledby="enter-payment" className="flex flex-col gap-4">
      <h2 id="enter-payment" className="font-display text-2xl">
        Enter a payment
      </h2>
      <form
        className="flex max-w-4xl flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          send('checking')
        }}
      >
        <SelectField
          label="Courier"
          className="sm:max-w-72"
          value={courier}
          onChange={(event) => {
            setCourier(event.currentTarget.value as CourierKey)
            clear()
          }}
        >
          {courierKeys.map((key) => (
            <option key={key} value={key}>
              {couriers[key].name}
            </option>
          ))}
        </SelectField>
        <PasteField
          label="Lines of the payment"
          hint="Tracking number, amount and, if you like, reference and date"
          placeholder={'1490812345678, 799.00, UTR 4471, 22-11-2026\n1490812345679, "1,299.00"'}
          text={text}
          error={error}
          onChange={(value) => {
            setText(value)
            clear()
          }}
        />
        <Button type="submit" variant={checked ? 'outline' : 'ink'} className="self-start" aria-disabled={busy !== undefined}>
          {busy === 'checking' ? 'Checking…' : 'Check the payment'}
        </Button>
      </form>
      {checked && (
        <div className="flex flex-col gap-4">
          <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
            <p role="status" className="font-semibold">
              {checked.message === undefined ? describeCheck({ checked, newLines }) : `${checked.message}.`}
            </p>
            {canRecord && (
              <Button variant="primary" aria-disabled={busy !== undefined} onClick={() => send('recording')}>
                {busy === 'recording' ? 'Please wait…' : `Record ${count(newLines.length)}`}
              </Button>
            )}
          </div>
          {checked.lines.length > 0 && (
            <Table label="Result of each line" columns={columns} rows={checked.lines} getKey={({ line }) => String(line)} />
          )}
        </div>
      )}
    </section>
  )
}

function describeCheck({ checked: { enteredAt, lines }, newLines }: { checked: Checked; newLines: readonly Line[] }): string {
  if (enteredAt !== null) return `This list was entered on ${formatDateTime(enteredAt)}.`
  if (lines.length === 0) return 'No lines found.'
  const total = newLines.reduce((sum, { amount }) => sum + (amount ?? 0), 0)
  const matched = newLines.filter(({ outcome }) => outcome === 'matched').length
  const parts = [`${matched} of ${count(lines.length)} match`, `${formatRupees(Math.round(total * 100) / 100)} to record`]
  return `${parts.join(', ')}.`
}
