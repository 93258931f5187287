import { toIndianDay } from '#contract/kernel/indian-time.ts'
import type { TaxRateValues } from '#contract/tax/tax-rate-calls.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { TextField } from '../../../ui/field.tsx'
import { FormDialog, parseNumber } from '../../kit/form-dialog.tsx'

type FormValues = Record<keyof TaxRateValues, string>

const toValues = ({ hsnPrefix, upTo, rate, fromDay, toDay }: FormValues): TaxRateValues => ({
  hsnPrefix,
  upTo: parseNumber(upTo),
  rate: parseNumber(rate) ?? -1,
  fromDay,
  toDay: toDay === '' ? null : toDay,
})

/** Adds a rate. */
export function RateForm({ onSaved, onClose }: { onSaved: () => void; onClose: () => void }) {
  return (
    <FormDialog<FormValues, { message: string }>
      title="Add a rate"
      defaultValues={{ hsnPrefix: '', upTo: '', rate: '', fromDay: toIndianDay(), toDay: '' }}
      isWide
      submitLabel="Add"
      send={(typed) => callSignedIn('POST /tax-rates', { body: toValues(typed) })}
      onSaved={onSaved}
      onClose={onClose}
    >
      {({ field, values: { fromDay } }) => (
        <>
          <TextField
            label="HSN codes that begin with"
            hint="2 to 8 digits, such as 61 or 6109. The longest one counts."
            className="col-span-full"
            inputMode="numeric"
            autoComplete="off"
            maxLength={8}
            {...field('hsnPrefix')}
          />
          <TextField
            label="Pieces of a value up to, in rupees"
            hint="Without tax. Empty: any value, or above the limits of the other rates."
            optional
            className="col-span-full"
            inputMode="decimal"
            autoComplete="off"
            maxLength={14}
            {...field('upTo')}
          />
          <TextField
            label="Rate, in per cent"
            hint="Such as 5 or 18."
            className="col-span-full"
            inputMode="decimal"
            autoComplete="off"
            maxLength={6}
            {...field('rate')}
          />
          <TextField label="First day" type="date" autoComplete="off" {...field('fromDay')} />
          <TextField label="Last day" type="date" autoComplete="off" optional {...field('toDay')} />
          {fromDay === toIndianDay() && (
            <p className="col-span-full text-sm text-soft">
              From today: the rate counts at once and can no longer be changed or deleted, only ended. Check it before you save.
            </p>
          )}
        </>
      )}
    </FormDialog>
  )
}
