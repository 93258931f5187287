import { formatRupees, type Paise, toRupees } from '#contract/kernel/money.ts'
import { manualPaymentTexts } from '#contract/orders/manual-payment.ts'
import { needsPayment } from '#contract/orders/order-flags.ts'
import { endsEarly } from '#contract/orders/order-status.ts'
import type { MailedOrder } from './order-mail-copy.ts'

const formatPaise = (amount: Paise) => formatRupees(toRupees(amount))

/** How the order is paid, as a short label. */
export function describePayment(order: MailedOrder): string {
  const { kind, status, payment_status, collect_paise, paid_paise } = order
  if (order.exchange_return_id !== null && order.to_pay_paise === 0) return 'In exchange for returned items'
  if (order.manual_payment !== null)
    return `${manualPaymentTexts[order.manual_payment]}${payment_status === 'Refunded' ? ', refunded' : ''}`
  if (kind === 'card') {
    const labels = {
      Paid: 'Paid online',
      Refunded: 'Paid online, refunded',
      Pending: 'Payment pending',
      Failed: 'Payment not collected',
    } as const
    return labels[payment_status]
  }
  if (needsPayment(order)) return 'To be paid online'
  if (order.advance_paise > 0) return describeParts(order)
  if (paid_paise > 0) return `Cash on delivery, ${formatPaise(paid_paise)} received${payment_status === 'Refunded' ? ', refunded' : ''}`
  return `Cash on delivery, ${endsEarly(status) ? 'nothing to pay' : formatPaise(collect_paise)}`
}

/** How an order with an advance is paid. */
function describeParts({ status, payment_status, advance_paise, collect_paise }: MailedOrder): string {
  const advance = `${formatPaise(advance_paise)} paid online`
  if (payment_status === 'Refunded') return `${advance}, refunded`
  if (endsEarly(status)) return advance
  return `${advance}, ${formatPaise(collect_paise)} ${status === 'Delivered' ? 'in cash' : 'to the courier'}`
}
