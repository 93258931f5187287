import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { maxLengths } from '#contract/business.ts'
import type { CallInput, CallReply } from '#contract/contract.ts'
import { ApiError } from '../../../../api/client.ts'
import { createKey } from '../../../../api/idempotency-key.ts'
import { callSignedIn } from '../../../../auth/call-signed-in.ts'
import { Button } from '../../../../ui/button.tsx'
import { SelectField, TextField } from '../../../../ui/field.tsx'
import { describeActionError } from '../../../shared/use-action.tsx'

interface StockFormProps {
  id: string
  stock: number
  /** with a stock each; empty for a product with one stock */
  sizes?: readonly { readonly size: string; readonly stock: number }[]
  onChanged: (reply: CallReply<'POST /products/:id/stock'>) => void
  /** whether the form has input that is not sent */
  onEdit?: (isEdited: boolean) => void
  /** beside the button */
  children?: ReactNode
}

type StockChangeValues = Omit<CallInput<'POST /products/:id/stock'>['body'], 'change' | 'size'> & { change: string; size: string }

const empty: StockChangeValues = { size: '', change: '', cause: 'correction', note: '' }
const isChange = (text: string) => /^[+-]?\d{1,7}$/.test(text.trim())

/** Changes the stock by a difference, not to an absolute number, so that concurrent sales are not lost. */
export function StockForm({ id, stock: total, sizes = [], onChanged, onEdit, children }: StockFormProps) {
  const { register, handleSubmit, watch, setError, reset, formState } = useForm({ defaultValues: empty })
  const { errors, isSubmitting, isDirty } = formState
  const reportEdit = useEffectEvent(() => onEdit?.(isDirty))
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports each change of `isDirty`
  useEffect(() => reportEdit(), [isDirty])
  const key = useRef<string>(undefined)
  const changeText = watch('change')
  const change = isChange(changeText) ? Number(changeText) : undefined

  const size = watch('size')
  const stock = sizes.length === 0 ? total : sizes.find((each) => each.size === size)?.stock

  const send = async ({ change: text, size: chosen, ...values }: StockChangeValues) => {
    key.current ??= createKey()
    try {
      const headers = { 'idempotency-key': key.current }
      onChanged(
        await callSignedIn('POST /products/:id/stock', {
          params: { id },
          headers,
          body: { change: Number(text), ...(sizes.length > 0 && { size: chosen }), ...values },
        }),
      )
      key.current = undefined
      reset({ ...empty, size: chosen })
    } catch (failure) {
      // After a lost reply the change may have been made, so only a refusal gets a new key.
      if (failure instanceof ApiError) key.current = undefined
      const { change: changeError, note } = failure instanceof ApiError ? failure.fields : {}
      if (note) setError('note', { message: note }, { shouldFocus: true })
      if (changeError) setError('change', { message: changeError }, { shouldFocus: true })
      if (!changeError && !note) setError('root', { message: describeActionError(failure) })
    }
  }

  return (
    <form
      noValidate
      onSubmit={isSubmitting ? (event) => event.preventDefault() : handleSubmit(send)}
      onChange={() => {
        key.current = undefined
      }}
      className="grid items-start gap-x-4 gap-y-4 sm:grid-cols-[9rem_12rem_minmax(0,1fr)]"
    >
      {sizes.length > 0 && (
        <SelectField
          label="Size"
          className="sm:col-span-3 sm:max-w-36"
          error={errors.size?.message}
          {...register('size', { required: 'Choose the size.' })}
        >
          <option value="">Choose</option>
          {sizes.map((each) => (
            <option key={each.size} value={each.size}>
              {each.size}: {each.stock}
            </option>
          ))}
        </SelectField>
      )}
      <TextField
        label="Change"
        autoComplete="off"
        placeholder="12 or -3"
        error={errors.change?.message}
        hint={
          change === undefined || stock === undefined
            ? undefined
            : stock + change < 0
              ? `Only ${stock} in stock`
              : `New stock: ${stock + change}`
        }
        {...register('change', { validate: (text) => (isChange(text) && Number(text) !== 0) || 'Enter a change such as 12 or -3.' })}
      />
      <SelectField label="Cause" {...register('cause')}>
        <option value="correction">Delivery or count</option>
        <option value="return">Return</option>
      </SelectField>
      <TextField label="Reason" maxLength={maxLengths.reason} autoComplete="off" error={errors.note?.message} {...register('note')} />
      <div className="flex flex-wrap items-center gap-4 sm:col-span-3">
        <Button type="submit" variant="ink" aria-disabled={isSubmitting}>
          {isSubmitting ? 'Changing…' : 'Change stock'}
        </Button>
        {children}
        {errors.root && (
          <p role="alert" className="font-medium text-bad">
            {errors.root.message}
          </p>
        )}
      </div>
    </form>
  )
}
