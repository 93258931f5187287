import { useState } from 'react'
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

interface BookingFileProps {
  numbers: readonly string[]
  onClose: () => void
}

/** Saves the selected orders as the file in which a courier takes bookings, and shows what is in it. */
export function BookingFile({ numbers, onClose }: BookingFileProps) {
  const stored = readStoredJson('localStorage', formatKey)
  const [format, setFormat] = useState<BookingFormat>(bookingFormatKeys.find((key) => key === stored) ?? 'delhivery')
  const [file, setFile] = useState<CallReply<'POST /order/admin/booking-file'>>()
  const [problem, setProblem] = useState<string>()
  const { busy, message, run } = useAction()
  const save = async () => {
    setProblem(undefined)
    try {
      const made = await callSignedIn('POST /order/admin/booking-file', { body: { numbers: [...numbers], format } })
      storeJson('localStorage', formatKey, format)
      setFile(made)
      if (made.parcels.length === 0) return { message: 'None of these orders can be booked.', isError: true }
      saveFile({ name: made.fileName, blob: new Blob([made.csv], { type: 'text/csv' }) })
      return { message: 'The file is saved. Upload it at the courier, then enter the tracking numbers under Shipments.' }
    } catch (failure) {
      if (failure instanceof ApiError) setProblem(failure.fields.format)
      throw failure
    }
  }
  const isTooLong = numbers.length > maxPrintedOrders
  return (
    <Dialog
      open
      title={`Book ${numbers.length === 1 ? '1 parcel' : `${numbers.length.toLocaleString('en-IN')} parcels`}`}
      onClose={onClose}
    >
      <p className="text-soft">
        A CSV file with the columns of the courier's own upload. Confirmed and packed orders are in it, each with its weight, its box and
        what is to be collected.
      </p>
      <SelectField
        label="Courier"
        error={isTooLong ? `At most ${maxPrintedOrders} orders can be booked at once.` : problem}
        value={format}
        onChange={(event) => {
          setFormat(event.currentTarget.value as BookingFormat)
          setProblem(undefined)
          setFile(undefined)
        }}
      >
        {bookingFormatKeys.map((key) => (
          <option key={key} value={key}>
            {bookingFormats[key]}
          </option>
        ))}
      </SelectField>
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
        <Button variant="ink" aria-disabled={busy || isTooLong} onClick={() => !isTooLong && run(save)}>
          {busy ? 'Preparing…' : file ? 'Save it again' : 'Save the file'}
        </Button>
      </div>
    </Dialog>
  )
}
