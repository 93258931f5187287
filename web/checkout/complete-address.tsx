import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { CallReply } from '#contract/contract.ts'
import { type DeliveryAddress, deliveryAddress } from '#contract/kernel/address.ts'
import { normalizePhone, normalizePinCode } from '#contract/kernel/typed-numbers.ts'
import { call } from '../api/client.ts'
import { useRequest } from '../api/use-request.ts'
import { Button } from '../ui/button.tsx'
import { useReturnFocus } from '../ui/dialog/use-return-focus.ts'
import { TextField } from '../ui/field.tsx'
import { FormError } from '../ui/form-error.tsx'

interface CompleteAddressProps {
  /** of the link */
  token: string
  order: CallReply<'POST /order/address/find'>
  onDone: (message: string) => void
}

const schema = deliveryAddress.pick({ pinCode: true, phone: true })
type Completion = Pick<DeliveryAddress, 'pinCode' | 'phone'>

/** Completes the address of one order with what the courier misses. */
export function CompleteAddress({ token, order: { number, deliveryAddress: known }, onDone }: CompleteAddressProps) {
  const { register, handleSubmit, formState } = useForm<Completion>({
    resolver: zodResolver(schema),
    defaultValues: { pinCode: known.pinCode, phone: known.phone },
    reValidateMode: 'onChange',
  })
  const { errors, isSubmitting } = formState
  const { error, run } = useRequest()
  const button = useReturnFocus({ failed: error !== undefined, busy: isSubmitting })
  const save = (completion: Completion) =>
    run(async () => onDone((await call('POST /order/address', { body: { token, ...completion } })).message))
  const lines = [`${known.firstName} ${known.lastName}`, known.address, known.landmark ?? '', known.city, known.state]
  return (
    <>
      <p className="text-soft">
        For order <span className="font-medium text-ink tabular-nums">{number}</span> the courier needs a PIN code and a phone number.
      </p>
      <div className="flex flex-col gap-1">
        <h3 className="font-medium">Delivery to</h3>
        <address className="flex flex-col text-soft not-italic">
          {lines
            .filter((line) => line.trim() !== '')
            .map((line) => (
              <span key={line}>{line}</span>
            ))}
        </address>
      </div>
      <form noValidate method="post" aria-label="Complete your address" onSubmit={handleSubmit(save)} className="flex flex-col gap-5">
        <noscript>
          <p>This form needs JavaScript. You can also reply to our email with your PIN code and phone number.</p>
        </noscript>
        <TextField
          {...register('pinCode', { setValueAs: normalizePinCode })}
          label="PIN code"
          hint="6 digits"
          inputMode="numeric"
          autoComplete="postal-code"
          error={errors.pinCode?.message}
        />
        <TextField
          {...register('phone', { setValueAs: normalizePhone })}
          label="Phone"
          hint="10 digits, for the courier"
          type="tel"
          autoComplete="tel-national"
          error={errors.phone?.message}
        />
        <FormError text={error} />
        <Button ref={button} type="submit" variant="primary" disabled={isSubmitting} aria-busy={isSubmitting} className="min-h-12">
          {isSubmitting ? 'Saving…' : 'Save address'}
        </Button>
      </form>
    </>
  )
}
