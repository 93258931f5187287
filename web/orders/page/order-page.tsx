import '../../ui/print.css'
import { type ReactNode, useId, useRef, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { apiBase } from '#contract/api.ts'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { shopperStatusText } from '#contract/orders/order-status.ts'
import type { OrderDetail } from '#contract/orders/orders.ts'
import { ApiError, NetworkError } from '../../api/client.ts'
import { usePolling } from '../../api/use-polling.ts'
import { AskOnWhatsapp } from '../../layout/ask-on-whatsapp.tsx'
import { useStoreConfig } from '../../layout/store-config.ts'
import { callSignedIn } from '../../session/call-signed-in.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { Divider } from '../../ui/divider.tsx'
import { formatDate } from '../../ui/format-date.ts'
import { showToast } from '../../ui/toast.ts'
import { allOrdersPath } from '../list/load-orders.ts'
import { DocumentLinks } from '../shared/document-links.tsx'
import { FailedDelivery } from '../shared/failed-delivery.tsx'
import { LineItemList } from '../shared/line-item-list.tsx'
import { OrderTotals } from '../shared/order-card.tsx'
import { Parcels } from '../shared/parcels.tsx'
import { PayOnlineOffer } from '../shared/pay-online-offer.tsx'
import { shopperProductHref } from '../shared/product-link.tsx'
import { throwNotFound } from '../shared/throw-not-found.ts'
import { OrderTimeline } from '../shared/timeline.tsx'
import type { Route } from './+types/order-page'
import { DeliveryAndPayment } from './delivery-and-payment.tsx'
import { OrderAgain } from './order-again.tsx'

export async function clientLoader({ params: { id } }: Route.ClientLoaderArgs) {
  const [order, { refunds, sentBack = [], voidReason, paymentMethod }] = await Promise.all([
    callSignedIn('GET /order/:id', { params: { id } }),
    callSignedIn('GET /order/:id/refunds', { params: { id } }),
  ]).catch(throwNotFound)
  return { ...order, refunds, sentBack, voidReason, paymentMethod }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  { title: `${loaderData ? `Order ${loaderData.number}` : 'Order'} · ${matches[0]?.loaderData?.storeName ?? ''}` },
]

/** One order of the shopper: items, totals, delivery, payment and timeline. */
export default function OrderPage({ loaderData: order }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const heading = useRef<HTMLHeadingElement>(null)
  const { number, refunds, sentBack, products, orderStatus, events, createdAt, shipments, transitions } = order
  usePolling({ active: [...refunds, ...sentBack].some(({ state }) => state === 'on its way'), refresh: revalidate })
  return (
    <article data-print className="page-width flex flex-col gap-10 pt-8 sm:pt-12 print:gap-6">
      <PrintHeader number={number} />
      <header className="flex flex-wrap items-end justify-between gap-x-10 gap-y-4">
        <div className="flex flex-col gap-2">
          <p className="text-soft">
            <span className="print:hidden">
              Order <span className="font-medium text-ink tabular-nums">{number}</span>, placed on{' '}
            </span>
            <span className="hidden print:inline">Placed on </span>
            <time dateTime={createdAt}>{formatDate(createdAt)}</time>
          </p>
          <h1 ref={heading} tabIndex={-1} className="title outline-none print:text-base">
            {shopperStatusText(orderStatus)}
          </h1>
          {order.exchangeOf && (
            <p>
              In exchange for items of{' '}
              <Link to={`/UserDashboard/orders/${order.exchangeOf.order}/return`} className="link font-semibold">
                order {order.exchangeOf.number}
              </Link>
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-3 print:hidden">
          {orderStatus === 'Delivered' && <LinkButton to={`/UserDashboard/orders/${order._id}/return`}>Return items</LinkButton>}
          <OrderAgain order={order} />
          <LinkButton to={allOrdersPath}>All orders</LinkButton>
          <Button onClick={() => window.print()}>Print</Button>
        </div>
      </header>
      {order.addressLink !== null && <IncompleteAddress link={order.addressLink} />}
      {order.paymentLink !== null && <UnpaidOrder link={order.paymentLink} />}
      <div className="grid items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_24rem] xl:gap-x-20 print:grid-cols-2">
        <section
          aria-labelledby="progress"
          className="flex flex-col gap-6 rounded-control bg-sunk p-6 lg:col-start-2 print:col-start-2 print:p-0"
        >
          <h2 id="progress" className="font-display text-2xl">
            Order progress
          </h2>
          <OrderTimeline orderStatus={orderStatus} events={events} />
          <Parcels shipments={shipments} journey={order.journey} />
          {orderStatus === 'Shipped' && <FailedDelivery access={{ orderId: order._id }} />}
          {transitions.includes('Cancelled') && (
            <CancelOrder order={order} onChange={revalidate} onCancelled={() => heading.current?.focus()} />
          )}
          <OrderHelp />
          <AskOnWhatsapp about={`my order ${number}`} />
        </section>
        <div className="flex min-w-0 flex-col gap-10 lg:col-start-1 lg:row-start-1 print:col-start-1 print:row-start-1">
          <section aria-labelledby="items" className="flex flex-col gap-5">
            <h2 id="items" className="font-display text-2xl">
              Items
            </h2>
            <LineItemList label="Items" items={products.map((item) => ({ ...item, href: shopperProductHref(item) }))} />
            <Divider className="text-edge" />
            <div className="sm:ml-auto sm:w-72">
              <OrderTotals order={order} />
            </div>
            {order.paymentLink === null && order.payOnlineLink && (
              <div className="sm:ml-auto sm:w-72">
                <PayOnlineOffer link={order.payOnlineLink} saving={order.payOnlineSaving} />
              </div>
            )}
          </section>
          <DeliveryAndPayment order={order} />
          <DocumentLinks documents={order.documents} buildHref={(id) => `${apiBase}/order/${order._id}/documents/${id}.pdf`} />
        </div>
      </div>
    </article>
  )
}

/** The shop and the number of the order, printed instead of the navigation. */
function PrintHeader({ number }: { number: string }) {
  const { storeName, storeEmail, storePhone, storeAddress, gstin } = useStoreConfig()
  return (
    <div className="hidden print:block">
      <div className="border-b-2 border-dashed border-ink pb-3">
        <p className="font-display text-2xl">{storeName}</p>
        <p className="text-sm">{[storeAddress, storeEmail, storePhone].filter(Boolean).join(' · ')}</p>
        {gstin && <p className="text-sm">GSTIN {gstin} · This is not a tax invoice.</p>}
      </div>
      <p className="mt-6 font-display text-3xl">Order {number}</p>
    </div>
  )
}

function OrderHelp() {
  return (
    <p className="text-soft print:hidden">
      Need help with this order? See the{' '}
      <Link to="/UserDashboard/help-center" className="link">
        Help Center
      </Link>{' '}
      or{' '}
      <Link to="/UserDashboard/contact" className="link">
        contact us
      </Link>{' '}
      with its number.
    </p>
  )
}

/** Cancels an order after a confirmation. */
function CancelOrder({
  order: { _id, number, amountPaid },
  onChange,
  onCancelled,
}: {
  order: OrderDetail
  /** the order may have changed: reload it */
  onChange: () => Promise<void>
  /** this button is removed: move the focus */
  onCancelled: () => void
}) {
  const [isOpen, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const cancel = async () => {
    setBusy(true)
    setError(undefined)
    try {
      const { message } = await callSignedIn('POST /order/:id/cancel', { params: { id: _id } })
      setOpen(false)
      showToast({ text: message })
      await onChange()
      onCancelled()
    } catch (failure) {
      if (!(failure instanceof ApiError || failure instanceof NetworkError)) throw failure
      setError(failure instanceof ApiError && failure.code === 'unknown' ? screenTexts.signInFailed : failure.message)
      await onChange()
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="flex flex-col items-start gap-3 print:hidden">
      <Button onClick={() => setOpen(true)}>Cancel order</Button>
      {isOpen && (
        <ConfirmDialog
          title="Cancel this order?"
          text={`Order ${number} will not be shipped. ${amountPaid > 0 ? 'Your payment will be refunded to the original payment method.' : 'You have not paid anything, so there is nothing to refund.'}`}
          action="Yes, cancel it"
          busy={busy}
          error={error}
          onConfirm={cancel}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}

/** Something that a shopper has to do before an order is sent. */
function RequiredAction({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="flex flex-wrap items-center justify-between gap-x-10 gap-y-4 rounded-control border border-bad bg-raised p-5 sm:p-6 print:hidden"
    >
      <div className="flex flex-col gap-1">
        <h2 id={id} className="font-display text-2xl leading-tight">
          {title}
        </h2>
        <p>{text}</p>
      </div>
      {children}
    </section>
  )
}

/** Asks for what the courier misses in the address of an order. `link` leads to the page that completes it. */
const IncompleteAddress = ({ link }: { link: string }) => (
  <RequiredAction
    title="Please complete your address"
    text="The courier needs a PIN code and a 10-digit phone number. You can add them until we ship your order."
  >
    <LinkButton variant="primary" to={link}>
      Complete the address
    </LinkButton>
  </RequiredAction>
)

/** Asks for the payment of an order that the shop has taken by phone. `link` leads to the page that pays or cancels it. */
const UnpaidOrder = ({ link }: { link: string }) => (
  <RequiredAction title="Please pay for your order" text="We pack it after you have paid online, and cancel it if it stays unpaid.">
    <LinkButton variant="primary" reloadDocument to={link}>
      Pay online
    </LinkButton>
  </RequiredAction>
)
