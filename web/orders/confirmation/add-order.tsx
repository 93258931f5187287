import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { CallReply } from '#contract/contract.ts'
import { type Call, call, isUnauthorized } from '../../api/client.ts'
import { describeFailure } from '../../api/describe-failure.ts'
import { callContext } from '../../api/load-context.ts'
import { describeLinkPage, LinkDone, LinkFailure, loadLink } from '../../layout/mail-link.tsx'
import { loginHref } from '../../session/login-href.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { useReturnFocus } from '../../ui/dialog/use-return-focus.ts'
import { LineItemList } from '../shared/line-item-list.tsx'
import type { Route } from './+types/add-order'

const title = 'Add an order to your account'

const load = ({ call, request }: { call: Call; request: Request }) =>
  loadLink({ request, find: (token) => call('POST /order/account/find', { body: { token } }) })

export const loader = ({ context, request }: Route.LoaderArgs) => load({ call: context.get(callContext), request })
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load({ call, request })

export const meta: Route.MetaFunction = ({ matches }) => describeLinkPage({ title, storeName: matches[0]?.loaderData?.storeName })

/** The page of the link by which a shopper adds a guest's order to an account. Opening it changes nothing: mail scanners do too. */
export default function AddOrder({ loaderData: { token, target, error } }: Route.ComponentProps) {
  return (
    <div className="page-width flex flex-col gap-8 pt-8 sm:pt-12">
      {target === undefined ? (
        <LinkFailure title={title} error={error} action={<LinkButton to="/UserDashboard/allOrders">My orders</LinkButton>} />
      ) : (
        <Addition token={token} order={target} />
      )}
    </div>
  )
}

function Addition({ token, order: { number, products } }: { token: string; order: CallReply<'POST /order/account/find'> }) {
  const location = useLocation()
  const navigate = useNavigate()
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<string>()
  const [addedId, setAddedId] = useState<string>()
  const button = useReturnFocus({ failed: error !== undefined, busy: pending })
  const add = async () => {
    setError(undefined)
    setPending(true)
    try {
      setAddedId((await call('POST /order/account', { body: { token } })).id)
    } catch (failure) {
      if (isUnauthorized(failure)) return navigate(loginHref(location))
      setError(describeFailure(failure))
    } finally {
      setPending(false)
    }
  }
  if (addedId !== undefined)
    return (
      <LinkDone title="The order is in your account">
        <p>You find order {number} with your other orders now.</p>
        <LinkButton variant="primary" to={`/UserDashboard/orders/${addedId}`}>
          Open the order
        </LinkButton>
      </LinkDone>
    )
  return (
    <div className="flex max-w-prose flex-col items-start gap-6">
      <h1 className="title">{title}</h1>
      <p>
        Order <span className="font-medium whitespace-nowrap tabular-nums">{number}</span> was placed without an account. Add it to see it
        with your other orders. You sign in first, if you have not.
      </p>
      <LineItemList scrolls label="Items of this order" items={products} />
      <noscript>
        <p>This page needs JavaScript.</p>
      </noscript>
      <div role="alert" className="empty:hidden">
        {error && <p className="font-medium text-bad">{error}</p>}
      </div>
      <Button ref={button} variant="primary" disabled={pending} aria-busy={pending} onClick={add} className="min-h-12">
        {pending ? 'Adding…' : 'Add to my account'}
      </Button>
    </div>
  )
}
