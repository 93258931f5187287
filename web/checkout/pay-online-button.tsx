import type { ReactNode, Ref } from 'react'
import { Button } from '../ui/button.tsx'
import { Divider } from '../ui/divider.tsx'

interface PayOnlineButtonProps {
  ref: Ref<HTMLButtonElement>
  isPaying: boolean
  disabled: boolean
  onClick: () => void
  /** above the hint */
  children?: ReactNode
}

/** The other way to pay, above the button that orders on delivery. */
export function PayOnlineButton({ ref, isPaying, disabled, onClick, children }: PayOnlineButtonProps) {
  return (
    <div className="flex flex-col gap-3">
      <Button
        ref={ref}
        variant="ink"
        disabled={disabled}
        aria-busy={isPaying}
        aria-describedby="pay-online-hint"
        onClick={onClick}
        className="min-h-12 w-full"
      >
        Pay online: UPI, card, net banking
      </Button>
      {children}
      <p id="pay-online-hint" className="text-sm text-soft">
        Securely on Razorpay. We never see your card number or UPI ID, and hold your items while you pay.
      </p>
      <Divider className="text-edge" />
    </div>
  )
}
