import type { ErrorTable } from '../kernel/errors/error-table.ts'

/** Errors of shipments and remittances. */
export const shippingErrors = {
  remittance_columns: { status: 400, text: ({ reason }: { reason: string }) => reason },
  remittance_undone: { status: 409, text: 'This list has been undone already.' },
  remittance_changed: { status: 409, text: 'This list has changed in the meantime. Please look at it again.' },
  cod_resolved: { status: 409, text: 'This has been resolved, or paid, in the meantime.' },
  shipment_too_early: { status: 409, text: 'This order is not packed yet.' },
  shipment_cancelled: { status: 409, text: 'This order is cancelled.' },
  shipment_exists: {
    status: 409,
    text: ({ courier, trackingNumber }: { courier: string; trackingNumber: string }) =>
      `This order has another tracking number already: ${courier} ${trackingNumber}. Change it in the order.`,
  },
  parcel_news_key: { status: 401, text: 'The key of this message is not the one of the shop.' },
  courier_not_connected: { status: 409, text: 'No account of a courier is connected. Enter it in the settings.' },
  courier_failed: { status: 503, text: ({ reason }: { reason: string }) => reason },
  booking_not_cancellable: { status: 409, text: 'This booking cannot be cancelled any more: the parcel has left, or it is cancelled.' },
  delivery_not_failed: { status: 409, text: ({ sentence }: { sentence: string }) => sentence },
  delivery_answered: { status: 409, text: 'The courier has been told already what to do after this attempt.' },
  parcel_problem_changed: { status: 409, text: 'This parcel has another problem now, or none. Please look at it again.' },
  parcel_claim_not_found: { status: 404, text: 'This parcel has no open claim.' },
  shipment_not_found: { status: 404, text: 'This order has no tracking number.' },
  tracking_number_taken: {
    status: 409,
    text: ({ courier, trackingNumber, number }: { courier: string; trackingNumber: string; number: string }) =>
      `${courier} ${trackingNumber} is the tracking number of order ${number}.`,
  },
} as const satisfies ErrorTable
