import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useEffectEvent } from 'react'
import { type Resolver, type UseFormReturn, useForm } from 'react-hook-form'
import { cardAddress, type DeliveryAddress, deliveryAddress, guestAddress } from '#contract/kernel/address.ts'
import { callSignedIn } from '../../session/call-signed-in.ts'
import { useDraft } from '../../session/drafts.ts'
import { showToast } from '../../ui/toast.ts'
import { createAddressResolver, isAddressField, parseAddress } from './address-fields.ts'

export const codResolver = createAddressResolver(zodResolver(deliveryAddress))

export const guestResolver = createAddressResolver(zodResolver(guestAddress) as unknown as Resolver<DeliveryAddress>)

/** Last name, PIN code and email may be empty (spec §5). The form always has every field, so the schema's defaults never apply. */
export const cardResolver = createAddressResolver(zodResolver(cardAddress) as unknown as Resolver<DeliveryAddress>)

export interface AddressForm extends UseFormReturn<DeliveryAddress> {
  readonly fill: (address: DeliveryAddress) => void
  /** takes over what the browser has filled into the fields without an event */
  readonly adoptFilled: (form: HTMLFormElement) => void
  readonly clearDraft: () => void
  /** empties all fields, here and in the account (spec §3) */
  readonly clearAll: () => Promise<void>
}

/**
 * The address form of every checkout. They share one draft, so that changing the payment method keeps what was typed.
 * Without a draft the form starts with the saved address.
 */
export function useAddressForm({ savedAddress, resolver }: { savedAddress?: unknown; resolver: Resolver<DeliveryAddress> }): AddressForm {
  const [draft, saveDraft] = useDraft('delivery', (stored) => (stored === undefined ? undefined : parseAddress(stored)))
  const form = useForm<DeliveryAddress>({ resolver, defaultValues: draft ?? parseAddress(savedAddress), reValidateMode: 'onChange' })
  const { watch, reset } = form

  const onChange = useEffectEvent((values: unknown) => saveDraft(parseAddress(values)))
  useEffect(() => {
    const subscription = watch((values) => onChange(values))
    return () => subscription.unsubscribe()
  }, [watch])

  const fill = (address: DeliveryAddress) => {
    reset(address)
    saveDraft(address)
  }
  const adoptFilled = (element: HTMLFormElement) => {
    for (const [name, value] of new FormData(element))
      if (isAddressField(name) && typeof value === 'string' && form.getValues(name) !== value)
        form.setValue(name, value, { shouldDirty: true })
  }
  const clearAll = async () => {
    fill(parseAddress({}))
    try {
      await callSignedIn('DELETE /cart/address', {})
    } catch {
      showToast({ text: 'The form is empty, but your saved address could not be cleared. Please try again.', kind: 'error' })
    }
  }
  return { ...form, fill, adoptFilled, clearDraft: () => saveDraft(undefined), clearAll }
}
