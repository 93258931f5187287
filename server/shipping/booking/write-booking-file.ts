import { isAddressComplete } from '#contract/kernel/address.ts'
import { toAddressLine } from '#contract/kernel/address-line.ts'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { formatRupees, toRupees } from '#contract/kernel/money.ts'
import { getToPay } from '#contract/orders/adjustments.ts'
import type { BookedParcel } from '#contract/orders/booking-file.ts'
import type { PrintedOrder } from '#contract/orders/order-print.ts'
import { endsEarly } from '#contract/orders/order-status.ts'
import { type BookingFormat, parseBookingTemplate, volumetricGrams } from '#contract/settings/booking-formats.ts'
import type { ShopSettings } from '#contract/settings/setting-groups.ts'
import { formatCsv } from '../../csv/write-csv.ts'
import type { Database } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { readOrdersToPrint } from '../../orders/reports/orders-to-print.ts'
import { buildBookingRows, findFormat } from './booking-columns.ts'
import type { BookingFileFormat, BookingParcel } from './booking-parcel.ts'
import { type OrderParcel, readOrderParcels } from './read-order-parcels.ts'
import { splitAddress } from './split-address.ts'

interface BookingFile {
  readonly fileName: string
  readonly csv: string
  readonly parcels: BookedParcel[]
  readonly leftOut: { number: string; reason: string }[]
}

/**
 * The file in which a courier takes bookings of these orders. Orders that cannot be sent now are left out with a reason.
 * @throws AppError 400 when the settings of the format are missing.
 */
export async function writeBookingFile({
  database,
  settings,
  numbers,
  format,
  now = new Date(),
}: {
  database: Database
  settings: ShopSettings
  numbers: readonly string[]
  format: BookingFormat
  now?: Date
}): Promise<BookingFile> {
  requireSettings({ settings, format })
  const file = findFormat({ format, settings })
  const { orders, missing } = await readOrdersToPrint({ database, numbers })
  const facts = await readOrderParcels({ database, settings, ids: orders.map(({ _id }) => _id) })
  const checked = orders.map((order) => {
    const parcel = facts.get(order._id)
    const reason = parcel ? findReason({ order, parcel }) : 'It has no items any more.'
    return { order, parcel, reason }
  })
  const booked = checked.flatMap(({ order, parcel, reason }) =>
    parcel && reason === undefined ? [buildParcel({ order, parcel, file })] : [],
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

/** Why an order cannot be booked; undefined when it can. */
function findReason({ order, parcel }: { order: PrintedOrder; parcel: OrderParcel }): string | undefined {
  if (order.isToBePaid) return 'It waits for its payment.'
  if (order.orderStatus === 'Placed') return 'It is not confirmed yet.'
  if (endsEarly(order.orderStatus)) return 'It has ended.'
  if (order.orderStatus !== 'Confirmed' && order.orderStatus !== 'Packed') return 'It has left already.'
  if (parcel.trackingNumber !== null) return `It has the tracking number ${parcel.trackingNumber} already.`
  if (!isAddressComplete(order.deliveryAddress)) return 'Its address lacks the PIN code or the phone.'
  return undefined
}

function buildParcel({ order, parcel, file }: { order: PrintedOrder; parcel: OrderParcel; file: BookingFileFormat }): {
  parcel: BookingParcel
  notes: string[]
} {
  const { deliveryAddress: to, toCollect, adjustments = [] } = order
  const landmark = to.landmark ? `, ${toAddressLine(to.landmark)}` : ''
  const address = `${toAddressLine(to.address)}${landmark}`
  const { lines, rest } = splitAddress({ text: address, ...file.address })
  const collected = file.isWholeRupees ? Math.round(toCollect) : toCollect
  const sum = (amounts: readonly number[]) => Math.round(amounts.reduce((total, amount) => total + amount, 0) * 100) / 100
  return {
    parcel: {
      number: order.number,
      placedAt: new Date(order.createdAt),
      firstName: to.firstName,
      lastName: to.lastName,
      phone: to.phone.replace(/\D/g, '').slice(-10),
      email: to.email,
      addressLines: lines,
      address,
      city: to.city,
      state: to.state,
      pinCode: to.pinCode.replace(/\s/g, ''),
      toCollect: collected,
      total: order.isExchange ? toRupees(parcel.itemsPaise) : getToPay(order),
      discount: order.isExchange ? 0 : sum(adjustments.map(({ amount }) => Math.max(0, -amount))),
      fees: order.isExchange ? 0 : sum(adjustments.map(({ amount }) => Math.max(0, amount))),
      items: parcel.items,
      note: toAddressLine(order.note ?? ''),
      weightGrams: parcel.weightGrams,
      lengthCm: parcel.box[0],
      breadthCm: parcel.box[1],
      heightCm: parcel.box[2],
    },
    notes: [
      ...(rest === '' ? [] : [`The address is too long for this courier. Left out: ${rest}`]),
      ...(collected === toCollect
        ? []
        : [`${formatRupees(toCollect)} to collect is ${formatRupees(collected)}: this courier takes whole rupees.`]),
    ],
  }
}
