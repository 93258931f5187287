import { findStepIndex, fulfilmentSteps } from './fulfilment-steps.ts'

/** The short seam on an order's card: one stitch for each state, sewn as far as the order has come. */
export function OrderProgress({ orderStatus }: { orderStatus: string }) {
  const place = findStepIndex(orderStatus)
  if (place === undefined) return null
  return (
    <div className="flex flex-col gap-1.5">
      <div aria-hidden="true" className="grid grid-cols-5 gap-1.5">
        {fulfilmentSteps.map((status, index) => (
          <span key={status} className={index <= place ? 'dashed-line text-thread' : 'h-0.5 self-center bg-line'} />
        ))}
      </div>
      <p className="text-sm text-soft">
        Step {place + 1} of {fulfilmentSteps.length}: {orderStatus}
      </p>
    </div>
  )
}
