import type { Ref } from 'react'
import { formatRupees } from '#contract/kernel/money.ts'
import { usePolicies } from '../layout/store-config.ts'
import { formatAdvance } from '../orders/shared/pin-answer.ts'
import { Button } from '../ui/button.tsx'

/** What is paid online of a new order: all of it without a share. `advance` in rupees, as it is shown. */
export interface PaymentShare {
  readonly payment: 'advance'
  readonly advance: number
}

interface AdvanceButtonProps {
  ref?: Ref<HTMLButtonElement>
  /** rupees */
  advance: number
  /** rupees */
  toPay: number
  isPaying: boolean
  disabled: boolean
  onClick: () => void
}

/** Pays the advance of an order on delivery, and says before what becomes of it. */
export function AdvanceButton({ ref, advance, toPay, isPaying, disabled, onClick }: AdvanceButtonProps) {
  const { refusedAdvance } = usePolicies()
  const amount = formatRupees(advance)
  return (
    <div className="flex flex-col gap-3">
      <Button
        ref={ref}
        variant="ink"
        disabled={disabled}
        aria-busy={isPaying}
        aria-describedby="advance-hint"
        onClick={onClick}
        className="min-h-12 w-full"
      >
        {formatAdvance({ advance, toPay })}
      </Button>
      <p id="advance-hint" className="text-sm text-soft">
        Cash on delivery of this order needs {amount} now, by UPI or card. We refund it if the order is cancelled before it is packed
        {refusedAdvance === 'kept' ? '. If you refuse the parcel, we keep it.' : ', and if you refuse the parcel.'}
      </p>
    </div>
  )
}
