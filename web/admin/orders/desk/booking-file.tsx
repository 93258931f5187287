import { useEffect, useState } from 'react'
import type { CallReply } from '#contract/contract.ts'
import { maxPrintedOrders } from '#contract/kernel/business.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import type { BookedParcel } from '#contract/orders/booking-file.ts'
import { type BookingFormat, bookingFormatKeys, bookingFormats } from '#contract/settings/booking-formats.ts'
import { ApiError } from '../../../api/client.ts'
import { saveFile } from '../../../api/save-file.ts'
import { readStoredJson, storeJson } from '../../../api/stored-json.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { SelectField } from '../../../ui/field.tsx'
import { type Column, Table } from '../../kit/table.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'
import { BookNow } from './book-now.tsx'

/** Where the browser remembers the courier. */
const formatKey = 'bookingFormat'

const formatKilograms = (grams: number): string => `${(grams / 1_000).toLocaleString('en-IN', { maximumFractionDigits: 3 })} kg`

const columns: readonly Column<BookedParcel>[] = [
  { head: 'Order', cell: ({ number }) => <span className="font-semibold whitespace-nowrap">{number}</span> },
  {
    head: 'Weight',
    cell: ({ weightGrams, volumetricGrams }) => (
      <>
        {formatKilograms(weightGrams)}
        {volumetricGrams > weightGrams && <span className="block text-sm text-soft">by volume {formatKilograms(volumetricGrams)}</span>}
      </>
    ),
  },
  { head: 'To collect', number: true, cell: ({ toCollect }) => (toCollect === 0 ? '–' : formatRupees(toCollect)) },
  { head: 'Notes', cell: ({ notes }) => notes.join(' ') },
]

/** Parcels with notes come first, so that they are not below hundreds of others. */
const listNotedFirst = (parcels: readonly BookedParcel[]): BookedParcel[] =>
  parcels.toSorted((one, other) => Number(other.notes.length > 0) - Number(one.notes.length > 0))

/** The choice to book at the courier of the shop, instead of writing a file. */
const now = 'now'

interface BookingFileProps {
  numbers: readonly string[]
  onClose: () => void
}

type CourierReply = CallReply<'POST /order/admin/courier-bookings/read'>

const noCourier: CourierReply = { courier: null, bookings: [] }

/** Books the selected orders at the courier of the shop, if there is one, or saves them as the file in which a courier takes bookings. */
export function BookParcels({ numbers, onClose }: BookingFileProps) {
  const stored = readStoredJson('localStorage', formatKey)
  const [chosen, setChosen] = useState<BookingFormat | typeof now | undefined>(bookingFormatKeys.find((key) => key === stored))
  const [reply, setReply] = useState<CourierReply>()
  const [problem, setProblem] = useState<string>()
  const isTooLong = numbers.length > maxPrintedOrders
  // The list is made again whenever the desk is rendered.
  const list = numbers.join(' ')
  useEffect(() => {
    let isShown = true
    // Without an answer, files can be written as without a courier.
    callSignedIn('POST /order/admin/courier-bookings/read', { body: { numbers: list.split(' ').slice(0, maxPrintedOrders) } })
      .catch(() => noCourier)
      .then((answer) => isShown && setReply(answer))
    return () => {
      isShown = false
    }
  }, [list])
  const courier = reply?.courier ?? null
  const format = chosen ?? (courier === null ? 'delhivery' : now)
  const select = (
    <SelectField
      label="Courier"
      error={isTooLong ? `At most ${maxPrintedOrders} orders can be booked at once.` : problem}
      value={format}
      onChange={(event) => {
        setChosen(event.currentTarget.value as BookingFormat | typeof now)
        setProblem(undefined)
      }}
    >
      {courier !== null && <option value={now}>{courier}, now</option>}
      {bookingFormatKeys.map((key) => (
        <option key={key} value={key}>
          {bookingFormats[key]}
        </option>
      ))}
    </SelectField>
  )
  const parts = { numbers, isTooLong, onProblem: setProblem, onClose }
  return (
    <Dialog
      open
      title={`Book ${numbers.length === 1 ? '1 parcel' : `${numbers.length.toLocaleString('en-IN')} parcels`}`}
      onClose={onClose}
    >
      <p className="text-soft">
        {format === now
          ? 'Packed orders are booked with their weight, their box and what is to be collected. Their tracking numbers are entered by themselves, also when you close this.'
          : "A CSV file with the columns of the courier's own upload. Confirmed and packed orders are in it, each with its weight, its box and what is to be collected."}
      </p>
      {select}
      {format === now && reply ? (
        <BookNow {...parts} bookings={reply.bookings} onBook={() => storeJson('localStorage', formatKey, undefined)} />
      ) : (
        format !== now && <BookingFile key={format} {...parts} format={format} isLoading={reply === undefined && chosen === undefined} />
      )}
    </Dialog>
  )
}

interface FileProps extends BookingFileProps {
  format: BookingFormat
  isTooLong: boolean
  isLoading: boolean
  onProblem: (problem: string | undefined) => void
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
      {file && file.leftOut.length > 0 && (
        <section aria-label="Left out" className="flex flex-col gap-1">
          <h3 className="font-semibold">Not in the file</h3>
          <ul className="flex flex-col gap-1">
            {file.leftOut.map(({ number, reason }) => (
              <li key={number}>
                <span className="font-semibold">{number}</span>: {reason}
              </li>
            ))}
          </ul>
        </section>
      )}
      {file && file.parcels.length > 0 && (
        <Table label="Parcels in the file" columns={columns} rows={listNotedFirst(file.parcels)} getKey={({ number }) => number} />
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
