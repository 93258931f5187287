import type { ComponentProps, ReactNode, Ref } from 'react'
import type { DeliveryAddress } from '#contract/address.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import type { AddressForm } from './address-form.ts'
import { DeliveryFields } from './delivery-fields.tsx'
import { OrderSummary } from './order-summary.tsx'

export interface DeliveryFormProps extends Omit<ComponentProps<typeof OrderSummary>, 'children'> {
  form: AddressForm
  optional?: readonly (keyof DeliveryAddress)[]
  intro: string
  onSubmit: ComponentProps<'form'>['onSubmit']
  /** offers to empty all fields */
  onClear?: () => void
  error: { readonly text: string; readonly link?: { readonly to: string; readonly label: string } | undefined } | undefined
  submitLabel: string
  buttonRef: Ref<HTMLButtonElement>
  isBusy: boolean
  isDisabled?: boolean
  /** ids of the texts that say why the button is disabled */
  describedBy?: string | undefined
  /** below the button */
  children: ReactNode
}

/** Address fields and order summary: the layout of every checkout form. */
export function DeliveryForm({
  form,
  optional,
  intro,
  onSubmit,
  onClear,
  error,
  submitLabel,
  buttonRef,
  isBusy,
  isDisabled = false,
  describedBy,
  children,
  ...summary
}: DeliveryFormProps) {
  return (
    <form
      noValidate
      aria-label="Delivery"
      onSubmit={onSubmit}
      className="grid items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_24rem] xl:gap-x-20"
    >
      <div className="flex max-w-3xl flex-col gap-6">
        <p className="text-soft">{intro}</p>
        <DeliveryFields register={form.register} setValue={form.setValue} errors={form.formState.errors} optional={optional} />
        {onClear && (
          <Button variant="quiet" className="-ml-4 self-start" disabled={isBusy} onClick={onClear}>
            Clear all fields
          </Button>
        )}
      </div>
      <OrderSummary {...summary}>
        <div role="alert" className="flex flex-col items-start gap-3 empty:hidden">
          {error && <p className="font-medium text-bad">{error.text}</p>}
          {error?.link && <LinkButton to={error.link.to}>{error.link.label}</LinkButton>}
        </div>
        <Button
          ref={buttonRef}
          type="submit"
          variant="primary"
          disabled={isBusy || isDisabled}
          aria-busy={isBusy}
          aria-describedby={describedBy}
          className="min-h-12 w-full"
        >
          {submitLabel}
        </Button>
        {children}
      </OrderSummary>
    </form>
  )
}
