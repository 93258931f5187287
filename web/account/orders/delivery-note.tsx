import { policy } from '#contract/business.ts'
import type { OrderDetail } from '#contract/orders.ts'

/** Where the parcel goes, as it is written on it, and how it is paid. */
export function DeliveryNote({ address, kind }: { address: OrderDetail['deliveryAddress']; kind: OrderDetail['kind'] }) {
  const { firstName, lastName, address: street, landmark, city, pinCode, state, phone, email } = address
  const lines = [`${firstName} ${lastName}`.trim(), street, landmark, [city, pinCode].filter(Boolean).join(' '), state]
  return (
    <div className="grid gap-8 sm:grid-cols-2">
      <section aria-labelledby="delivery" className="flex flex-col gap-2">
        <h2 id="delivery" className="font-display text-2xl">
          Delivery
        </h2>
        <address className="not-italic">
          {lines.filter(Boolean).map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
          <span className="mt-2 block text-soft tabular-nums">{phone}</span>
          {email && <span className="block break-all text-soft">{email}</span>}
        </address>
      </section>
      <section aria-labelledby="payment" className="flex flex-col gap-2">
        <h2 id="payment" className="font-display text-2xl">
          Payment
        </h2>
        <p>{kind === 'card' ? 'Paid online, through Razorpay' : 'Cash on delivery'}</p>
        <p className="text-soft">
          Delivery takes {policy.deliveryDays.join(' to ')} days from the order. You then have {policy.returnWindowDays} days to send a
          piece back.
        </p>
      </section>
    </div>
  )
}
