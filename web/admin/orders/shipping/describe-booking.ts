import type { BookingState } from '#contract/orders/courier-bookings.ts'

export const bookingStateLabels: Record<BookingState, string> = {
  requested: 'Being booked',
  booked: 'Booked',
  rejected: 'Not booked',
  cancelling: 'Being cancelled',
  cancelled: 'Cancelled',
}

/** Whether a job still works on a booking. */
export const isBookingPending = ({ state }: { state: BookingState }): boolean => state === 'requested' || state === 'cancelling'
