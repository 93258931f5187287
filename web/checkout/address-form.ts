import { useEffect } from 'react'
import { type Resolver, type UseFormReturn, useForm } from 'react-hook-form'
import type { DeliveryAddress } from '#contract/address.ts'
import { callSignedIn } from '../auth/call-signed-in.ts'
import { useDraft } from '../auth/drafts.ts'
import { showToast } from '../ui/toast.ts'
import { emptyAddress, pickAddress } from './delivery-resolver.ts'

export interface AddressForm extends UseFormReturn<DeliveryAddress> {
  /** forgets what was typed in this tab; what the fields show stays */
  readonly dropDraft: () => void
  /** empties all fields together, here and on the server (spec §3) */
  readonly clear: () => Promise<void>
}

/**
 * The fields of both checkouts. They share one draft, because somebody who changes their mind about paying has not moved
 * house; without a draft they begin with the address of the last checkout.
 */
export function useAddressForm({ savedAddress, resolver }: { savedAddress: unknown; resolver: Resolver<DeliveryAddress> }): AddressForm {
  const [draft, keepDraft] = useDraft('delivery', (stored) => (stored === undefined ? undefined : pickAddress(stored)))
  const form = useForm<DeliveryAddress>({ resolver, defaultValues: draft ?? pickAddress(savedAddress), reValidateMode: 'onChange' })
  const { watch, reset } = form

  // biome-ignore lint/correctness/useExhaustiveDependencies: what keeps the draft is a new function each time and does the same
  useEffect(() => {
    const watching = watch((values) => keepDraft(pickAddress(values)))
    return () => watching.unsubscribe()
  }, [watch])

  const clear = async () => {
    reset(emptyAddress)
    keepDraft(emptyAddress)
    try {
      await callSignedIn('clearDeliveryAddress', {})
    } catch {
      showToast({ text: 'The form is empty, but your saved address could not be cleared. Please try again.', kind: 'error' })
    }
  }
  return { ...form, dropDraft: () => keepDraft(undefined), clear }
}
