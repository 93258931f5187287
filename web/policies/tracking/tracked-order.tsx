import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { apiBase } from '#contract/api.ts'
import { productHref } from '#contract/catalog/product-url.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import { describeExpectedDay } from '#contract/orders/delivery-estimate.ts'
import { shopperStatusText } from '#contract/orders/order-status.ts'
import type { Tracking } from '#contract/orders/orders.ts'
import { call } from '../../api/client.ts'
import { useRequest } from '../../api/use-request.ts'
import { AskOnWhatsapp } from '../../layout/ask-on-whatsapp.tsx'
import { findAreaBase } from '../../layout/footer.tsx'
import { DocumentLinks } from '../../orders/shared/document-links.tsx'
import { LineItemList } from '../../orders/shared/line-item-list.tsx'
import { PaymentRow } from '../../orders/shared/order-card.tsx'
import { isCashDue } from '../../orders/shared/order-text.ts'
import { Parcels } from '../../orders/shared/parcels.tsx'
import { PayOnlineOffer } from '../../orders/shared/pay-online-offer.tsx'
import { shopperProductHref } from '../../orders/shared/product-link.tsx'
import { OrderTimeline } from '../../orders/shared/timeline.tsx'
import { TotalRows } from '../../orders/shared/total-rows.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Divider } from '../../ui/divider.tsx'
import { formatDate } from '../../ui/format-date.ts'

interface TrackedOrderProps {
  tracking: Tracking
  /** moves the focus to it after a search */
  focus: boolean
  /** of the link in a mail, by which the order was found */
  token: string | undefined
  /** by which the order was found with its number */
  phone: string | undefined
}

/** A tracked order. */
export function TrackedOrder({ tracking, focus, token, phone }: TrackedOrderProps) {
  const buildFileHref = (id: string) => `${apiBase}/track/documents/${id}.pdf?token=${encodeURIComponent(token ?? '')}`
  const { number, orderStatus, city, products, events, shipments, createdAt, expectedBy } = tracking
  const buildHref = findAreaBase(useLocation().pathname) === '/UserDashboard' ? shopperProductHref : productHref
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focus) heading.current?.focus()
  }, [focus])
  return (
    <article aria-labelledby="tracked" className="flex flex-col gap-8">
      <Divider className="text-thread" />
      <header className="flex flex-col gap-1">
        <h2 id="tracked" ref={heading} tabIndex={-1} className="title text-[clamp(1.5rem,1.2rem+1.5vw,2.25rem)] outline-none">
          {shopperStatusText(orderStatus)}
        </h2>
        <p className="text-soft">
          Order <span className="font-medium text-ink tabular-nums">{number}</span> to {city}, placed on{' '}
          <time dateTime={createdAt}>{formatDate(createdAt)}</time>
        </p>
        {expectedBy && <p>{describeExpectedDay({ expectedBy })}</p>}
      </header>
      <div className="grid items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] xl:gap-x-20">
        <section aria-label="Order progress" className="flex flex-col gap-6 rounded-control bg-sunk p-6">
          <OrderTimeline orderStatus={orderStatus} events={events} />
          <Parcels shipments={shipments} journey={tracking.journey} />
          {tracking.returnLink && (
            <LinkButton to={tracking.returnLink} className="self-start">
              Return items
            </LinkButton>
          )}
          <AskOnWhatsapp about={`my order ${number}`} />
        </section>
        <section aria-label="Order details" className="flex flex-col gap-5">
          <LineItemList label="Items" items={products.map((item) => ({ ...item, href: buildHref(item) }))} />
          <Divider className="text-edge" />
          <dl className="grid grid-cols-[1fr_auto] gap-y-2 tabular-nums">
            <TotalRows order={tracking} />
            {tracking.advance !== undefined && (
              <>
                <dt className="text-soft">Amount paid</dt>
                <dd className="text-right">{formatRupees(tracking.amountPaid ?? tracking.advance)}</dd>
                {isCashDue(tracking) && (
                  <>
                    <dt className="text-soft">Due on delivery</dt>
                    <dd className="text-right">{formatRupees(tracking.cashOndelivery ?? 0)}</dd>
                  </>
                )}
              </>
            )}
            {tracking.amountRefunded !== undefined && (
              <>
                <dt className="text-soft">Refunded</dt>
                <dd className="text-right">{formatRupees(tracking.amountRefunded)}</dd>
              </>
            )}
            <PaymentRow order={tracking} />
          </dl>
          <DocumentLinks documents={tracking.documents} buildHref={token === undefined ? undefined : buildFileHref} />
          {tracking.mailsLink && phone !== undefined && <MailLink number={number} phone={phone} />}
          {tracking.payOnlineLink && <PayOnlineOffer link={tracking.payOnlineLink} saving={tracking.payOnlineSaving} />}
        </section>
      </div>
    </article>
  )
}

/** Has the link that opens the documents and returns of an order mailed to its address, for who knows only its number and phone. */
function MailLink({ number, phone }: { number: string; phone: string }) {
  const { busy, error, run } = useRequest()
  const [answer, setAnswer] = useState('')
  const send = () => run(async () => setAnswer((await call('POST /order/track/link', { body: { number, phone } })).message))

  return (
    <div className="flex flex-col items-start gap-2">
      <p className="text-sm text-soft">Invoices and returns open by the link in our emails only.</p>
      <Button variant="ink" disabled={busy} aria-busy={busy} onClick={send}>
        Email me the link
      </Button>
      <p role="status" className="text-sm">
        {error ?? answer}
      </p>
    </div>
  )
}
