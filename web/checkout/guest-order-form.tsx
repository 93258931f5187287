import { useNavigate } from 'react-router'
import { policy, timings } from '#contract/business.ts'
import { toRupees } from '#contract/money.ts'
import { calculateGuestCartTotal, clearGuestCart } from '../guest-cart/edit-guest-cart.ts'
import { type GuestCartLine, lineKey } from '../guest-cart/guest-cart-line.ts'
import { showToast } from '../ui/toast.ts'
import { codResolver, useAddressForm } from './address-form.ts'
import { CodForm } from './cod-form.tsx'
import { placeGuestOrder } from './place-order.ts'

export function GuestOrderForm({ lines }: { lines: readonly GuestCartLine[] }) {
  const navigate = useNavigate()
  const form = useAddressForm({ resolver: codResolver })
  return (
    <CodForm
      form={form}
      items={lines.map((line) => ({ ...line, key: lineKey(line), quantity: line.qty, placeholderColor: line.backdrop }))}
      total={toRupees(calculateGuestCartTotal(lines))}
      cartLink={{ to: '/homecart', label: 'Go Back to Cart' }}
      placeOrder={(address) => placeGuestOrder({ lines, address })}
      onPlaced={({ number }) => {
        clearGuestCart()
        form.clearDraft()
        showToast({
          text: `Order ${number} is placed. It will be with you within ${policy.guestDeliveryDays} days.`,
          duration: timings.longToast,
        })
        return navigate('/buy', { replace: true })
      }}
    >
      <p className="text-sm text-soft">
        Delivered within {policy.guestDeliveryDays} days. Returns within {policy.returnWindowDays} days.
      </p>
    </CodForm>
  )
}
