import { useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { DeliveryAddress } from '#contract/kernel/address.ts'
import { useStoreConfig } from '../../layout/store-config.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'

/** The GSTIN of a business that buys, folded until it is asked for. Only in a shop that is registered itself. */
export function BusinessFields({ form }: { form: UseFormReturn<DeliveryAddress> }) {
  const { gstin: ownGstin } = useStoreConfig()
  const [isOpened, setOpened] = useState(false)
  const [gstin, businessName] = useWatch({ control: form.control, name: ['gstin', 'businessName'] })
  const { errors } = form.formState
  // What is filled in is never hidden, so that a mistake can be seen and get the focus.
  const isShown = isOpened || Boolean(gstin) || Boolean(businessName)
  if (!isShown)
    return ownGstin === null ? null : (
      <Button variant="quiet" className="col-span-6 -ml-4 justify-self-start" onClick={() => setOpened(true)}>
        Buying for a business? Add your GSTIN
      </Button>
    )
  return (
    <>
      <TextField
        {...form.register('gstin')}
        label="GSTIN"
        hint="15 characters, such as 27AAPFU0939F1ZV. It is printed on the invoice."
        optional
        autoFocus={isOpened}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        error={errors.gstin?.message}
        className="col-span-6 sm:col-span-3"
      />
      <TextField
        {...form.register('businessName')}
        label="Business name"
        hint="As in its registration"
        optional
        autoComplete="organization"
        maxLength={120}
        error={errors.businessName?.message}
        className="col-span-6 sm:col-span-3"
      />
    </>
  )
}
