import { formatRupees, paise, toPaise, toRupees } from '#contract/kernel/money.ts'
import { getToPay } from '#contract/orders/adjustments.ts'
import type { AdminOrder } from '#contract/orders/admin-orders.ts'
import { manualPaymentTexts } from '#contract/orders/manual-payment.ts'
import { needsConfirmation, noAnswer, orderFlagTexts, toConfirm } from '#contract/orders/order-flags.ts'
import type { ShownOrderKind } from '#contract/orders/orders.ts'
import { describeOrderMessage } from '#contract/orders/whatsapp-messages.ts'
import { isCashDue } from '../../../orders/shared/order-text.ts'
import { RowLink } from '../../kit/drawer-link.tsx'
import { formatDateTime } from '../../kit/format-time.ts'
import type { Column } from '../../kit/table.tsx'
import { getShownTotal } from '../../shared/get-shown-total.ts'
import { PaymentStatus } from '../../shared/payment-status.tsx'
import { describeWaiting } from '../../shared/pre-order.ts'
import { WhatsappLink } from '../../shared/whatsapp-link.tsx'

export const kindNames: Record<ShownOrderKind, string> = {
  guest: 'Guest COD',
  cod: 'Cash on delivery',
  card: 'Card',
  exchange: 'Exchange',
}

/** How an order is paid, and whether its items were taken away. */
export const describeKind = ({ kind, manualPayment, isTakenAway }: Pick<AdminOrder, 'kind' | 'manualPayment' | 'isTakenAway'>): string =>
  [manualPayment ? manualPaymentTexts[manualPayment] : kindNames[kind], isTakenAway && 'taken away'].filter(Boolean).join(', ')

const formatItems = ({ products }: AdminOrder): string =>
  products.map(({ name, quantity, size }) => `${quantity} × ${name} ${size ?? '(size?)'}`).join(', ')

/** Opens a message to the customer of an order. */
function OrderMessage({ order }: { order: AdminOrder }) {
  const { number, orderStatus: status, flags, phone, userDetails, messageLink } = order
  return (
    <WhatsappLink
      phone={phone}
      link={messageLink}
      describe={(message) => describeOrderMessage({ ...message, number, status, flags, name: userDetails.name, amount: getToPay(order) })}
      about={`order ${number}`}
    />
  )
}

export const orderColumns: readonly Column<AdminOrder>[] = [
  {
    head: 'Order',
    cell: (order) => (
      <>
        <RowLink id={order._id} className="whitespace-nowrap max-sm:-my-2">
          {order.number}
        </RowLink>
        <span className="block whitespace-nowrap text-soft">{formatDateTime(order.createdAt)}</span>
        <span className="block wrap-anywhere text-soft sm:hidden">{order.userDetails.name}</span>
        <span className="line-clamp-3 max-w-80 wrap-anywhere lg:hidden">{formatItems(order)}</span>
        {describeWaiting(order) && <span className="block font-medium">{describeWaiting(order)}</span>}
        {order.isGift && <span className="block font-medium">Gift</span>}
        {order.note && <span className="line-clamp-2 max-w-80 font-medium wrap-anywhere">Note: {order.note}</span>}
      </>
    ),
  },
  {
    head: 'Customer',
    className: 'max-sm:hidden wrap-anywhere',
    cell: ({ userDetails, phone }) => (
      <>
        {userDetails.name}
        <span className="block max-w-64 truncate text-soft">{userDetails.email || phone}</span>
      </>
    ),
  },
  {
    head: 'Items',
    className: 'max-lg:hidden',
    cell: (order) => (
      <>
        <span className="line-clamp-2 max-w-80 wrap-anywhere">{formatItems(order)}</span>
        {order.products.some(({ size }) => size === null) && <span className="text-bad">Size to be confirmed</span>}
      </>
    ),
  },
  { head: 'Type', className: 'max-xl:hidden', cell: describeKind },
  { head: 'Total', number: true, className: 'font-semibold', cell: (order) => formatRupees(getShownTotal(order)) },
  {
    head: 'Paid',
    number: true,
    className: 'max-lg:hidden',
    cell: ({ amountPaid, amountRefunded = 0 }) => (
      <>
        {formatRupees(amountPaid)}
        {amountRefunded > 0 && (
          <span className="block text-soft">
            {formatRupees(toRupees(paise(toPaise(amountPaid) - toPaise(amountRefunded))))} after refunds
          </span>
        )}
      </>
    ),
  },
  { head: 'COD due', number: true, className: 'max-lg:hidden', cell: (order) => formatRupees(isCashDue(order) ? order.cashOndelivery : 0) },
  {
    head: 'Payment',
    className: 'pl-6 max-sm:hidden',
    cell: (order) => <PaymentStatus order={order} className="font-medium" />,
  },
  {
    head: 'Status',
    cell: (order) => (
      <>
        <span className="font-medium">{order.orderStatus}</span>
        {needsConfirmation({ ...order, status: order.orderStatus }) && (
          <>
            <span className="block font-medium text-bad">{order.isUnanswered ? noAnswer : toConfirm}</span>
            {order.cancelsAt && <span className="block text-soft">Ends {formatDateTime(order.cancelsAt)}</span>}
            <span className="block max-w-56 text-soft max-xl:hidden">{order.flags.map((flag) => orderFlagTexts[flag]).join(' · ')}</span>
          </>
        )}
        {order.isLikelyDuplicate && <span className="block font-medium text-bad">Likely duplicate</span>}
        {order.addressIncomplete && <span className="block font-medium text-bad">Address incomplete</span>}
        <PaymentStatus order={order} className="block sm:hidden" />
        {order.messageLink !== undefined && (
          <span className="block py-1">
            <OrderMessage order={order} />
          </span>
        )}
      </>
    ),
  },
]
