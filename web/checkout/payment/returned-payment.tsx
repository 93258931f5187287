import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { describeFailure } from '../../api/describe-failure.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { clearPendingOrderPayment, outcomeTexts, pollOrderPayment, readPendingOrderPayment } from './pay-order-online.tsx'

interface PaymentGateProps {
  /** of the link */
  token: string
  /** the page of the provider has reported success */
  isReturned?: boolean
  onDone: (message: string) => void
  children: ReactNode
}

/** Shows what became of the payment that was opened on this page before this document was loaded; the page itself without one. */
export function PaymentGate({ token, isReturned = false, onDone, children }: PaymentGateProps) {
  const isHydrated = useHydrated()
  const [isLeft, setLeft] = useState(false)
  if (!isHydrated && isReturned) return <Checking />
  const pending = isHydrated && !isLeft ? readPendingOrderPayment(token) : undefined
  if (!isReturned && !pending) return children
  const onLeave = () => {
    clearPendingOrderPayment()
    setLeft(true)
  }
  return <ReturnedPayment token={token} onDone={onDone} onLeave={isReturned || pending?.success ? undefined : onLeave} />
}

const Checking = ({ children }: { children?: ReactNode }) => (
  <div className="flex max-w-prose flex-col items-start gap-6">
    <div role="status" className="flex items-center gap-4">
      <Spinner label="" />
      <h2 className="title text-3xl">{screenTexts.checkingWithBank}</h2>
    </div>
    {children}
  </div>
)

interface ReturnedPaymentProps {
  token: string
  onDone: (message: string) => void
  /** the shopper says that nothing was paid; undefined when success was reported */
  onLeave: (() => void) | undefined
}

function ReturnedPayment({ token, onDone, onLeave }: ReturnedPaymentProps) {
  const [isOpen, setOpen] = useState(false)
  const tell = useEffectEvent(onDone)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const onWait = () => setOpen(true)
    const poll = { onWait, onStall: () => new Promise<void>(() => {}), signal }
    pollOrderPayment({ token, endsUnpaid: false, poll })
      .then((status) => {
        clearPendingOrderPayment()
        return status === 'refunded' ? outcomeTexts.refunded : outcomeTexts.paid
      })
      .catch((error: unknown) => (signal.aborted ? '' : describeFailure(error)))
      .then((text) => !signal.aborted && tell(text))
    return () => controller.abort()
  }, [token])
  return (
    <Checking>
      {isOpen && <p>{outcomeTexts.open}</p>}
      {isOpen && onLeave && <Button onClick={onLeave}>I have not paid</Button>}
    </Checking>
  )
}
