import { useState } from 'react'
import type { CallReply } from '#contract/contract.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import { getToPay } from '#contract/orders/adjustments.ts'
import { type Call, call } from '../api/client.ts'
import { describeFailure } from '../api/describe-failure.ts'
import { callContext } from '../api/load-context.ts'
import { describeLinkPage, LinkFailure, loadLink, OrderDone } from '../layout/mail-link.tsx'
import { useStoreConfigIfLoaded } from '../layout/store-config.ts'
import { LineItemList } from '../orders/shared/line-item-list.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import { useReturnFocus } from '../ui/dialog/use-return-focus.ts'
import type { Route } from './+types/confirm-order'
import { PayOrderOnline } from './payment/pay-order-online.tsx'
import { PaymentGate } from './payment/returned-payment.tsx'

type OrderToConfirm = CallReply<'POST /order/confirmation/find'>

const title = 'Confirm your order'

const load = ({ call, request }: { call: Call; request: Request }) =>
  loadLink({ request, find: (token) => call('POST /order/confirmation/find', { body: { token } }) })

export const loader = ({ context, request }: Route.LoaderArgs) => load({ call: context.get(callContext), request })
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load({ call, request })

export const meta: Route.MetaFunction = ({ matches }) => describeLinkPage({ title, storeName: matches[0]?.loaderData?.storeName })

/** The page of the link by which a shopper confirms or cancels one order. Opening it changes nothing: mail scanners do too. */
export default function ConfirmOrder({ loaderData: { token, target: order, error } }: Route.ComponentProps) {
  return (
    <div className="page-width flex flex-col gap-8 pt-8 sm:pt-12">
      <PaymentGate token={token}>
        {order === undefined ? <LinkFailure title={title} error={error} /> : <Confirmation token={token} order={order} />}
      </PaymentGate>
    </div>
  )
}

function Confirmation({ token, order }: { token: string; order: OrderToConfirm }) {
  const [message, setMessage] = useState<string>()
  if (message !== undefined) return <OrderDone message={message} />
  const { number, products, isToBePaid, online = order, amount = getToPay(online) } = order
  const toPay = formatRupees(getToPay(order))
  const less = order.online ? `, or ${formatRupees(amount)} if you pay online now` : ''
  return (
    <>
      <div className="flex max-w-prose flex-col gap-3">
        <h1 className="title">{isToBePaid ? 'Pay for your order' : title}</h1>
        <p className="text-soft">
          Do you want order <span className="font-medium text-ink tabular-nums">{number}</span>? We pack it after you have{' '}
          {isToBePaid ? `paid ${toPay} online.` : `confirmed it. You pay the courier ${toPay}${less}.`}
        </p>
      </div>
      <div className="grid items-start gap-x-12 gap-y-8 md:grid-cols-[minmax(0,28rem)_minmax(0,20rem)]">
        <Answers token={token} number={number} amount={amount} isToBePaid={isToBePaid} onDone={setMessage} />
        <section aria-labelledby="order-items" className="flex flex-col gap-4 rounded-control bg-sunk p-6 max-md:order-first">
          <h2 id="order-items" className="font-medium">
            Your order
          </h2>
          <LineItemList label="Items" items={products} />
        </section>
      </div>
    </>
  )
}

interface AnswersProps {
  token: string
  number: string
  /** rupees, what is paid online */
  amount: number
  /** online: only the payment confirms the order */
  isToBePaid: boolean
  onDone: (message: string) => void
}

function Answers({ token, number, amount, isToBePaid, onDone }: AnswersProps) {
  const canPayOnline = Boolean(useStoreConfigIfLoaded()?.checkoutScript)
  const [pending, setPending] = useState<boolean>()
  const [isCancelling, setCancelling] = useState(false)
  const [error, setError] = useState<string>()
  const isBusy = pending !== undefined
  const button = useReturnFocus({ failed: error !== undefined, busy: isBusy })
  const answer = async (isAccepted: boolean) => {
    setError(undefined)
    setPending(isAccepted)
    try {
      onDone((await call('POST /order/confirmation', { body: { token, isAccepted } })).message)
    } catch (failure) {
      setError(describeFailure(failure))
      setCancelling(false)
      setPending(undefined)
    }
  }
  return (
    <div className="flex flex-col gap-5">
      <noscript>
        <p>This page needs JavaScript. You can also reply to our email.</p>
      </noscript>
      <div role="alert" className="empty:hidden">
        {error && <p className="font-medium text-bad">{error}</p>}
      </div>
      {!isToBePaid && (
        <Button ref={button} variant="primary" disabled={isBusy} aria-busy={isBusy} onClick={() => answer(true)} className="min-h-12">
          {pending === true ? 'Confirming…' : 'Yes, send it'}
        </Button>
      )}
      <PayOrderOnline
        token={token}
        number={number}
        amount={amount}
        isOnlyWay={isToBePaid}
        disabled={isBusy}
        onDone={onDone}
        onError={setError}
      />
      <Button disabled={isBusy} onClick={() => setCancelling(true)} className="min-h-12">
        No, cancel it
      </Button>
      {isCancelling && (
        <ConfirmDialog
          title="Cancel the order?"
          text="Nothing is sent, and you have nothing to pay."
          action="Cancel the order"
          busy={isBusy}
          onConfirm={() => answer(false)}
          onClose={() => setCancelling(false)}
        />
      )}
      {!canPayOnline && <PayAnotherWay />}
    </div>
  )
}

/** Card payment is off in this shop. */
function PayAnotherWay() {
  return (
    <section aria-labelledby="pay-online" className="flex flex-col items-start gap-2 border-line border-t pt-5">
      <h2 id="pay-online" className="font-medium">
        Would you rather pay online?
      </h2>
      <p className="text-soft">Write to us with your order number, and we will help you.</p>
      <LinkButton to="/contact">Contact us</LinkButton>
    </section>
  )
}
