import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { CallReply } from '#contract/contract.ts'
import { call, isUnauthorized } from '../../api/client.ts'
import { describeFailure } from '../../api/describe-failure.ts'
import { loginHref } from '../../session/login-href.ts'
import { Button } from '../../ui/button.tsx'
import { useReturnFocus } from '../../ui/dialog/use-return-focus.ts'
import { FormError } from '../../ui/form-error.tsx'

interface AddOrderProps {
  /** of the link */
  token: string
  order: CallReply<'POST /order/account/find'>
  onDone: (message: string, next: { to: string; label: string }) => void
}

/** Adds a guest's order to an account. */
export function AddOrder({ token, order: { number }, onDone }: AddOrderProps) {
  const location = useLocation()
  const navigate = useNavigate()
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<string>()
  const button = useReturnFocus({ failed: error !== undefined, busy: pending })
  const add = async () => {
    setError(undefined)
    setPending(true)
    try {
      const { id, message } = await call('POST /order/account', { body: { token } })
      onDone(message, { to: `/UserDashboard/orders/${id}`, label: 'Open the order' })
    } catch (failure) {
      if (isUnauthorized(failure)) return navigate(loginHref(location))
      setError(describeFailure(failure))
    } finally {
      setPending(false)
    }
  }
  return (
    <>
      <p>
        Order <span className="font-medium whitespace-nowrap tabular-nums">{number}</span> was placed without an account. Add it to see it
        with your other orders. You sign in first, if you have not.
      </p>
      <noscript>
        <p>This page needs JavaScript.</p>
      </noscript>
      <FormError text={error} />
      <Button ref={button} variant="primary" disabled={pending} aria-busy={pending} onClick={add} className="min-h-12">
        {pending ? 'Adding…' : 'Add to my account'}
      </Button>
    </>
  )
}
