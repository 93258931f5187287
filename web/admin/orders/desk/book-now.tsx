import { useState } from 'react'
import type { CallReply } from '#contract/contract.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import type { CourierBooking } from '#contract/orders/courier-bookings.ts'
import type { NotBooked } from '#contract/orders/courier-bookings-calls.ts'
import { ApiError } from '../../../api/client.ts'
import { usePolling } from '../../../api/use-polling.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { type Column, Table } from '../../kit/table.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'
import { bookingStateLabels, isBookingPending } from '../shipping/describe-booking.ts'

const columns: readonly Column<CourierBooking>[] = [
  { head: 'Order', cell: ({ number }) => <span className="font-semibold whitespace-nowrap">{number}</span> },
  {
    head: 'Booking',
    cell: ({ state, problem, cancelProblem, trackingNumber, courierName }) => (
      <>
        {bookingStateLabels[state]}
        {trackingNumber !== null && (
          <span className="block wrap-anywhere tabular-nums">
            {trackingNumber} <span className="text-sm text-soft">{courierName}</span>
          </span>
        )}
        {[problem, cancelProblem].map(
          (text) =>
            text !== null && (
              <span key={text} className="block text-sm font-medium text-bad">
                {text}
              </span>
            ),
        )}
      </>
    ),
  },
  { head: 'To collect', number: true, cell: ({ toCollect }) => (toCollect === 0 ? '–' : formatRupees(toCollect)) },
]

/** Orders with a problem come first, so that they are not below hundreds of others. */
const listProblemsFirst = (bookings: readonly CourierBooking[]): CourierBooking[] =>
  bookings.toSorted((one, other) => Number(other.problem !== null) - Number(one.problem !== null))

function describeProgress(bookings: readonly CourierBooking[]): string {
  const booked = bookings.filter(({ state }) => state === 'booked').length
  return `${booked} of ${bookings.length} booked`
}

interface BookNowProps {
  numbers: readonly string[]
  /** those that exist */
  bookings: readonly CourierBooking[]
  isTooLong: boolean
  /** why nothing can be booked */
  onProblem: (problem: string | undefined) => void
  onBook: () => void
  onClose: () => void
}

/** Books the selected orders at the courier of the shop, and shows how far it is. A job goes on when the dialog is closed. */
export function BookNow({ numbers, bookings: earlier, isTooLong, onProblem, onBook, onClose }: BookNowProps) {
  const [bookings, setBookings] = useState(earlier)
  const [leftOut, setLeftOut] = useState<readonly NotBooked[]>([])
  const { busy, message, run, clearMessage } = useAction()
  usePolling({
    active: bookings.some(isBookingPending),
    maxIntervalMs: 6_000,
    // A failed poll keeps what is shown; the next one may succeed.
    refresh: () =>
      callSignedIn('POST /order/admin/courier-bookings/read', { body: { numbers: [...numbers] } }).then(
        (fresh) => {
          clearMessage()
          setBookings(fresh.bookings)
        },
        () => {},
      ),
  })
  const book = async () => {
    onProblem(undefined)
    try {
      const reply: CallReply<'POST /order/admin/courier-bookings'> = await callSignedIn('POST /order/admin/courier-bookings', {
        body: { numbers: [...numbers] },
      })
      setLeftOut(reply.leftOut)
      setBookings(reply.bookings)
      onBook()
      return { message: reply.message, isError: reply.bookings.length === 0 }
    } catch (failure) {
      if (failure instanceof ApiError) onProblem(failure.fields.courier)
      throw failure
    }
  }
  return (
    <>
      <StatusMessage message={message} />
      {leftOut.length > 0 && (
        <section aria-label="Left out" className="flex flex-col gap-1">
          <h3 className="font-semibold">Cannot be booked</h3>
          <ul className="flex flex-col gap-1">
            {leftOut.map(({ number, reason }) => (
              <li key={number}>
                <span className="font-semibold">{number}</span>: {reason}
              </li>
            ))}
          </ul>
        </section>
      )}
      {bookings.length > 0 && (
        <p role="status" className="font-semibold tabular-nums">
          {describeProgress(bookings)}
        </p>
      )}
      {bookings.length > 0 && (
        <Table label="Bookings" columns={columns} rows={listProblemsFirst(bookings)} getKey={({ number }) => number} />
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>{bookings.length > 0 ? 'Close' : 'Go back'}</Button>
        <Button variant="ink" aria-disabled={busy || isTooLong} onClick={() => !isTooLong && run(book)}>
          {busy ? 'Booking…' : 'Book now'}
        </Button>
      </div>
    </>
  )
}
