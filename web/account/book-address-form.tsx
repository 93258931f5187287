import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { BookAddress } from '#contract/accounts/address-book.ts'
import { type DeliveryAddress, describeAddressProblem } from '#contract/kernel/address.ts'
import { ApiError, isUnauthorized } from '../api/client.ts'
import { getErrorText } from '../api/error-text.ts'
import { parseAddress } from '../orders/shared/address-fields.ts'
import { codResolver } from '../orders/shared/address-form.ts'
import { DeliveryFields } from '../orders/shared/delivery-fields.tsx'
import { usePinCodeHint } from '../orders/shared/use-pin-code-hint.ts'
import { callSignedIn } from '../session/call-signed-in.ts'
import { Button } from '../ui/button.tsx'
import { useReturnFocus } from '../ui/dialog/use-return-focus.ts'

interface BookAddressFormProps {
  /** undefined: a new address */
  edited: BookAddress | undefined
  onSaved: (message: string) => Promise<void>
  onCancel: () => void
}

/** Adds or changes an address of the address book. */
export function BookAddressForm({ edited, onSaved, onCancel }: BookAddressFormProps) {
  const form = useForm<DeliveryAddress>({ resolver: codResolver, defaultValues: parseAddress(edited?.address), reValidateMode: 'onChange' })
  const pinCodeHint = usePinCodeHint(form)
  const { errors, isSubmitting } = form.formState
  const [error, setError] = useState<string>()
  const heading = useRef<HTMLHeadingElement>(null)
  const button = useReturnFocus({ failed: error !== undefined, busy: isSubmitting })
  useEffect(() => heading.current?.focus(), [])

  const save = async (body: DeliveryAddress) => {
    setError(undefined)
    try {
      const { message } = await (edited
        ? callSignedIn('PATCH /users/account/addresses/:id', { params: { id: edited._id }, body })
        : callSignedIn('POST /users/account/addresses', { body }))
      await onSaved(message)
    } catch (failure) {
      if (isUnauthorized(failure)) throw failure
      const fields = failure instanceof ApiError ? Object.entries(failure.fields) : []
      for (const [name, message] of fields) form.setError(name as keyof DeliveryAddress, { message }, { shouldFocus: true })
      if (fields.length === 0) setError(getErrorText({ error: failure, fallback: 'The address could not be saved. Please try again.' }))
    }
  }
  const summary = Object.keys(errors).length > 0 ? describeAddressProblem(errors) : undefined
  return (
    <form
      noValidate
      method="post"
      aria-labelledby="address-form"
      onSubmit={form.handleSubmit(save)}
      className="flex max-w-3xl flex-col gap-6"
    >
      <h2 id="address-form" ref={heading} tabIndex={-1} className="font-display text-2xl outline-none">
        {edited ? 'Edit the address' : 'New address'}
      </h2>
      <DeliveryFields form={form} pinCodeHint={pinCodeHint} />
      <div role="alert" className="empty:hidden">
        {(error ?? summary) && <p className="font-medium text-bad">{error ?? summary}</p>}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button ref={button} type="submit" variant="primary" disabled={isSubmitting} aria-busy={isSubmitting} className="min-h-12">
          {isSubmitting ? 'Saving…' : 'Save address'}
        </Button>
        <Button disabled={isSubmitting} onClick={onCancel} className="min-h-12">
          Cancel
        </Button>
      </div>
    </form>
  )
}
