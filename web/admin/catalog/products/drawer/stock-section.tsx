import { useRef, useState } from 'react'
import type { CallInput } from '#contract/contract.ts'
import { stockCalls } from '#contract/inventory/stock.ts'
import { ApiError } from '../../../../api/client.ts'
import { createKey } from '../../../../api/idempotency-key.ts'
import { callSignedIn } from '../../../../session/call-signed-in.ts'
import { Button } from '../../../../ui/button.tsx'
import { SelectField, TextField } from '../../../../ui/field.tsx'
import { FormError } from '../../../../ui/form-error.tsx'
import { useSaveForm } from '../../../kit/save-form.tsx'
import { SavedMessage } from '../../../shared/saved-message.tsx'
import { StockBadge } from '../list/stock-badge.tsx'
import { type CardData, useProductCard, useReportEdit } from './product-card.tsx'

type StockChangeValues = Omit<CallInput<'POST /products/:id/stock'>['body'], 'change' | 'size'> & { change: string; size: string }

const empty: StockChangeValues = { size: '', change: '', cause: 'correction', note: '' }
const isChange = (text: string) => /^[+-]?\d{1,7}$/.test(text.trim())

/** The stock of a product, who waits for it, and the form that changes it. */
export function StockSection() {
  const { product, waiting } = useProductCard()
  return (
    <>
      <p className="text-lg tabular-nums">
        <StockBadge stock={product.stock} unit={product.stock === 1 ? 'item' : 'items'} />
      </p>
      <WaitingList waiting={waiting} />
      <StockForm />
    </>
  )
}

/** Changes the stock by a difference, not to an absolute number, so that concurrent sales are not lost. */
function StockForm() {
  const { product, sizes, show } = useProductCard()
  const [message, setMessage] = useState('')
  const key = useRef<string>(undefined)
  const { field, save, watch, reset, isSubmitting, isDirty, failure } = useSaveForm({
    defaultValues: empty,
    body: stockCalls.changeStock.body,
    async send({ change: text, size: chosen, ...values }: StockChangeValues) {
      key.current ??= createKey()
      try {
        return await callSignedIn('POST /products/:id/stock', {
          params: { id: product._id },
          headers: { 'idempotency-key': key.current },
          body: { change: Number(text), ...(sizes.length > 0 && { size: chosen }), ...values },
        })
      } catch (failed) {
        // After a lost reply the change may have been made, so only a refusal gets a new key.
        if (failed instanceof ApiError) key.current = undefined
        throw failed
      }
    },
    onSaved({ message: saved, ...changed }) {
      key.current = undefined
      reset({ ...empty, size })
      setMessage(saved)
      show(changed)
    },
  })
  useReportEdit(isDirty)
  if (isDirty && message !== '') setMessage('')
  const changeText = watch('change')
  const change = isChange(changeText) ? Number(changeText) : undefined

  const size = watch('size')
  const stock = sizes.length === 0 ? product.stock : sizes.find((each) => each.size === size)?.stock

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      onChange={() => {
        key.current = undefined
      }}
      className="grid items-start gap-x-4 gap-y-4 sm:grid-cols-[9rem_12rem_minmax(0,1fr)]"
    >
      {sizes.length > 0 && (
        <SelectField label="Size" className="sm:col-span-3 sm:max-w-36" {...field('size', { required: 'Choose the size.' })}>
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
        hint={
          change === undefined || stock === undefined
            ? undefined
            : stock + change < 0
              ? `Only ${stock} in stock`
              : `New stock: ${stock + change}`
        }
        {...field('change', { validate: (text) => (isChange(text) && Number(text) !== 0) || 'Enter a change such as 12 or -3.' })}
      />
      <SelectField
        label="Cause"
        {...field('cause')}
        choices={[
          ['correction', 'Delivery or count'],
          ['return', 'Return'],
        ]}
      />
      <TextField label="Reason" autoComplete="off" {...field('note')} />
      <div className="flex flex-wrap items-center gap-4 sm:col-span-3">
        <Button type="submit" variant="ink" aria-disabled={isSubmitting}>
          {isSubmitting ? 'Changing…' : 'Change stock'}
        </Button>
        <SavedMessage>{message}</SavedMessage>
        <FormError text={failure} />
      </div>
    </form>
  )
}

/** How many shoppers wait for a mail that a product, or one of its sizes, is in stock again. */
function WaitingList({ waiting }: Pick<CardData, 'waiting'>) {
  if (waiting.length === 0) return null
  return (
    <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1 text-sm">
      <p className="text-soft">Waiting to be told when it is in stock</p>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 tabular-nums">
        {waiting.map(({ size, count }) => (
          <li key={size}>
            {size} <span className="font-semibold">{count.toLocaleString('en-IN')}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
