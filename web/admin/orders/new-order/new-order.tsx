import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { formatRupees } from '#contract/kernel/money.ts'
import { getToPay } from '#contract/orders/adjustments.ts'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import { useStoreConfig } from '../../../layout/store-config.ts'
import { hasRight } from '../../../session/has-right.ts'
import { useSession } from '../../../session/session.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { OrderTabs } from '../../kit/admin-tabs.tsx'
import { ListFrame } from '../../kit/list-frame.tsx'
import { buildListHref, newOrderPath, orderDraftsPath, ordersPath } from '../../kit/list-href.ts'
import { SmallLink } from '../../kit/small-button.tsx'
import { describeActionError } from '../../kit/use-action.tsx'
import { SendLink } from '../shared/send-link.tsx'
import type { Route } from './+types/new-order'
import { readChosenCustomer } from './customer-search.tsx'
import { NewOrderForm } from './new-order-form.tsx'
import { continueDraft, hasTypedOrder, isContinued, readDraft } from './order-draft.tsx'

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

/** The order that was placed, with its payment link to send. */
function PlacedOrder({ order, onNew }: { order: AdminOrderDetail; onNew: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { _id, number, confirmationLink, deliveryAddress } = order
  return (
    <div className="flex max-w-prose flex-col items-start gap-5">
      <h2 ref={heading} tabIndex={-1} className="font-display text-2xl outline-none">
        Order <span className="tabular-nums">{number}</span> placed
      </h2>
      {confirmationLink === null ? <p>{describePlaced(order)}</p> : <PaymentLink order={order} link={confirmationLink} />}
      {deliveryAddress.email !== '' && <p className="text-soft wrap-anywhere">We also email it to {deliveryAddress.email}.</p>}
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" onClick={onNew}>
          New order
        </Button>
        <LinkButton to={buildListHref({ path: ordersPath, params: { open: _id } })}>Open the order</LinkButton>
      </div>
    </div>
  )
}

function describePlaced(order: AdminOrderDetail): string {
  const amount = formatRupees(getToPay(order))
  if (order.isTakenAway) return `${amount} is paid, and the items are handed over.`
  if (order.manualPayment) return `${amount} is paid, and the order can be packed.`
  return `It is confirmed and can be packed. The courier collects ${amount}.`
}

function PaymentLink({ order, link }: { order: AdminOrderDetail; link: string }) {
  const { number, deliveryAddress } = order
  const toPay = formatRupees(getToPay(order))
  const { storeName } = useStoreConfig()
  const url = window.location.origin + link
  const text = `Your order ${number} at ${storeName} is ready. Please pay ${toPay} here:`
  return (
    <div className="flex w-full flex-col items-start gap-3 rounded-control bg-sunk p-5">
      <p>Send the customer this link. The order is packed when {toPay} is paid, and cancelled if it stays unpaid.</p>
      <input
        readOnly
        aria-label="Payment link"
        value={url}
        onFocus={(event) => event.currentTarget.select()}
        className="min-h-11 w-full rounded-control border border-edge bg-raised px-3 text-sm"
      />
      <SendLink link={link} label="Copy the link" phone={deliveryAddress.phone} text={text} />
    </div>
  )
}
