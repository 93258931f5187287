import { zodResolver } from '@hookform/resolvers/zod'
import { type FieldErrors, useForm } from 'react-hook-form'
import { payoutForm, payoutLimits } from '#contract/payouts/payout-details.ts'
import { call } from '../../api/client.ts'
import { useRequest } from '../../api/use-request.ts'
import { Button } from '../../ui/button.tsx'
import { useReturnFocus } from '../../ui/dialog/use-return-focus.ts'
import { TextField, type TextFieldProps } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'

const empty = { upiId: '', upiIdAgain: '', accountNumber: '', accountNumberAgain: '', ifsc: '', accountName: '' }

type Method = 'upi' | 'bank'
type Values = typeof empty & { method: Method }

const methods = [
  ['upi', 'UPI'],
  ['bank', 'Bank account'],
] as const

const upiId = { autoComplete: 'off', inputMode: 'email', autoCapitalize: 'none', maxLength: payoutLimits.upiId } as const
const accountNumber = { autoComplete: 'off', inputMode: 'numeric', maxLength: payoutLimits.accountNumber } as const

/** The fields of each method, in their order. */
const fields: Readonly<Record<Method, readonly (TextFieldProps & { readonly name: keyof typeof empty })[]>> = {
  upi: [
    { name: 'upiId', label: 'UPI id', hint: 'Such as name@bank', ...upiId },
    { name: 'upiIdAgain', label: 'UPI id again', ...upiId },
  ],
  bank: [
    { name: 'accountNumber', label: 'Account number', hint: '9 to 18 digits', ...accountNumber },
    { name: 'accountNumberAgain', label: 'Account number again', ...accountNumber },
    { name: 'ifsc', label: 'IFSC', hint: '11 characters, such as SBIN0001234', autoComplete: 'off', maxLength: payoutLimits.ifsc },
    { name: 'accountName', label: 'Name of the account', autoComplete: 'name', maxLength: payoutLimits.name },
  ],
}

/** Takes a UPI id or a bank account, each typed twice. */
export function RefundDetailsForm({ token, onDone }: { token: string; onDone: (message: string) => void }) {
  const { error, run } = useRequest()
  const { register, handleSubmit, watch, formState, clearErrors } = useForm<Values>({
    // The schema keeps only the fields of the chosen method.
    resolver: zodResolver(payoutForm) as never,
    defaultValues: { method: 'upi', ...empty },
    reValidateMode: 'onChange',
  })
  const { isSubmitting } = formState
  const errors = formState.errors as FieldErrors<Values>
  const button = useReturnFocus({ failed: error !== undefined, busy: isSubmitting })
  const method = watch('method')
  const send = (details: Values) => run(async () => onDone((await call('POST /payouts/details', { body: { token, details } })).message))
  return (
    <form
      noValidate
      method="post"
      aria-label="Where to transfer the refund"
      onSubmit={handleSubmit(send)}
      className="flex max-w-md flex-col gap-5"
    >
      <noscript>
        <p>This form needs JavaScript. Please contact us with the number of your return.</p>
      </noscript>
      <fieldset className="flex flex-wrap gap-x-8 gap-y-2">
        <legend className="mb-2 font-medium">How do you want it?</legend>
        {methods.map(([value, label]) => (
          <label key={value} className="flex min-h-11 items-center gap-3">
            <input type="radio" value={value} {...register('method', { onChange: () => clearErrors() })} className="size-5 accent-ink" />
            {label}
          </label>
        ))}
      </fieldset>
      {fields[method].map(({ name, ...field }) => (
        <TextField key={name} {...field} {...register(name)} error={errors[name]?.message} />
      ))}
      <FormError text={error} />
      <Button ref={button} type="submit" variant="primary" disabled={isSubmitting} aria-busy={isSubmitting} className="min-h-12">
        {isSubmitting ? 'Saving…' : 'Save'}
      </Button>
    </form>
  )
}
