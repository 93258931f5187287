import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatRupees } from '#contract/kernel/money.ts'
import { describeExpectedDay } from '#contract/orders/delivery-estimate.ts'
import { shopperStatusText } from '#contract/orders/order-status.ts'
import type { MyOrder, Order } from '#contract/orders/orders.ts'
import { formatDate } from '../../ui/format-date.ts'
import { Picture } from '../../ui/picture.tsx'
import { findStepIndex, formatStepCount, fulfilmentSteps } from './fulfilment-steps.ts'
import {
  defaultPlaceholderColor,
  describeEvent,
  formatEvent,
  formatItemCount,
  formatPaymentMethod,
  formatPaymentStatus,
  formatSize,
  isCashDue,
  paymentStatusClass,
} from './order-text.ts'
import { ProductLink, shopperProductHref } from './product-link.tsx'
import { TotalRows } from './total-rows.tsx'

/** An order in a list, with its items, progress and totals. */
export function OrderCard({ order, to, action }: { order: Order & Partial<MyOrder>; to: string; action?: ReactNode }) {
  const { number, products, orderStatus, createdAt, kind } = order
  return (
    <article aria-labelledby={`order-${number}`} className="flex flex-col gap-6 border-t border-ink pt-5">
      <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-2">
        <div>
          <h2 id={`order-${number}`} className="font-display text-2xl leading-tight">
            {shopperStatusText(orderStatus)}
          </h2>
          <p className="text-soft">
            Order <span className="font-medium text-ink tabular-nums">{number}</span>,{' '}
            <time dateTime={createdAt}>{formatDate(createdAt)}</time>
            {kind && !order.isToBePaid && `, ${formatPaymentMethod({ ...order, kind })}`}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <Link to={to} className="link inline-flex min-h-11 items-center font-semibold">
            View order<span className="sr-only"> {number}</span>
          </Link>
          {action}
        </div>
      </header>
      <div className="grid items-start gap-x-12 gap-y-6 md:grid-cols-[minmax(0,1fr)_18rem] xl:grid-cols-[minmax(0,1fr)_15rem] xl:gap-x-8">
        <ul aria-label="Items" className="flex flex-wrap gap-x-5 gap-y-5">
          {products.map(({ _id, name, image, size, quantity }) => (
            <li key={`${_id}/${size}`} className="flex w-32 flex-col gap-2">
              <ProductLink href={shopperProductHref({ _id })} isPicture>
                <Picture image={image} alt="" placeholderColor={defaultPlaceholderColor} sizes="8rem" />
              </ProductLink>
              <p className="product-name text-xs">
                <ProductLink href={shopperProductHref({ _id })}>{name}</ProductLink>
              </p>
              <p className="-mt-1.5 text-sm text-soft tabular-nums">
                {formatSize(size)}
                {quantity > 1 && `, ${formatItemCount(quantity)}`}
              </p>
            </li>
          ))}
        </ul>
        <div className="flex flex-col gap-4">
          <OrderProgress orderStatus={orderStatus} />
          {order.expectedBy && <p className="text-sm font-medium">{describeExpectedDay({ expectedBy: order.expectedBy })}</p>}
          <OrderTotals order={order} />
        </div>
      </div>
    </article>
  )
}

/** A progress bar with one segment for each step of an order. */
function OrderProgress({ orderStatus }: { orderStatus: string }) {
  const stepIndex = findStepIndex(orderStatus)
  if (stepIndex === undefined) return null
  return (
    <div className="flex flex-col gap-1.5">
      <div aria-hidden="true" className="grid grid-cols-5 gap-1.5">
        {fulfilmentSteps.map((status, index) => (
          <span key={status} className={index <= stepIndex ? 'dashed-line text-thread' : 'h-0.5 self-center bg-line'} />
        ))}
      </div>
      <p className="text-sm text-soft">
        {formatStepCount(orderStatus)}: {formatEvent(orderStatus)}. {describeEvent(orderStatus)}
      </p>
    </div>
  )
}

/** The total of an order, what is paid and what is due on delivery. */
export function OrderTotals({ order }: { order: Omit<Order, 'products'> }) {
  const { amountPaid, amountRefunded = 0, cashOndelivery } = order
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-1.5 tabular-nums">
      <TotalRows order={order} />
      <dt className="text-soft">Amount paid</dt>
      <dd className="text-right">{formatRupees(amountPaid)}</dd>
      {amountRefunded > 0 && (
        <>
          <dt className="text-soft">Refunded</dt>
          <dd className="text-right">{formatRupees(amountRefunded)}</dd>
        </>
      )}
      {isCashDue(order) && (
        <>
          <dt className="text-soft">Due on delivery</dt>
          <dd className="text-right">{formatRupees(cashOndelivery)}</dd>
        </>
      )}
      <PaymentRow order={order} />
    </dl>
  )
}

/** How far the payment of an order is: a row of a `dl` with two columns. */
export function PaymentRow({ order }: { order: Parameters<typeof formatPaymentStatus>[0] }) {
  const { paymentStatus } = order
  return (
    <>
      <dt className="text-soft">Payment</dt>
      <dd className={`text-right ${paymentStatus === 'Pending' ? '' : 'font-semibold'} ${paymentStatusClass(paymentStatus)}`}>
        {formatPaymentStatus(order)}
      </dd>
    </>
  )
}
