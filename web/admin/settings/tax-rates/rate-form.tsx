import { useForm, useWatch } from 'react-hook-form'
import type { TaxRateValues } from '#contract/tax/tax-rate-calls.ts'
import { callSignedIn } from '../../../auth/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { showToast } from '../../../ui/toast.ts'
import { formatToday } from '../../kit/format-time.ts'
import { showFormError } from '../../kit/use-action.tsx'

type FormValues = Record<keyof TaxRateValues, string>

/** Null for an empty text. What is no number is out of range, so that the server says what the field takes. */
function toNumber(text: string): number | null {
  const typed = text.replace(/[₹%,\s]/g, '')
  const number = Number(typed)
  return typed === '' ? null : Number.isFinite(number) ? number : -1
}

const toValues = ({ hsnPrefix, upTo, rate, fromDay, toDay }: FormValues): TaxRateValues => ({
  hsnPrefix,
  upTo: toNumber(upTo),
  rate: toNumber(rate) ?? -1,
  fromDay,
  toDay: toDay === '' ? null : toDay,
})

/** Adds a rate. */
export function RateForm({ onSaved, onClose }: { onSaved: () => void; onClose: () => void }) {
  const { control, register, handleSubmit, setError, formState } = useForm<FormValues>({
    defaultValues: { hsnPrefix: '', upTo: '', rate: '', fromDay: formatToday(), toDay: '' },
  })
  const { errors, isSubmitting } = formState
  const fromDay = useWatch({ control, name: 'fromDay' })
  const save = async (typed: FormValues) => {
    try {
      const { message } = await callSignedIn('POST /tax-rates', { body: toValues(typed) })
      showToast({ text: message })
      onSaved()
    } catch (failure) {
      showFormError({ failure, setError })
    }
  }
  const field = (name: keyof FormValues) => ({ error: errors[name]?.message ?? '', autoComplete: 'off', ...register(name) })
  return (
    <Dialog open title="Add a rate" onClose={onClose}>
      <form noValidate onSubmit={isSubmitting ? (event) => event.preventDefault() : handleSubmit(save)} className="grid grid-cols-2 gap-4">
        <TextField
          label="HSN codes that begin with"
          hint="2 to 8 digits, such as 61 or 6109. The longest one counts."
          className="col-span-2"
          inputMode="numeric"
          maxLength={8}
          {...field('hsnPrefix')}
        />
        <TextField
          label="Pieces of a value up to, in rupees"
          hint="Without tax. Empty: any value, or above the limits of the other rates."
          optional
          className="col-span-2"
          inputMode="decimal"
          maxLength={14}
          {...field('upTo')}
        />
        <TextField
          label="Rate, in per cent"
          hint="Such as 5 or 18."
          className="col-span-2"
          inputMode="decimal"
          maxLength={6}
          {...field('rate')}
        />
        <TextField label="First day" type="date" className="col-span-2 sm:col-span-1" {...field('fromDay')} />
        <TextField label="Last day" type="date" optional className="col-span-2 sm:col-span-1" {...field('toDay')} />
        {fromDay === formatToday() && (
          <p className="col-span-2 text-sm text-soft">
            From today: the rate counts at once and can no longer be changed or deleted, only ended. Check it before you save.
          </p>
        )}
        <div role="alert" className="col-span-2 empty:hidden">
          {errors.root && <p className="font-medium text-bad">{errors.root.message}</p>}
        </div>
        <div className="col-span-2 flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>Go back</Button>
          <Button type="submit" variant="ink" aria-disabled={isSubmitting}>
            {isSubmitting ? 'Saving…' : 'Add'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
