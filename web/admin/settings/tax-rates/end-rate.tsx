import { toIndianDay } from '#contract/kernel/indian-time.ts'
import type { ShownTaxRate } from '#contract/tax/tax-rate-calls.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { TextField } from '../../../ui/field.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
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
  return (
    <FormDialog
      title="End the rate"
      defaultValues={{ lastDay: rate.toDay ?? toIndianDay() }}
      intro={
        <p className="font-semibold">
          HSN {nameCodes(rate)}, {value}: {nameRate(rate)}
        </p>
      }
      send={({ lastDay }) =>
        callSignedIn('POST /tax-rates/:id/end', {
          params: { id: rate._id },
          body: { lastDay: lastDay === '' ? null : lastDay, seenLastDay: rate.toDay },
        })
      }
      onSaved={onSaved}
      onClose={onClose}
    >
      {({ field }) => (
        <TextField
          label="Last day"
          type="date"
          hint="Empty: the rate counts on. For a change, add the new rate from the day after it."
          optional
          {...field('lastDay')}
        />
      )}
    </FormDialog>
  )
}
