import { type BookingField, type BookingFormat, fillBookingColumn, parseBookingTemplate } from '#contract/settings/booking-formats.ts'
import type { ShopSettings } from '#contract/settings/setting-groups.ts'
import type { CsvCell } from '../../csv/write-csv.ts'
import {
  type BookingFileFormat,
  type BookingParcel,
  describeItems,
  formatDay,
  joinName,
  type RowFacts,
  readPayment,
  toKilograms,
} from './booking-parcel.ts'
import { courierFormats } from './courier-formats.ts'

const countItems = ({ items }: BookingParcel): number => items.reduce((sum, { quantity }) => sum + quantity, 0)

const readFields = ({ parcel }: RowFacts): Record<BookingField, string> => ({
  number: parcel.number,
  date: formatDay(parcel.placedAt, '-'),
  name: joinName(parcel),
  firstName: parcel.firstName,
  lastName: parcel.lastName,
  phone: parcel.phone,
  email: parcel.email,
  address: parcel.address,
  line1: parcel.addressLines[0] ?? '',
  line2: parcel.addressLines[1] ?? '',
  city: parcel.city,
  state: parcel.state,
  pinCode: parcel.pinCode,
  payment: readPayment(parcel),
  collect: String(parcel.toCollect),
  value: String(parcel.total),
  weightGrams: String(parcel.weightGrams),
  weightKg: String(toKilograms(parcel.weightGrams)),
  length: String(parcel.lengthCm),
  breadth: String(parcel.breadthCm),
  height: String(parcel.heightCm),
  items: describeItems(parcel),
  quantity: String(countItems(parcel)),
  note: parcel.note,
})

/** The columns of a format: a courier's, or those of the settings. */
export function findFormat({ format, settings }: { format: BookingFormat; settings: ShopSettings }): BookingFileFormat {
  if (format !== 'own') return courierFormats[format]
  const template = parseBookingTemplate(settings.parcels.ownColumns)
  const columns = 'columns' in template ? template.columns : []
  return {
    address: { lines: 2, length: 100 },
    columns: columns.map(({ head, value }) => [head, (facts) => fillBookingColumn(value, readFields(facts))]),
  }
}

/** The rows of parcels in a format. */
export const buildBookingRows = ({
  format: { columns, hasItemRows = false },
  parcels,
  settings,
  now,
}: {
  format: BookingFileFormat
  parcels: readonly BookingParcel[]
  settings: ShopSettings
  now: Date
}): CsvCell[][] =>
  parcels.flatMap((parcel, index) =>
    (hasItemRows ? parcel.items : [undefined]).map((item) =>
      columns.map(([, read]) => read({ parcel, item, serial: index + 1, settings, now })),
    ),
  )
