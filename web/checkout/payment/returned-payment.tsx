import { type ReactNode, useEffect, useState } from 'react'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { describeFailure } from '../../api/describe-failure.ts'
import { OrderDone } from '../../layout/mail-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { clearPendingOrderPayment, outcomeTexts, pollOrderPayment, readPendingOrderPayment } from './pay-order-online.tsx'

interface PaymentGateProps {
  /** of the link */
  token: string
  /** the page of the provider has reported success */
  isReturned?: boolean
  children: ReactNode
}

/** Shows what became of the payment that was opened on this page before this document was loaded; the page itself without one. */
export function PaymentGate({ token, isReturned = false, children }: PaymentGateProps) {
  const isHydrated = useHydrated()
  const [isLeft, setLeft] = useState(false)
  if (!isHydrated && isReturned) return <Checking />
  const pending = isHydrated && !isLeft ? readPendingOrderPayment(token) : undefined
  if (!isReturned && !pending) return children
  const onLeave = () => {
    clearPendingOrderPayment()
    setLeft(true)
  }
  return <ReturnedPayment token={token} onLeave={isReturned || pending?.success ? undefined : onLeave} />
}

const Checking = ({ children }: { children?: ReactNode }) => (
  <div className="flex max-w-prose flex-col items-start gap-6">
    <div role="status" className="flex items-center gap-4">
      <Spinner label="" />
      <h1 className="title">{screenTexts.checkingWithBank}</h1>
    </div>
    {children}
  </div>
)

/** `onLeave`: the shopper says that nothing was paid; undefined when success was reported. */
function ReturnedPayment({ token, onLeave }: { token: string; onLeave: (() => void) | undefined }) {
  const [message, setMessage] = useState<string>()
  const [isOpen, setOpen] = useState(false)
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
      .then((text) => !signal.aborted && setMessage(text))
    return () => controller.abort()
  }, [token])
  if (message !== undefined) return <OrderDone message={message} />
  return (
    <Checking>
      {isOpen && <p>{outcomeTexts.open}</p>}
      {isOpen && onLeave && <Button onClick={onLeave}>I have not paid</Button>}
    </Checking>
  )
}
