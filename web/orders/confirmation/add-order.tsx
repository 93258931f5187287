import { useLocation, useNavigate } from 'react-router'
import type { CallReply } from '#contract/contract.ts'
import { call, isUnauthorized } from '../../api/client.ts'
import { useRequest } from '../../api/use-request.ts'
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
  const { busy, error, run } = useRequest()
  const button = useReturnFocus({ failed: error !== undefined, busy })
  const add = () =>
    run(async () => {
      try {
        const { id, message } = await call('POST /order/account', { body: { token } })
        onDone(message, { to: `/UserDashboard/orders/${id}`, label: 'Open the order' })
      } catch (failure) {
        if (!isUnauthorized(failure)) throw failure
        await navigate(loginHref(location))
      }
    })
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
      <Button ref={button} variant="primary" disabled={busy} aria-busy={busy} onClick={add} className="min-h-12">
        {busy ? 'Adding…' : 'Add to my account'}
      </Button>
    </>
  )
}
