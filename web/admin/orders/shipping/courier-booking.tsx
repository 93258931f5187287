import { Link } from 'react-router'
import { formatRupees } from '#contract/kernel/money.ts'
import { ApiError } from '../../../api/client.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { DrawerSection } from '../../kit/drawer.tsx'
import { formatDateTime } from '../../kit/format-time.ts'
import { parcelPath } from '../../kit/list-href.ts'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'
import type { OrderPartProps } from '../detail/order-part.ts'
import { bookingStateLabels } from './describe-booking.ts'

/** The last booking of an order's parcel at the courier. */
export function CourierBookingSection({ order: { _id: id, number, booking }, onChange, onStale }: OrderPartProps) {
  const { busy, message, run, ask, dialog } = useAction(onStale)
  if (!booking) return null
  const { reference, state, problem, cancelProblem, courierName, trackingNumber, toCollect, requestedAt, requestedBy } = booking
  const cancel = () =>
    ask(
      {
        title: 'Cancel the booking?',
        text: 'The parcel is cancelled at the courier, and its tracking number is removed. Labels that were printed are void.',
        action: 'Cancel the booking',
      },
      () => callSignedIn('POST /order/admin/:id/courier-booking/cancel', { params: { id }, body: { reference } }),
      (reply) => onChange(reply.order),
    )
  const book = () =>
    run(async () => {
      const { leftOut, message: text } = await callSignedIn('POST /order/admin/courier-bookings', { body: { numbers: [number] } }).catch(
        (failure: unknown) => {
          const reason = failure instanceof ApiError ? failure.fields.courier : undefined
          if (reason === undefined) throw failure
          return { leftOut: [{ reason }], message: '' }
        },
      )
      const [first] = leftOut
      if (first) return { message: first.reason, isError: true }
      onStale()
      return { message: text }
    })
  return (
    <DrawerSection title="Booking">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="flex flex-col gap-1 wrap-anywhere">
          <p>
            <span className="font-semibold">{bookingStateLabels[state]}</span>{' '}
            {trackingNumber !== null && (
              <span className="tabular-nums">
                <span className="text-soft">{courierName}</span> {trackingNumber}
              </span>
            )}
          </p>
          <p className="text-sm text-soft">
            {reference}, {toCollect > 0 ? `${formatRupees(toCollect)} to collect` : 'nothing to collect'}, {formatDateTime(requestedAt)}
            {requestedBy !== null && `, ${requestedBy}`}
          </p>
          {problem !== null && <p className="text-sm font-medium text-bad">{problem}</p>}
          {cancelProblem !== null && <p className="text-sm font-medium text-bad">{cancelProblem}</p>}
        </div>
        <span className="flex flex-wrap items-center gap-3">
          {trackingNumber !== null && (
            <Link to={`${parcelPath}/${reference}`} className="link inline-flex min-h-11 items-center text-sm">
              What we know
            </Link>
          )}
          {booking.canBook && (
            <Button aria-disabled={busy} onClick={book}>
              Book again
            </Button>
          )}
          {booking.canCancel && (
            <Button aria-label="Cancel the booking" aria-disabled={busy} onClick={cancel}>
              Cancel
            </Button>
          )}
        </span>
      </div>
      {/* What was requested is done when the parcel is booked. */}
      <StatusMessage message={message?.isError || state !== 'booked' ? message : undefined} />
      {dialog}
    </DrawerSection>
  )
}
