import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { call } from '../api/client.ts'
import { CompleteAddress } from '../checkout/complete-address.tsx'
import { ConfirmOrder } from '../checkout/confirm-order.tsx'
import { PayOrder } from '../checkout/pay-order.tsx'
import { PaymentGate } from '../checkout/payment/returned-payment.tsx'
import { AddOrder } from '../orders/confirmation/add-order.tsx'
import { RefundDetails } from '../orders/returns/refund-details.tsx'
import { ReturnByLink } from '../orders/returns/return-by-link.tsx'
import { LinkButton } from '../ui/button.tsx'
import { type ActionTarget, type LoadedAction, loadAction } from './load-action.ts'

const titles = {
  confirm: 'Confirm your order',
  pay: 'Pay online',
  address: 'Complete your address',
  return: 'Return items',
  refund: 'Your refund',
  account: 'Add an order to your account',
} as const

interface Done {
  readonly message: string
  readonly next?: { readonly to: string; readonly label: string } | undefined
}

interface ActionFormProps {
  token: string
  target: ActionTarget
  onDone: (message: string, next?: Done['next']) => void
  onChange: () => Promise<void>
}

function ActionForm({ token, target, onDone, onChange }: ActionFormProps) {
  switch (target.action) {
    case 'confirm':
      return <ConfirmOrder token={token} order={target.order} onDone={onDone} onChange={onChange} />
    case 'pay':
      return <PayOrder token={token} order={target.order} onDone={onDone} onChange={onChange} />
    case 'address':
      return <CompleteAddress token={token} order={target.order} onDone={onDone} />
    case 'return':
      return <ReturnByLink token={token} order={target.order} onChange={onChange} />
    case 'refund':
      return <RefundDetails token={token} payout={target.payout} onDone={onDone} />
    case 'account':
      return <AddOrder token={token} order={target.order} onDone={onDone} />
  }
}

interface ActionSectionProps {
  first: LoadedAction
  /** moves the focus to its heading: the reader has opened it */
  focus: boolean
  /** the page of the provider has reported success of a payment */
  isReturned?: boolean
  /** where to go on when nothing can be done */
  links: ReactNode
  /** the order has changed */
  onDone: () => void
}

/** One thing that can be done with the order: its form, what came of it, or why it cannot be done. */
export function ActionSection({ first, focus, isReturned = false, links, onDone }: ActionSectionProps) {
  const [{ action, token, target, error }, setLoaded] = useState(first)
  const [done, setDone] = useState<Done>()
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  const isDone = done !== undefined
  useEffect(() => {
    if (focus || isDone) heading.current?.focus()
  }, [focus, isDone])
  const finish = (message: string, next?: Done['next']) => {
    setDone({ message, next })
    onDone()
  }
  /** Reads the order again, unless that fails. */
  const change = async () => {
    const loaded = await loadAction({ call, action, token })
    if (loaded.target) setLoaded(loaded)
  }
  const title = target?.action === 'confirm' && target.order.isToBePaid ? 'Pay for your order' : titles[action]
  const section = (
    <section aria-labelledby={id} className={`flex flex-col gap-5 ${action === 'return' ? '' : 'max-w-md'}`}>
      <h2 id={id} ref={heading} tabIndex={-1} className="title text-3xl outline-none">
        {done ? 'Thank you' : title}
      </h2>
      {done && <p>{done.message}</p>}
      {done?.next && (
        <LinkButton variant="primary" to={done.next.to} className="self-start">
          {done.next.label}
        </LinkButton>
      )}
      {!done && target && <ActionForm token={token} target={target} onDone={finish} onChange={change} />}
      {!done && error && <p>{error}</p>}
      {(done ? !done.next : error) && links}
    </section>
  )
  if (done || (action !== 'confirm' && action !== 'pay')) return section
  return (
    <PaymentGate token={token} isReturned={isReturned} onDone={finish}>
      {section}
    </PaymentGate>
  )
}
