import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { type DeliveryAddress, describeAddressProblem } from '#contract/address.ts'
import { policy, timings } from '#contract/business.ts'
import { formatRupees, toRupees } from '#contract/money.ts'
import { clearIdempotencyKey } from '../api/idempotency-key.ts'
import { calculateGuestCartTotal, clearGuestCart } from '../guest-cart/edit-guest-cart.ts'
import type { GuestCartLine } from '../guest-cart/guest-cart-line.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { showToast } from '../ui/toast.ts'
import { useReturnFocus } from '../ui/use-return-focus.ts'
import { clearDraft, keepDraft, readDraft } from './delivery-draft.ts'
import { DeliveryFields } from './delivery-fields.tsx'
import { resolveDelivery } from './delivery-resolver.ts'
import { OrderLines } from './guest-order-lines.tsx'
import { guestOrderPlace, placeGuestOrder } from './place-guest-order.ts'

interface Trouble {
  readonly text: string
  readonly toCart: boolean
}

export function OrderForm({ lines }: { lines: readonly GuestCartLine[] }) {
  const navigate = useNavigate()
  const [trouble, setTrouble] = useState<Trouble>()
  const { register, setValue, setError, handleSubmit, watch, formState } = useForm<DeliveryAddress>({
    resolver: resolveDelivery,
    defaultValues: readDraft(),
    reValidateMode: 'onChange',
  })
  const { errors, isSubmitting } = formState
  const sending = useRef(false)
  const button = useReturnFocus({ failed: trouble !== undefined, busy: isSubmitting })

  useEffect(() => {
    const watching = watch((values) => keepDraft(values as Partial<DeliveryAddress>))
    return () => watching.unsubscribe()
  }, [watch])

  const send = async (address: DeliveryAddress) => {
    if (sending.current) return
    sending.current = true
    setTrouble(undefined)
    try {
      const outcome = await placeGuestOrder({ lines, address })
      if (!('order' in outcome)) {
        setTrouble(outcome)
        for (const [name, message] of Object.entries(outcome.fields))
          setError(name as keyof DeliveryAddress, { message }, { shouldFocus: true })
        return
      }
      clearGuestCart()
      clearDraft()
      clearIdempotencyKey(guestOrderPlace)
      showToast({
        text: `Order ${outcome.order.number} is placed. It will be with you within ${policy.guestDeliveryDays} days.`,
        duration: timings.longToast,
      })
      await navigate('/buy', { replace: true })
    } finally {
      sending.current = false
    }
  }

  const total = formatRupees(toRupees(calculateGuestCartTotal(lines)))
  return (
    <form
      noValidate
      aria-label="Delivery"
      onSubmit={handleSubmit(send, (wrong) => setTrouble({ text: describeAddressProblem(listWords(wrong)), toCart: false }))}
      className="grid items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_24rem] xl:gap-x-20"
    >
      <div className="flex max-w-3xl flex-col gap-6">
        <p className="text-soft">Cash on delivery. You pay the courier {total} at the door, nothing now.</p>
        <DeliveryFields register={register} setValue={setValue} errors={errors} />
      </div>
      <section aria-labelledby="your-order" className="flex flex-col gap-5 rounded-control bg-sunk p-6 lg:sticky lg:top-24">
        <h2 id="your-order" className="font-display text-2xl">
          Your order
        </h2>
        <OrderLines lines={lines} total={total} />
        <div role="alert" className="flex flex-col items-start gap-3 empty:hidden">
          {trouble && <p className="font-medium text-bad">{trouble.text}</p>}
          {trouble?.toCart && <LinkButton to="/homecart">Go Back to Cart</LinkButton>}
        </div>
        <Button ref={button} type="submit" variant="primary" disabled={isSubmitting} aria-busy={isSubmitting} className="w-full">
          {isSubmitting ? 'Placing your order…' : 'Place Order'}
        </Button>
        <p className="text-sm text-soft">
          With you within {policy.guestDeliveryDays} days. {policy.returnWindowDays} days to send it back.
        </p>
      </section>
    </form>
  )
}

const listWords = (errors: Partial<Record<string, { message?: string }>>): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, error?.message ?? '']))
