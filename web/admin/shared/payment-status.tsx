import type { Order } from '#contract/orders/orders.ts'
import { isCashDue, paymentStatusClass } from '../../orders/shared/order-text.ts'

/** The payment status of an order. One that ended unpaid has nothing to pay. */
export function PaymentStatus({
  order,
  className,
}: {
  order: Pick<Order, 'paymentStatus' | 'orderStatus' | 'isToBePaid'>
  className: string
}) {
  const { paymentStatus } = order
  if (paymentStatus === 'Pending' && !isCashDue(order) && !order.isToBePaid)
    return <span className={`${className} text-soft`}>Nothing to pay</span>
  return <span className={`${className} ${paymentStatusClass(paymentStatus)}`}>{paymentStatus}</span>
}
