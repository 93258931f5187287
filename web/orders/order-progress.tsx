import { findStepIndex, fulfilmentSteps } from './fulfilment-steps.ts'

/** A progress bar with one segment for each step of an order. */
export function OrderProgress({ orderStatus }: { orderStatus: string }) {
  const stepIndex = findStepIndex(orderStatus)
  if (stepIndex === undefined) return null
  return (
    <div className="flex flex-col gap-1.5">
      <div aria-hidden="true" className="grid grid-cols-5 gap-1.5">
        {fulfilmentSteps.map((status, index) => (
          <span key={status} className={index <= stepIndex ? 'dashed-line text-thread' : 'h-0.5 self-center bg-line'} />
        ))}
      </div>
      <p className="text-sm text-soft">
        Step {stepIndex + 1} of {fulfilmentSteps.length}: {orderStatus}
      </p>
    </div>
  )
}
