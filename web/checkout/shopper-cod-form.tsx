import { useNavigate, useRevalidator } from 'react-router'
import { policy, timings } from '#contract/business.ts'
import { showToast } from '../ui/toast.ts'
import { codResolver, requiredFields, useAddressForm } from './address-form.ts'
import { CodForm } from './cod-form.tsx'
import { type Checkout, toLineItems } from './load-checkout.ts'
import { placeCodOrder } from './place-order.ts'

export function ShopperCodForm({ checkout, quotedTotal }: { checkout: Checkout; quotedTotal: number | undefined }) {
  const { lines, total, savedAddress } = checkout
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const form = useAddressForm({ savedAddress, resolver: codResolver })
  const isFilled = form.watch(requiredFields).every((value) => (value ?? '').trim() !== '')
  const isBlocked = lines.some(({ problem }) => problem !== null)
  return (
    <CodForm
      form={form}
      items={toLineItems(lines)}
      total={total}
      quotedTotal={quotedTotal}
      cartLink={{ to: '/UserDashboard/cart', label: 'Go back to your cart' }}
      onClear={form.clearAll}
      isDisabled={isBlocked || !isFilled}
      describedBy={[isBlocked && 'blocked', !isFilled && 'unfilled'].filter(Boolean).join(' ') || undefined}
      placeOrder={(address) => placeCodOrder({ lines, address })}
      onCartOutdated={revalidate}
      onPlaced={({ number }) => {
        form.clearDraft()
        showToast({ text: `Order ${number} is placed.`, duration: timings.longToast })
        return navigate('/UserDashboard/codOrders', { replace: true })
      }}
    >
      {!isFilled && (
        <p id="unfilled" className="text-sm text-soft">
          Fill in every field to place the order. Only the landmark is optional.
        </p>
      )}
      <p className="text-sm text-soft">
        Delivered in {policy.deliveryDays.join(' to ')} days. Returns within {policy.returnWindowDays} days.
      </p>
    </CodForm>
  )
}
