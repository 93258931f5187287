import { useRef, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { type DeliveryAddress, describeAddressProblem } from '#contract/address.ts'
import { policy, timings } from '#contract/business.ts'
import { formatRupees, toRupees } from '#contract/money.ts'
import { ApiError } from '../api/client.ts'
import { calculateCartTotal } from '../cart/totals.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { showToast } from '../ui/toast.ts'
import { useReturnFocus } from '../ui/use-return-focus.ts'
import { useAddressForm } from './address-form.ts'
import { DeliveryFields } from './delivery-fields.tsx'
import { emptyAddress, resolveDelivery } from './delivery-resolver.ts'
import type { Checkout } from './load-checkout.ts'
import { OrderSummary } from './order-summary.tsx'
import { type OrderError, placeCodOrder } from './place-cod-order.ts'

const needed = (Object.keys(emptyAddress) as (keyof DeliveryAddress)[]).filter((name) => name !== 'landmark')

export function CodForm({ checkout, passed }: { checkout: Checkout; passed: number | undefined }) {
  const { lines, savedAddress } = checkout
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const form = useAddressForm({ savedAddress, resolver: resolveDelivery })
  const { register, setValue, setError, handleSubmit, watch, formState } = form
  const { errors, isSubmitting } = formState
  const [trouble, setTrouble] = useState<OrderError>()
  const sending = useRef(false)
  const button = useReturnFocus({ failed: trouble !== undefined, busy: isSubmitting })
  const filled = watch(needed).every((value) => (value ?? '').trim() !== '')

  const send = async (address: DeliveryAddress) => {
    if (sending.current) return
    sending.current = true
    setTrouble(undefined)
    try {
      const outcome = await placeCodOrder({ lines, address })
      if ('trouble' in outcome) {
        setTrouble(outcome.trouble)
        for (const [name, message] of Object.entries(outcome.trouble.fields))
          setError(name as keyof DeliveryAddress, { message }, { shouldFocus: true })
        // The cart is not what this page shows any more.
        if (outcome.trouble.toCart) await revalidate()
        return
      }
      form.dropDraft()
      showToast({ text: `Order ${outcome.order.number} is placed.`, duration: timings.longToast })
      await navigate('/UserDashboard/codOrders', { replace: true })
    } catch (problem) {
      // The area leads to the login screen and back, and the draft is kept for then.
      if (!(problem instanceof ApiError && problem.status === 401)) throw problem
    } finally {
      sending.current = false
    }
  }
  const refuse = (wrong: Partial<Record<string, { message?: string }>>) => {
    const words = Object.fromEntries(Object.entries(wrong).map(([name, error]) => [name, error?.message ?? '']))
    setTrouble({ text: describeAddressProblem(words), toCart: false, fields: {} })
  }

  const total = toRupees(calculateCartTotal(lines))
  const blocked = lines.some(({ problem }) => problem !== null)
  const why = [blocked && 'blocked', !filled && 'unfilled'].filter(Boolean).join(' ') || undefined
  return (
    <form
      noValidate
      aria-label="Delivery"
      onSubmit={handleSubmit(send, refuse)}
      className="grid items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_24rem] xl:gap-x-20"
    >
      <div className="flex max-w-3xl flex-col gap-6">
        <p className="text-soft">Cash on delivery. You pay the courier {formatRupees(total)} at the door, nothing now.</p>
        <DeliveryFields register={register} setValue={setValue} errors={errors} />
        <Button variant="quiet" className="-ml-4 self-start" disabled={isSubmitting} onClick={form.clear}>
          Clear all fields
        </Button>
      </div>
      <OrderSummary lines={lines} total={total} passed={passed}>
        <div role="alert" className="flex flex-col items-start gap-3 empty:hidden">
          {trouble && <p className="font-medium text-bad">{trouble.text}</p>}
          {trouble?.toCart && <LinkButton to="/UserDashboard/cart">Go back to your cart</LinkButton>}
        </div>
        <Button
          ref={button}
          type="submit"
          variant="primary"
          disabled={isSubmitting || blocked || !filled}
          aria-busy={isSubmitting}
          aria-describedby={why}
          className="min-h-12 w-full"
        >
          {isSubmitting ? 'Placing your order…' : 'Place Order'}
        </Button>
        {!filled && (
          <p id="unfilled" className="text-sm text-soft">
            Fill in every field to place the order. Only the landmark may stay empty.
          </p>
        )}
        <p className="text-sm text-soft">
          With you in {policy.deliveryDays.join(' to ')} days. {policy.returnWindowDays} days to send it back.
        </p>
      </OrderSummary>
    </form>
  )
}
