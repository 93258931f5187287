import type { Dispute, Notes, Order, Payment, Refund } from './entities.ts'

/** Without notes Razorpay answers an empty array, because PHP serializes an empty map as one. */
function serializeNotes({ notes }: { notes: Notes }): Notes | [] {
  return Object.keys(notes).length === 0 ? [] : notes
}

export function serializeCollection<Item>({ items }: { items: readonly Item[] }) {
  return { entity: 'collection', count: items.length, items }
}

export function serializeOrder({ order }: { order: Order }) {
  return {
    id: order.id,
    entity: 'order',
    amount: order.amount,
    amount_paid: order.amountPaid,
    amount_due: order.amount - order.amountPaid,
    currency: order.currency,
    receipt: order.receipt,
    offer_id: null,
    status: order.status,
    attempts: order.attempts,
    notes: serializeNotes(order),
    created_at: order.createdAt,
  }
}

function serializeCard({ card }: { card: NonNullable<Payment['card']> }) {
  const { id, last4, network, type, issuer, international } = card
  return { id, entity: 'card', name: '', last4, network, type, issuer, international, emi: false, sub_type: 'consumer', token_iin: null }
}

export function serializePayment({ payment, expandCard = false }: { payment: Payment; expandCard?: boolean }) {
  return {
    id: payment.id,
    entity: 'payment',
    amount: payment.amount,
    currency: payment.currency,
    status: payment.status,
    order_id: payment.orderId,
    invoice_id: null,
    international: payment.card?.international ?? false,
    method: payment.method,
    amount_refunded: payment.amountRefunded,
    refund_status: getRefundStatus({ payment }),
    captured: payment.captured,
    description: payment.description,
    card_id: payment.card?.id ?? null,
    ...(expandCard && payment.card && { card: serializeCard({ card: payment.card }) }),
    bank: payment.bank,
    wallet: null,
    vpa: null,
    email: payment.email,
    contact: payment.contact,
    notes: serializeNotes(payment),
    fee: payment.fee,
    tax: payment.tax,
    error_code: payment.error?.code ?? null,
    error_description: payment.error?.description ?? null,
    error_source: payment.error?.source ?? null,
    error_step: payment.error?.step ?? null,
    error_reason: payment.error?.reason ?? null,
    acquirer_data: payment.acquirerData,
    created_at: payment.createdAt,
    authorized_at: payment.authorizedAt,
    captured_at: payment.capturedAt,
    auto_captured: payment.autoCaptured,
    late_authorized: payment.lateAuthorized,
    ...(payment.method === 'upi' && { upi: { vpa: null, flow: 'qr' } }),
  }
}

function getRefundStatus({ payment }: { payment: Payment }): 'partial' | 'full' | null {
  if (payment.amountRefunded === 0) return null
  return payment.amountRefunded >= payment.amount ? 'full' : 'partial'
}

export function serializeDispute({ dispute }: { dispute: Dispute }) {
  return {
    id: dispute.id,
    entity: 'dispute',
    payment_id: dispute.paymentId,
    amount: dispute.amount,
    currency: dispute.currency,
    amount_deducted: dispute.amountDeducted,
    reason_code: dispute.reasonCode,
    respond_by: dispute.respondBy,
    status: dispute.status,
    phase: dispute.phase,
    created_at: dispute.createdAt,
  }
}

export function serializeRefund({ refund }: { refund: Refund }) {
  return {
    id: refund.id,
    entity: 'refund',
    amount: refund.amount,
    currency: refund.currency,
    payment_id: refund.paymentId,
    notes: serializeNotes(refund),
    receipt: refund.receipt,
    acquirer_data: { arn: refund.arn },
    created_at: refund.createdAt,
    batch_id: null,
    status: refund.status,
    speed_processed: refund.speedProcessed,
    speed_requested: refund.speedRequested,
  }
}
