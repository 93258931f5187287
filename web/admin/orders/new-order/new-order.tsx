import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import { hasRight } from '../../../session/has-right.ts'
import { useSession } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { OrderTabs } from '../../kit/admin-tabs.tsx'
import { ListFrame } from '../../kit/list-frame.tsx'
import { newOrderPath, orderDraftsPath, ordersPath } from '../../kit/list-href.ts'
import { SmallLink } from '../../kit/small-button.tsx'
import { describeActionError } from '../../kit/use-action.tsx'
import type { Route } from './+types/new-order'
import { readChosenCustomer } from './customer-search.tsx'
import { NewOrderForm } from './new-order-form.tsx'
import { continueDraft, hasTypedOrder, isContinued, readDraft } from './order-draft.tsx'
import { PlacedOrder } from './placed-order.tsx'

/** `?customer=` is the id of an order of the customer, `?draft=` the id of a draft. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const search = new URL(request.url).searchParams
  const [id, draftId] = [search.get('customer'), search.get('draft')]
  // Without the customer the form is usable.
  const seesCustomers = hasRight(useSession.getState().user, 'customers')
  const customer = id === null || !seesCustomers ? undefined : await readChosenCustomer(id).catch(() => undefined)
  if (draftId === null) return { customer }
  try {
    const draft = await readDraft(draftId)
    const isTyped = isContinued(draftId)
    if (!isTyped && !hasTypedOrder()) continueDraft(draft)
    return { customer: draft.account && { account: draft.account, addresses: [] }, draft, asks: !isTyped && !isContinued(draftId) }
  } catch (failure) {
    return { customer, problem: describeActionError(failure) }
  }
}

export const shouldRevalidate = () => false

export const handle = { section: ordersPath }
export const meta = pageTitle('New order')

/** An order that an administrator takes by phone or message. */
export default function NewOrder({ loaderData: { customer, draft, asks = false, problem } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const [isAsking, setIsAsking] = useState(asks)
  const [placed, setPlaced] = useState<AdminOrderDetail>()
  const [count, setCount] = useState(0)
  const startAgain = () => {
    setPlaced(undefined)
    setCount(count + 1)
    navigate(newOrderPath, { replace: true })
  }
  return (
    <ListFrame title="New order" tabs={<OrderTabs />} aside={<SmallLink to={orderDraftsPath}>Drafts</SmallLink>}>
      {problem !== undefined && !placed && (
        <p role="alert" className="font-medium text-bad">
          {problem}
        </p>
      )}
      {draft && isAsking ? (
        <TypedOrderQuestion
          onContinue={() => {
            continueDraft(draft)
            setIsAsking(false)
          }}
          onKeep={() => {
            setIsAsking(false)
            navigate(newOrderPath, { replace: true })
          }}
        />
      ) : placed ? (
        <PlacedOrder order={placed} onNew={startAgain} />
      ) : (
        <NewOrderForm key={count} customer={count === 0 ? customer : undefined} onPlaced={setPlaced} />
      )}
    </ListFrame>
  )
}

/** Another order is typed in this tab, which the draft would replace. */
const TypedOrderQuestion = ({ onContinue, onKeep }: { onContinue: () => void; onKeep: () => void }) => (
  <div className="flex max-w-prose flex-col items-start gap-4">
    <p>You have begun another order here, which is not saved. The draft takes its place.</p>
    <div className="flex flex-wrap gap-3">
      <Button variant="primary" onClick={onContinue}>
        Continue the draft
      </Button>
      <Button onClick={onKeep}>Keep what I have begun</Button>
    </div>
  </div>
)
