import { type FormEvent, useRef, useState } from 'react'
import { maxLengths } from '#contract/business.ts'
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

/** Changes the stock by a difference, not to an absolute number, so that concurrent sales are not lost. */
export function StockForm({ id, stock, onChanged }: StockFormProps) {
  const [changeText, setChangeText] = useState('')
  const [error, setError] = useState<{ text?: string; fields: Readonly<Record<string, string>> }>({ fields: {} })
  const [busy, setBusy] = useState(false)
  const key = useRef<string>(undefined)
  const change = /^[+-]?\d{1,7}$/.test(changeText.trim()) ? Number(changeText) : undefined

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    const formData = new FormData(form)
    if (!change) return setError({ fields: { change: 'Enter a change such as 12 or -3.' } })
    setBusy(true)
    setError({ fields: {} })
    key.current ??= createKey()
    try {
      const body = { change, cause: formData.get('cause') as 'correction' | 'return', note: String(formData.get('note') ?? '') }
      onChanged(await callSignedIn('changeStock', { params: { id }, headers: { 'idempotency-key': key.current }, body }))
      key.current = undefined
      setChangeText('')
      form.reset()
    } catch (failure) {
      // After a lost reply the change may have been made, so only a refusal gets a new key.
      if (failure instanceof ApiError) key.current = undefined
      const fields = failure instanceof ApiError ? failure.fields : {}
      setError({ fields, ...(Object.keys(fields).length === 0 && { text: describeError(failure) }) })
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
        value={changeText}
        onChange={(event) => setChangeText(event.currentTarget.value)}
        error={error.fields.change}
        hint={change === undefined ? undefined : stock + change < 0 ? `Only ${stock} in stock` : `New stock: ${stock + change}`}
      />
      <SelectField label="Cause" name="cause" defaultValue="correction">
        <option value="correction">Delivery or count</option>
        <option value="return">Return</option>
      </SelectField>
      <TextField label="Reason" name="note" maxLength={maxLengths.reason} autoComplete="off" error={error.fields.note} />
      <div className="flex flex-wrap items-center gap-4 sm:col-span-3">
        <Button type="submit" variant="ink" aria-disabled={busy}>
          {busy ? 'Changing…' : 'Change stock'}
        </Button>
        {error.text !== undefined && (
          <p role="alert" className="font-medium text-bad">
            {error.text}
          </p>
        )}
      </div>
    </form>
  )
}
