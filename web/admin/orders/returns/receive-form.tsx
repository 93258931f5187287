import { useState } from 'react'
import { type PieceCondition, pieceConditions } from '#contract/orders/return-states.ts'
import type { AdminReturn, ReceivedLine } from '#contract/returns/admin-returns.ts'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { Checkbox } from '../../kit/checkbox.tsx'
import { conditionLabels } from './return-labels.ts'
import { type StepEdits, useStepEdits } from './use-step-edits.ts'

type Line = AdminReturn['lines'][number]

/** Everything as asked for: new and sellable, or faulty when that is the reason. */
function suggestLine({ line, quantity, reason }: Line): ReceivedLine {
  const isFaulty = reason === 'faulty'
  return {
    line,
    seen: { new: isFaulty ? 0 : quantity, worn: 0, faulty: isFaulty ? quantity : 0, missing: 0 },
    restock: isFaulty ? 0 : quantity,
    refund: quantity,
  }
}

/** What is wrong with the counts of a line; undefined when they fit. */
export function findCountError({ received, quantity }: { received: ReceivedLine; quantity: number }): string | undefined {
  const { seen, restock, refund } = received
  const sum = pieceConditions.reduce((total, condition) => total + seen[condition], 0)
  if (sum !== quantity) return `The conditions add up to ${sum}, not to ${quantity}.`
  if (restock > quantity - seen.missing) return 'More pieces go back to stock than were received.'
  return refund > quantity ? `At most ${quantity} can be paid back or exchanged.` : undefined
}

interface ReceiveFormProps extends StepEdits {
  returned: AdminReturn
  busy: boolean
  onReceive: (receipt: { lines: ReceivedLine[]; isFault: boolean }) => void
}

/** How many pieces of each item were received in which condition, go back to stock, and are paid back or exchanged. */
export function ReceiveForm({ returned, busy, onReceive, onEdit }: ReceiveFormProps) {
  const [lines, setLines] = useState(() => returned.lines.map(suggestLine))
  const [suggested] = useState(lines)
  const [isFault, setFault] = useState(returned.isFault)
  const [isChecked, setChecked] = useState(false)
  useStepEdits({ onEdit, step: 'receipt', isEdited: lines !== suggested || isFault !== returned.isFault })
  const isExchange = returned.kind === 'exchange'
  const change = (received: ReceivedLine) => setLines(lines.map((each) => (each.line === received.line ? received : each)))
  const errors = lines.map((received, index) => findCountError({ received, quantity: returned.lines[index]?.quantity ?? 0 }))
  const submit = () => {
    setChecked(true)
    if (errors.every((error) => error === undefined)) onReceive({ lines, isFault })
  }
  return (
    <form
      noValidate
      aria-label="Receive the parcel"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      className="flex flex-col gap-5"
    >
      {returned.lines.map((line, index) => {
        const received = lines[index]
        return (
          received && (
            <LineFields
              key={line.line}
              line={line}
              received={received}
              answer={isExchange ? 'Exchange' : 'Pay back'}
              error={isChecked ? errors[index] : undefined}
              onChange={change}
            />
          )
        )
      })}
      <Checkbox checked={isFault} onChange={({ currentTarget }) => setFault(currentTarget.checked)}>
        The shop bears the cost: no fee is {isExchange ? 'to be paid' : 'deducted'}
      </Checkbox>
      <Button type="submit" variant="ink" className="self-start" aria-disabled={busy}>
        {busy ? 'Saving…' : 'Received'}
      </Button>
    </form>
  )
}

interface LineFieldsProps {
  line: Line
  received: ReceivedLine
  /** what the shopper gets for the pieces */
  answer: string
  error: string | undefined
  onChange: (received: ReceivedLine) => void
}

function LineFields({ line: { name, size, quantity }, received, answer, error, onChange }: LineFieldsProps) {
  const label = size ? `${name}, size ${size}` : name
  const setSeen = (condition: PieceCondition, count: number) => onChange({ ...received, seen: { ...received.seen, [condition]: count } })
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 text-sm font-medium">
        {quantity} × {label}
      </legend>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-6">
        {pieceConditions.map((condition) => (
          <Count
            key={condition}
            label={conditionLabels[condition]}
            value={received.seen[condition]}
            onChange={(count) => setSeen(condition, count)}
          />
        ))}
        <Count label="Back in stock" value={received.restock} onChange={(restock) => onChange({ ...received, restock })} />
        <Count label={answer} value={received.refund} onChange={(refund) => onChange({ ...received, refund })} />
      </div>
      <FormError text={error} className="text-sm" />
    </fieldset>
  )
}

function Count({ label, value, onChange }: { label: string; value: number; onChange: (value: number) => void }) {
  return (
    <label className="flex flex-col justify-end gap-1 text-sm">
      {label}
      <input
        type="number"
        inputMode="numeric"
        min={0}
        max={99}
        value={value}
        onChange={({ currentTarget }) => onChange(Math.max(0, Math.min(99, Math.trunc(currentTarget.valueAsNumber || 0))))}
        className="min-h-11 w-full rounded-control border border-edge bg-raised px-3 py-1.5 tabular-nums hover:border-ink"
      />
    </label>
  )
}
