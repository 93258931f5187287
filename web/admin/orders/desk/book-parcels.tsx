import { useState } from 'react'
import type { CallReply } from '#contract/contract.ts'
import { maxPrintedOrders } from '#contract/kernel/business.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import type { BookedParcel } from '#contract/orders/booking-file.ts'
import type { CourierBooking } from '#contract/orders/courier-bookings.ts'
import type { NotBooked } from '#contract/orders/courier-bookings-calls.ts'
import { type BookingFormat, bookingFormatKeys, bookingFormats } from '#contract/settings/booking-formats.ts'
import { ApiError } from '../../../api/client.ts'
import { saveFile } from '../../../api/save-file.ts'
import { readStoredJson, storeJson } from '../../../api/stored-json.ts'
import { usePolling } from '../../../api/use-polling.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { SelectField } from '../../../ui/field.tsx'
import { formatCountOf } from '../../kit/format-count-of.ts'
import { type Column, sortFirst, Table } from '../../kit/table.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'
import { useResource } from '../../kit/use-resource.ts'
import { bookingStateLabels, isBookingPending } from '../shipping/describe-booking.ts'

/** Where the browser remembers the courier. */
const formatKey = 'bookingFormat'

/** The choice to book at the courier of the shop, instead of writing a file. */
const now = 'now'

/** The courier of the shop, and what is booked of the orders with these numbers. Without an answer, files can be written as without a courier. */
const loadBookings = (list: string) =>
  readBookings(list.split(' ').slice(0, maxPrintedOrders)).catch(() => ({ courier: null, bookings: [] }))

const readBookings = (numbers: string[]) => callSignedIn('POST /order/admin/courier-bookings/read', { body: { numbers } })

interface BookParcelsProps {
  numbers: readonly string[]
  onClose: () => void
}

/** Books the selected orders at the courier of the shop, if there is one, or saves them as the file in which a courier takes bookings. */
export function BookParcels({ numbers, onClose }: BookParcelsProps) {
  const stored = readStoredJson('localStorage', formatKey)
  const [chosen, setChosen] = useState<BookingFormat | typeof now | undefined>(bookingFormatKeys.find((key) => key === stored))
  const [problem, setProblem] = useState<string>()
  const isTooLong = numbers.length > maxPrintedOrders
  const { data: reply } = useResource({ id: numbers.join(' '), load: loadBookings })
  const courier = reply?.courier ?? null
  const format = chosen ?? (courier === null ? 'delhivery' : now)
  const parts = { numbers, isTooLong, onProblem: setProblem, onClose }
  return (
    <Dialog open title={`Book ${formatCountOf(numbers.length, 'parcel')}`} onClose={onClose}>
      <p className="text-soft">
        {format === now
          ? 'Packed orders are booked with their weight, their box and what is to be collected. Their tracking numbers are entered by themselves, also when you close this.'
          : "A CSV file with the columns of the courier's own upload. Confirmed and packed orders are in it, each with its weight, its box and what is to be collected."}
      </p>
      <SelectField
        label="Courier"
        error={isTooLong ? `At most ${maxPrintedOrders} orders can be booked at once.` : problem}
        value={format}
        onChange={(event) => {
          setChosen(event.currentTarget.value as BookingFormat | typeof now)
          setProblem(undefined)
        }}
        choices={bookingFormatKeys.map((key) => [key, bookingFormats[key]] as const)}
      >
        {courier !== null && <option value={now}>{courier}, now</option>}
      </SelectField>
      {format === now && reply ? (
        <BookNow {...parts} bookings={reply.bookings} />
      ) : (
        format !== now && <BookingFile key={format} {...parts} format={format} isLoading={reply === undefined && chosen === undefined} />
      )}
    </Dialog>
  )
}

interface PartProps extends BookParcelsProps {
  isTooLong: boolean
  /** why nothing can be booked */
  onProblem: (problem: string | undefined) => void
}

const orderColumn: Column<{ readonly number: string }> = {
  head: 'Order',
  cell: ({ number }) => <span className="font-semibold whitespace-nowrap">{number}</span>,
}

const cashColumn: Column<{ readonly toCollect: number }> = {
  head: 'To collect',
  number: true,
  cell: ({ toCollect }) => (toCollect === 0 ? '–' : formatRupees(toCollect)),
}

const bookingColumns: readonly Column<CourierBooking>[] = [
  orderColumn,
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
  cashColumn,
]

function describeProgress(bookings: readonly CourierBooking[]): string {
  const booked = bookings.filter(({ state }) => state === 'booked').length
  return `${booked} of ${bookings.length} booked`
}

interface BookNowProps extends PartProps {
  /** those that exist */
  bookings: readonly CourierBooking[]
}

