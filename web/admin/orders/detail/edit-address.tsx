import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useEffectEvent } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import type { CallReply } from '#contract/contract.ts'
import { type DeliveryAddress, describeAddressProblem, phoneOrderAddress } from '#contract/kernel/address.ts'
import { ApiError } from '../../../api/client.ts'
import { createAddressResolver, parseAddress } from '../../../orders/shared/address-fields.ts'
import { DeliveryFields } from '../../../orders/shared/delivery-fields.tsx'
import { usePinCodeHint } from '../../../orders/shared/use-pin-code-hint.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'
import type { OrderEditProps } from './order-edit-props.ts'

const resolver = createAddressResolver(zodResolver(phoneOrderAddress) as unknown as Resolver<DeliveryAddress>)

interface EditAddressProps extends Pick<OrderEditProps, 'order' | 'onStale' | 'onEdit'> {
  onSaved: (reply: CallReply<'POST /order/admin/:id/address'>) => void
  onCancel: () => void
}

/** Changes the address of an order. What was typed stays when the order has changed meanwhile. */
export function EditAddress({ order: { _id: id, deliveryAddress, version }, onStale, onEdit, onSaved, onCancel }: EditAddressProps) {
  const form = useForm<DeliveryAddress>({ resolver, defaultValues: parseAddress(deliveryAddress), reValidateMode: 'onChange' })
  const pinCodeHint = usePinCodeHint(form)
  const { setFocus, setError, handleSubmit } = form
  const { errors, isDirty } = form.formState
  const { busy, message, run, clearMessage } = useAction(onStale)
  const reportEdit = useEffectEvent(() => onEdit(isDirty))
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports each change of `isDirty`
  useEffect(() => reportEdit(), [isDirty])
  useEffect(() => setFocus('firstName'), [setFocus])

  const save = handleSubmit(
    (address) =>
      run(async () => {
        try {
          const reply = await callSignedIn('POST /order/admin/:id/address', { params: { id }, body: { address, version } })
          onSaved(reply)
          return reply
        } catch (failure) {
          const wrong = failure instanceof ApiError ? Object.entries(failure.fields) : []
          for (const [path, text] of wrong)
            setError(path.replace('address.', '') as keyof DeliveryAddress, { message: text }, { shouldFocus: true })
          throw failure
        }
      }),
    clearMessage,
  )

  const problem = Object.keys(errors).length > 0 ? describeAddressProblem(errors) : undefined
  return (
    <form noValidate aria-label="Ship to" onSubmit={save} className="flex flex-col gap-5">
      <DeliveryFields form={form} pinCodeHint={pinCodeHint} optional={['landmark', 'lastName', 'email']} />
      <p className="text-sm text-soft">The shopper is told by email about a minute later, once for several changes.</p>
      <FormError text={problem} />
      <StatusMessage message={message} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="ink" aria-disabled={busy}>
          {busy ? 'Saving…' : 'Save address'}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}
