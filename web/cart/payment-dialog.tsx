import { useNavigate } from 'react-router'
import type { CartLine } from '#contract/cart.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

export interface CheckoutOrder {
  readonly cartItems: readonly CartLine[]
  /** rupees */
  readonly totalPrice: number
}

/** Asks for the payment method. The method and the cart go to the checkout as route state (spec §2). */
export function PaymentDialog({ open, onClose, order }: { open: boolean; onClose: () => void; order: CheckoutOrder }) {
  const navigate = useNavigate()
  const choose = (paymentMethod: 'prepaid' | 'cod', to: string) => navigate(to, { state: { paymentMethod, ...order } })
  return (
    <Dialog open={open} onClose={onClose} title="Select Payment Method" closeButton={false}>
      <p className="text-balance text-soft">Prepaid: by card or UPI, now. Cash on Delivery: to the courier, at your door.</p>
      <div className="flex flex-col gap-3">
        <Button variant="primary" className="min-h-12" onClick={() => choose('prepaid', '/UserDashboard/Order')}>
          Prepaid
        </Button>
        <Button variant="outline" className="min-h-12" onClick={() => choose('cod', '/UserDashboard/Cod')}>
          Cash on Delivery
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  )
}
