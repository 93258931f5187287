import { toIndianDay } from '#contract/kernel/indian-time.ts'
import type { BookedParcel } from '#contract/orders/booking-file.ts'
import { type BookingFormat, parseBookingTemplate, volumetricGrams } from '#contract/settings/booking-formats.ts'
import type { ShopSettings } from '#contract/settings/setting-groups.ts'
import { formatCsv } from '../../csv/write-csv.ts'
import type { Database } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { readOrdersToPrint } from '../../orders/reports/orders-to-print.ts'
import { buildBookingRows, findFormat } from './booking-columns.ts'
import { buildParcel } from './build-parcel.ts'
import { findReason } from './find-reason.ts'
import { readOrderParcels } from './read-order-parcels.ts'

interface BookingFile {
  readonly fileName: string
  readonly csv: string
  readonly parcels: BookedParcel[]
  readonly leftOut: { number: string; reason: string }[]
}

interface BookingFileRequest {
  readonly database: Database
  readonly settings: ShopSettings
  readonly numbers: readonly string[]
  readonly format: BookingFormat
}

/**
 * The file in which a courier takes bookings of these orders. Orders that cannot be sent now are left out with a reason.
 * @throws AppError 400 when the settings of the format are missing.
 */
export async function writeBookingFile({ database, settings, numbers, format }: BookingFileRequest): Promise<BookingFile> {
  const now = new Date()
  requireSettings({ settings, format })
  const file = findFormat({ format, settings })
  const { orders, missing } = await readOrdersToPrint({ database, numbers })
  const facts = await readOrderParcels({ database, settings, ids: orders.map(({ _id }) => _id) })
  const checked = orders.map((order) => {
    const parcel = facts.get(order._id)
    return { order, parcel, reason: findReason({ order, parcel })?.reason }
  })
  const booked = checked.flatMap(({ order, parcel, reason }) =>
    parcel && reason === undefined ? [buildParcel({ order, parcel, ...file })] : [],
  )
  const parcels = booked.map(({ parcel }) => parcel)
  return {
    fileName: `bookings-${format}-${toIndianDay(now)}.csv`,
    csv:
      parcels.length === 0
        ? ''
        : formatCsv({
            columns: file.columns.map(([head]) => head),
            rows: buildBookingRows({ format: file, parcels, settings, now }),
            hasMark: true,
          }),
    parcels: booked.map(({ parcel, notes }) => ({
      number: parcel.number,
      weightGrams: parcel.weightGrams,
      volumetricGrams: volumetricGrams(parcel),
      toCollect: parcel.toCollect,
      notes,
    })),
    leftOut: [
      ...missing.map((number) => ({ number, reason: 'There is no order with this number.' })),
      ...checked.flatMap(({ order: { number }, reason }) => (reason === undefined ? [] : [{ number, reason }])),
    ],
  }
}

function requireSettings({ settings: { parcels }, format }: { settings: ShopSettings; format: BookingFormat }): void {
  const refuse = (problem: string) => new AppError('invalid_request', { fields: { format: problem } })
  if (format === 'blue-dart' && (parcels.blueDartArea === '' || parcels.blueDartCustomer === ''))
    throw refuse('Enter the billing area and the customer code of Blue Dart in the settings of parcels.')
  const template = parseBookingTemplate(parcels.ownColumns)
  if (format === 'own' && (!('columns' in template) || template.columns.length === 0))
    throw refuse('Enter the columns in the settings of parcels.')
}
