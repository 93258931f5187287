import { useForm } from 'react-hook-form'
import type { ShownTaxRate } from '#contract/tax/tax-rate-calls.ts'
import { callSignedIn } from '../../../auth/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { showToast } from '../../../ui/toast.ts'
import { formatToday } from '../../kit/format-time.ts'
import { showFormError } from '../../kit/use-action.tsx'
import { nameCodes, nameRate } from './describe-rate.ts'

interface EndRateProps {
  rate: ShownTaxRate
  /** e.g. `up to ₹2,500` */
  value: string
  onSaved: () => void
  onClose: () => void
}

/** Sets or takes back the last day of a rate. */
export function EndRate({ rate, value, onSaved, onClose }: EndRateProps) {
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { lastDay: rate.toDay ?? formatToday() } })
  const { errors, isSubmitting } = formState
  const save = async ({ lastDay }: { lastDay: string }) => {
    try {
      const { message } = await callSignedIn('POST /tax-rates/:id/end', {
        params: { id: rate._id },
        body: { lastDay: lastDay === '' ? null : lastDay, seenLastDay: rate.toDay },
      })
      showToast({ text: message })
      onSaved()
    } catch (failure) {
      showFormError({ failure, setError })
    }
  }
  return (
    <Dialog open title="End the rate" onClose={onClose}>
      <form noValidate onSubmit={isSubmitting ? (event) => event.preventDefault() : handleSubmit(save)} className="flex flex-col gap-4">
        <p className="font-semibold">
          HSN {nameCodes(rate)}, {value}: {nameRate(rate)}
        </p>
        <TextField
          label="Last day"
          type="date"
          hint="Empty: the rate counts on. For a change, add the new rate from the day after it."
          error={errors.lastDay?.message ?? ''}
          optional
          {...register('lastDay')}
        />
        <div role="alert" className="empty:hidden">
          {errors.root && <p className="font-medium text-bad">{errors.root.message}</p>}
        </div>
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>Go back</Button>
          <Button type="submit" variant="ink" aria-disabled={isSubmitting}>
            {isSubmitting ? 'Saving…' : 'Save'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
