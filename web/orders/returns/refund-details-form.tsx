import { zodResolver } from '@hookform/resolvers/zod'
import { useRef, useState } from 'react'
import { type FieldErrors, useForm } from 'react-hook-form'
import { payoutForm, payoutLimits } from '#contract/payouts/payout-details.ts'
import { call } from '../../api/client.ts'
import { describeFailure } from '../../api/describe-failure.ts'
import { Button } from '../../ui/button.tsx'
import { useReturnFocus } from '../../ui/dialog/use-return-focus.ts'
import { TextField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'

const empty = { upiId: '', upiIdAgain: '', accountNumber: '', accountNumberAgain: '', ifsc: '', accountName: '' }

interface Values {
  method: 'upi' | 'bank'
  upiId: string
  upiIdAgain: string
  accountNumber: string
  accountNumberAgain: string
  ifsc: string
  accountName: string
}

const methods = [
  ['upi', 'UPI'],
  ['bank', 'Bank account'],
] as const

/** Takes a UPI id or a bank account, each typed twice. */
export function RefundDetailsForm({ token, onDone }: { token: string; onDone: (message: string) => void }) {
  const [error, setError] = useState<string>()
  const isSending = useRef(false)
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
  const send = async (details: Values) => {
    if (isSending.current) return
    isSending.current = true
    setError(undefined)
    try {
      onDone((await call('POST /payouts/details', { body: { token, details } })).message)
    } catch (failure) {
      setError(describeFailure(failure))
    } finally {
      isSending.current = false
    }
  }
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
      {method === 'upi' ? (
        <>
          <TextField
            {...register('upiId')}
            label="UPI id"
            hint="Such as name@bank"
            autoComplete="off"
            inputMode="email"
            autoCapitalize="none"
            maxLength={payoutLimits.upiId}
            error={errors.upiId?.message}
          />
          <TextField
            {...register('upiIdAgain')}
            label="UPI id again"
            autoComplete="off"
            inputMode="email"
            autoCapitalize="none"
            maxLength={payoutLimits.upiId}
            error={errors.upiIdAgain?.message}
          />
        </>
      ) : (
        <>
          <TextField
            {...register('accountNumber')}
            label="Account number"
            hint="9 to 18 digits"
            autoComplete="off"
            inputMode="numeric"
            maxLength={payoutLimits.accountNumber}
            error={errors.accountNumber?.message}
          />
          <TextField
            {...register('accountNumberAgain')}
            label="Account number again"
            autoComplete="off"
            inputMode="numeric"
            maxLength={payoutLimits.accountNumber}
            error={errors.accountNumberAgain?.message}
          />
          <TextField
            {...register('ifsc')}
            label="IFSC"
            hint="11 characters, such as SBIN0001234"
            autoComplete="off"
            maxLength={payoutLimits.ifsc}
            error={errors.ifsc?.message}
          />
          <TextField
            {...register('accountName')}
            label="Name of the account"
            autoComplete="name"
            maxLength={payoutLimits.name}
            error={errors.accountName?.message}
          />
        </>
      )}
      <FormError text={error} />
      <Button ref={button} type="submit" variant="primary" disabled={isSubmitting} aria-busy={isSubmitting} className="min-h-12">
        {isSubmitting ? 'Saving…' : 'Save'}
      </Button>
    </form>
  )
}
