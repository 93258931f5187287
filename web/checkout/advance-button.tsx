import { type ReactNode, type Ref, useId } from 'react'
import { formatRupees } from '#contract/kernel/money.ts'
import { usePolicies } from '../layout/store-config.ts'
import { formatAdvance } from '../orders/shared/pin-answer.ts'
import { Button } from '../ui/button.tsx'

/** What is paid online of a new order: all of it without a share. `advance` in rupees, as it is shown. */
export interface PaymentShare {
  readonly payment: 'advance'
  readonly advance: number
}

interface PayButtonProps {
  ref?: Ref<HTMLButtonElement>
  isPaying: boolean
  disabled: boolean
  onClick: () => void
}

/** Pays online, and says below what that means. */
export function PayButton({
  label,
  hint,
  children,
  isPaying,
  ...button
}: PayButtonProps & { label: string; hint: string; children?: ReactNode }) {
  const id = useId()
  return (
    <div className="flex flex-col gap-3">
      <Button variant="ink" aria-busy={isPaying} aria-describedby={id} className="min-h-12 w-full" {...button}>
        {label}
      </Button>
      {children}
      <p id={id} className="text-sm text-soft">
        {hint}
      </p>
    </div>
  )
}

interface AdvanceButtonProps extends PayButtonProps {
  /** rupees */
  advance: number
  /** rupees */
  toPay: number
}

/** Pays the advance of an order on delivery, and says before what becomes of it. */
export function AdvanceButton({ advance, toPay, ...button }: AdvanceButtonProps) {
  const { refusedAdvance } = usePolicies()
  const refusal = refusedAdvance === 'kept' ? '. If you refuse the parcel, we keep it.' : ', and if you refuse the parcel.'
  const hint = `Cash on delivery of this order needs ${formatRupees(advance)} now, by UPI or card. We refund it if the order is cancelled before it is packed${refusal}`
  return <PayButton label={formatAdvance({ advance, toPay })} hint={hint} {...button} />
}
