import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { CallReply } from '#contract/contract.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import { getToPay } from '#contract/orders/adjustments.ts'
import { type Call, call } from '../api/client.ts'
import { callContext } from '../api/load-context.ts'
import { describeLinkPage, LinkFailure, loadLink, OrderDone } from '../layout/mail-link.tsx'
import { LineItemList } from '../orders/shared/line-item-list.tsx'
import { TotalRows } from '../orders/shared/total-rows.tsx'
import { LinkButton } from '../ui/button.tsx'
import type { Route } from './+types/pay-order'
import { PayOrderOnline } from './payment/pay-order-online.tsx'
import { PaymentGate } from './payment/returned-payment.tsx'

type OrderToPay = CallReply<'POST /order/payment/find'>

const title = 'Pay online'

const load = ({ call, request }: { call: Call; request: Request }) =>
  loadLink({ request, find: (token) => call('POST /order/payment/find', { body: { token } }) })

export const loader = ({ context, request }: Route.LoaderArgs) => load({ call: context.get(callContext), request })
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load({ call, request })

export const meta: Route.MetaFunction = ({ matches }) => describeLinkPage({ title, storeName: matches[0]?.loaderData?.storeName })

/** The page of the link by which an order on delivery is paid online instead, until it is packed. */
export default function PayOrder({ loaderData: { token, target: order, error } }: Route.ComponentProps) {
  const [query] = useSearchParams()
  return (
    <div className="page-width flex flex-col gap-8 pt-8 sm:pt-12">
      <PaymentGate token={token} isReturned={query.get('status') === 'paid'}>
        {order === undefined ? <LinkFailure title={title} error={error} /> : <Payment token={token} order={order} />}
      </PaymentGate>
    </div>
  )
}

function Payment({ token, order }: { token: string; order: OrderToPay }) {
  const [message, setMessage] = useState<string>()
  const [error, setError] = useState<string>()
  if (message !== undefined) return <OrderDone message={message} />
  const { number, products, advance, online = order, amount = getToPay(online) } = order
  return (
    <>
      <div className="flex max-w-prose flex-col gap-3">
        <h1 className="title">{title}</h1>
        <p className="text-soft">
          Pay {formatRupees(amount)} for order <span className="font-medium text-ink tabular-nums">{number}</span> by UPI, card or net
          banking, and the courier collects nothing. You can do so until we pack it.
        </p>
      </div>
      <div className="grid items-start gap-x-12 gap-y-8 md:grid-cols-[minmax(0,28rem)_minmax(0,20rem)]">
        <div className="flex flex-col gap-5">
          <noscript>
            <p>This page needs JavaScript.</p>
          </noscript>
          <div role="alert" className="empty:hidden">
            {error && <p className="font-medium text-bad">{error}</p>}
          </div>
          <PayOrderOnline
            token={token}
            number={number}
            amount={amount}
            isOnlyWay={false}
            isMain
            disabled={false}
            onDone={setMessage}
            onError={setError}
          />
          <LinkButton to="/order-tracking" className="min-h-12">
            Keep cash on delivery
          </LinkButton>
        </div>
        <section aria-labelledby="order-items" className="flex flex-col gap-4 rounded-control bg-sunk p-6 max-md:order-first">
          <h2 id="order-items" className="font-medium">
            Your order
          </h2>
          <LineItemList label="Items" items={products} />
          <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 border-line border-t pt-4 tabular-nums">
            <TotalRows order={online} />
            {advance !== undefined && (
              <>
                <dt className="text-soft">Paid online</dt>
                <dd className="text-right text-soft">{formatRupees(advance)}</dd>
                <dt className="font-semibold">To pay now</dt>
                <dd className="text-right font-semibold">{formatRupees(amount)}</dd>
              </>
            )}
          </dl>
        </section>
      </div>
    </>
  )
}