/** Books the selected orders at the courier of the shop, and shows how far it is. A job goes on when the dialog is closed. */
function BookNow({ numbers, bookings: earlier, isTooLong, onProblem, onClose }: BookNowProps) {
  const [bookings, setBookings] = useState(earlier)
  const [leftOut, setLeftOut] = useState<readonly NotBooked[]>([])
  const { busy, message, run, clearMessage } = useAction()
  usePolling({
    active: bookings.some(isBookingPending),
    maxIntervalMs: 6_000,
    // A failed poll keeps what is shown; the next one may succeed.
    refresh: () =>
      readBookings([...numbers]).then(
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
      const reply = await callSignedIn('POST /order/admin/courier-bookings', { body: { numbers: [...numbers] } })
      setLeftOut(reply.leftOut)
      setBookings(reply.bookings)
      storeJson('localStorage', formatKey, undefined)
      return { message: reply.message, isError: reply.bookings.length === 0 }
    } catch (failure) {
      if (failure instanceof ApiError) onProblem(failure.fields.courier)
      throw failure
    }
  }
  return (
    <>
      <StatusMessage message={message} />
      <LeftOut title="Cannot be booked" orders={leftOut} />
      {bookings.length > 0 && (
        <>
          <p role="status" className="font-semibold tabular-nums">
            {describeProgress(bookings)}
          </p>
          <Table
            label="Bookings"
            columns={bookingColumns}
            rows={sortFirst(bookings, ({ problem }) => problem !== null)}
            getKey={({ number }) => number}
          />
        </>
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

const formatKilograms = (grams: number): string => `${(grams / 1_000).toLocaleString('en-IN', { maximumFractionDigits: 3 })} kg`

const parcelColumns: readonly Column<BookedParcel>[] = [
  orderColumn,
  {
    head: 'Weight',
    cell: ({ weightGrams, volumetricGrams }) => (
      <>
        {formatKilograms(weightGrams)}
        {volumetricGrams > weightGrams && <span className="block text-sm text-soft">by volume {formatKilograms(volumetricGrams)}</span>}
      </>
    ),
  },
  cashColumn,
  { head: 'Notes', cell: ({ notes }) => notes.join(' ') },
]

interface FileProps extends PartProps {
  format: BookingFormat
  isLoading: boolean
}

/** Saves the selected orders as the file in which a courier takes bookings, and shows what is in it. */
function BookingFile({ numbers, format, isTooLong, isLoading, onProblem, onClose }: FileProps) {
  const [file, setFile] = useState<CallReply<'POST /order/admin/booking-file'>>()
  const { busy, message, run } = useAction()
  const save = async () => {
    onProblem(undefined)
    try {
      const made = await callSignedIn('POST /order/admin/booking-file', { body: { numbers: [...numbers], format } })
      storeJson('localStorage', formatKey, format)
      setFile(made)
      if (made.parcels.length === 0) return { message: 'None of these orders can be booked.', isError: true }
      saveFile({ name: made.fileName, blob: new Blob([made.csv], { type: 'text/csv' }) })
      return { message: 'The file is saved. Upload it at the courier, then enter the tracking numbers under Shipments.' }
    } catch (failure) {
      if (failure instanceof ApiError) onProblem(failure.fields.format)
      throw failure
    }
  }
  return (
    <>
      <StatusMessage message={message} />
      {file && <LeftOut title="Not in the file" orders={file.leftOut} />}
      {file && file.parcels.length > 0 && (
        <Table
          label="Parcels in the file"
          columns={parcelColumns}
          rows={sortFirst(file.parcels, ({ notes }) => notes.length > 0)}
          getKey={({ number }) => number}
        />
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>{file ? 'Close' : 'Go back'}</Button>
        <Button variant="ink" aria-disabled={busy || isTooLong || isLoading} onClick={() => !isTooLong && !isLoading && run(save)}>
          {busy ? 'Preparing…' : file ? 'Save it again' : 'Save the file'}
        </Button>
      </div>
    </>
  )
}

interface LeftOutProps {
  title: string
  orders: readonly { readonly number: string; readonly reason: string }[]
}

/** Orders that a file or a booking leaves out, each with its reason. */
function LeftOut({ title, orders }: LeftOutProps) {
  if (orders.length === 0) return null
  return (
    <section aria-label="Left out" className="flex flex-col gap-1">
      <h3 className="font-semibold">{title}</h3>
      <ul className="flex flex-col gap-1">
        {orders.map(({ number, reason }) => (
          <li key={number}>
            <span className="font-semibold">{number}</span>: {reason}
          </li>
        ))}
      </ul>
    </section>
  )
}
