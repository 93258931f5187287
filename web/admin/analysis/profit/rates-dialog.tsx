import { type ProfitRates, profitCalls } from '#contract/figures/profit.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { TextField } from '../../../ui/field.tsx'
import { FormDialog, parseNumber } from '../../kit/form-dialog.tsx'

interface RatesDialogProps {
  rates: ProfitRates & { readonly version: number }
  onSaved: () => void
  /** somebody else has changed them */
  onStale: () => void
  onClose: () => void
}

const toBody = (values: Record<keyof ProfitRates, string>) => ({
  freight: parseNumber(values.freight) ?? 0,
  returnFreight: parseNumber(values.returnFreight) ?? 0,
  feePercent: parseNumber(values.feePercent) ?? 0,
})

/** What a parcel and an online payment cost. */
export function RatesDialog({ rates: { version, freight, returnFreight, feePercent }, ...dialog }: RatesDialogProps) {
  const shared = { inputMode: 'decimal', autoComplete: 'off' } as const
  return (
    <FormDialog
      title="Freight and fees"
      defaultValues={{ freight: String(freight), returnFreight: String(returnFreight), feePercent: String(feePercent) }}
      body={profitCalls.setProfitRates.body}
      intro={<p className="max-w-prose text-sm text-soft">They count for all months, also for past ones.</p>}
      send={(values) => callSignedIn('PUT /figures/profit/rates', { body: { ...toBody(values), version } })}
      {...dialog}
    >
      {({ field }) => (
        <>
          <TextField
            label="Freight of a parcel, in rupees"
            hint="With tax, as the courier charges it on average."
            {...shared}
            {...field('freight')}
          />
          <TextField label="Freight of a parcel that comes back, in rupees" {...shared} {...field('returnFreight')} />
          <TextField
            label="Share of the provider, in percent"
            hint="Of each online payment, with tax: 2 % and 18 % of it are 2.36."
            {...shared}
            {...field('feePercent')}
          />
        </>
      )}
    </FormDialog>
  )
}
