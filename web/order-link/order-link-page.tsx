import { useEffect, useEffectEvent, useState } from 'react'
import { useRevalidator, useSearchParams } from 'react-router'
import { maxLengths } from '#contract/kernel/business.ts'
import type { OrderPage } from '#contract/orders/order-links.ts'
import { shopperStatusText } from '#contract/orders/order-status.ts'
import { type Call, call } from '../api/client.ts'
import { describeFailure } from '../api/describe-failure.ts'
import { callContext } from '../api/load-context.ts'
import { readPendingOrderPayment } from '../checkout/payment/pay-order-online.tsx'
import { describeLinkPage, LinkFailure } from '../layout/mail-link.tsx'
import { LineItemList } from '../orders/shared/line-item-list.tsx'
import { TotalRows } from '../orders/shared/total-rows.tsx'
import { TrackedOrder } from '../policies/tracking/tracked-order.tsx'
import { LinkButton } from '../ui/button.tsx'
import type { Route } from './+types/order-link-page'
import { ActionSection } from './action-section.tsx'
import { type LoadedAction, loadAction, type OfferedAction } from './load-action.ts'
import { OtherActions } from './other-actions.tsx'

const title = 'Your order'

/** The order of a token, and the form of what the link is for. */
async function load({ call, token }: { call: Call; token: string }) {
  try {
    const page = await call('POST /order/page', { body: { token } })
    const { purpose } = page
    const opened = purpose === 'track' ? undefined : await loadAction({ call, action: purpose, token })
    return { token, page, opened, error: undefined }
  } catch (error) {
    return { token, page: undefined, opened: undefined, error: describeFailure(error) }
  }
}

const cut = (token: string): string => token.slice(0, maxLengths.trackingToken)

export const loader = ({ context, params }: Route.LoaderArgs) => load({ call: context.get(callContext), token: cut(params.token) })
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => load({ call, token: cut(params.token) })

export const meta: Route.MetaFunction = ({ matches }) => describeLinkPage({ title, storeName: matches[0]?.loaderData?.storeName })

/** The URL contains a secret token. */
export const headers: Route.HeadersFunction = () => ({ 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' })

/** The page that all links of an order open: what the order is, and what can be done now. Opening it changes nothing: mail scanners do too. */
export default function OrderLinkPage({ loaderData: { token, page, opened, error } }: Route.ComponentProps) {
  return (
    <div className="page-width flex flex-col gap-8 pt-8 sm:pt-12">
      {page ? (
        <LinkedOrder key={token} token={token} page={page} opened={opened} />
      ) : (
        <LinkFailure title={title} error={error} action={<ContactLinks />} />
      )}
    </div>
  )
}

const ContactLinks = () => (
  <>
    <LinkButton variant="primary" to="/contact">
      Contact us
    </LinkButton>
    <LinkButton to="/order-tracking">Track an order</LinkButton>
  </>
)

interface LinkedOrderProps {
  token: string
  page: OrderPage
  /** what the link is for; undefined for a link that follows the order */
  opened: LoadedAction | undefined
}

function LinkedOrder({ token, page: { number, orderStatus, order, tracking, actions }, opened }: LinkedOrderProps) {
  const { revalidate } = useRevalidator()
  const [query] = useSearchParams()
  const [sections, setSections] = useState(opened ? [opened] : [])
  // A token of the same day is the same: what is open is not offered again.
  const others = actions.filter(({ token }) => !sections.some((section) => section.token === token))
  const open = async (offered: OfferedAction) => {
    const loaded = await loadAction({ call, ...offered })
    setSections((shown) => (shown.some((section) => section.token === loaded.token) ? shown : [...shown, loaded]))
  }
  const openPaid = useEffectEvent(() => {
    const paid = actions.find(({ token }) => readPendingOrderPayment(token))
    if (paid) open(paid)
  })
  useEffect(() => openPaid(), [])
  const links = tracking ? null : (
    <div className="flex flex-wrap gap-3">
      <ContactLinks />
    </div>
  )
  return (
    <>
      <header className="flex flex-col gap-2">
        <h1 className="title">
          {title} <span className="whitespace-nowrap tabular-nums">{number}</span>
        </h1>
        {orderStatus && <p className="text-soft">{shopperStatusText(orderStatus)}</p>}
      </header>
      {tracking && <TrackedOrder tracking={tracking} focus={false} token={token} phone={undefined} />}
      <div className={order ? 'grid items-start gap-x-12 gap-y-8 md:grid-cols-[minmax(0,28rem)_minmax(0,20rem)]' : 'contents'}>
        <div className="flex flex-col gap-10 empty:hidden">
          {sections.map((section) => (
            <ActionSection
              key={section.token}
              first={section}
              focus={section !== opened}
              isReturned={section === opened && query.get('status') === 'paid'}
              links={links}
              onDone={revalidate}
            />
          ))}
        </div>
        {order && (
          <section aria-labelledby="order-items" className="flex flex-col gap-4 rounded-control bg-sunk p-6 max-md:order-first">
            <h2 id="order-items" className="font-medium">
              Items
            </h2>
            <LineItemList label="Items" items={order.products} />
            <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 border-line border-t pt-4 tabular-nums">
              <TotalRows order={order} />
            </dl>
          </section>
        )}
      </div>
      {others.length > 0 && <OtherActions actions={others} onOpen={open} />}
    </>
  )
}
