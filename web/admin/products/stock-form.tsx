import { type FormEvent, useRef, useState } from 'react'
import type { CallReply } from '#contract/contract.ts'
import { ApiError } from '../../api/client.ts'
import { createKey } from '../../api/idempotency-key.ts'
import { callSignedIn } from '../../auth/call-signed-in.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { describeError } from '../use-resource.ts'

export interface StockFormProps {
  id: string
  stock: number
  onChanged: (reply: CallReply<'changeStock'>) => void
}

/** Pieces that come or go, with the reason. A difference and not a number: what is sold meanwhile still counts. */
export function StockForm({ id, stock, onChanged }: StockFormProps) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<{ words?: string; fields: Readonly<Record<string, string>> }>({ fields: {} })
  const [busy, setBusy] = useState(false)
  const key = useRef<string>(undefined)
  const change = /^[+-]?\d{1,7}$/.test(typed.trim()) ? Number(typed) : undefined

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    const given = new FormData(form)
    if (!change) return setProblem({ fields: { change: 'Enter how many pieces come or go, such as 12 or -3.' } })
    setBusy(true)
    setProblem({ fields: {} })
    key.current ??= createKey()
    try {
      const body = { change, cause: given.get('cause') as 'correction' | 'return', note: String(given.get('note') ?? '') }
      onChanged(await callSignedIn('changeStock', { params: { id }, headers: { 'idempotency-key': key.current }, body }))
      key.current = undefined
      setTyped('')
      form.reset()
    } catch (fault) {
      // Refused is not done: the next try is a new one. Without an answer it may have been done: then the key protects.
      if (fault instanceof ApiError) key.current = undefined
      const fields = fault instanceof ApiError ? fault.fields : {}
      setProblem({ fields, ...(Object.keys(fields).length === 0 && { words: describeError(fault) }) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      noValidate
      onSubmit={send}
      onChange={() => {
        key.current = undefined
      }}
      className="grid items-start gap-x-4 gap-y-4 sm:grid-cols-[9rem_12rem_minmax(0,1fr)]"
    >
      <TextField
        label="Change"
        name="change"
        autoComplete="off"
        placeholder="12 or -3"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={problem.fields.change}
        hint={change === undefined ? undefined : stock + change < 0 ? `Only ${stock} can go` : `${stock} becomes ${stock + change}`}
      />
      <SelectField label="Cause" name="cause" defaultValue="correction">
        <option value="correction">Delivery or count</option>
        <option value="return">Return</option>
      </SelectField>
      <TextField label="Reason" name="note" maxLength={200} autoComplete="off" error={problem.fields.note} />
      <div className="flex flex-wrap items-center gap-4 sm:col-span-3">
        <Button type="submit" variant="ink" aria-disabled={busy}>
          {busy ? 'Changing…' : 'Change stock'}
        </Button>
        {problem.words !== undefined && (
          <p role="alert" className="font-medium text-bad">
            {problem.words}
          </p>
        )}
      </div>
    </form>
  )
}
