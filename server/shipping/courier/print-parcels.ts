import { sql } from 'kysely'
import type { NotPrinted } from '#contract/orders/courier-bookings-calls.ts'
import type { Database } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { type OrderBooking, readOrderBookings } from '../../orders/order/courier-bookings.ts'
import { parseOrderNumber } from '../../orders/order/order-number.ts'
import { type Courier, CourierError, type PrintedParcel } from './courier.ts'

/** The files that the courier makes of booked parcels. */
export type ParcelFileKind = 'labels' | 'manifest'

interface PrintOptions {
  readonly database: Database
  readonly courier: Courier
  readonly numbers: readonly string[]
}

/** A file of the courier, and which orders are not in it. */
interface ParcelFile {
  readonly leftOut: NotPrinted[]
  readonly printed: string[]
  readonly pdf: Buffer | undefined
}

type Parcel = PrintedParcel & { readonly number: string }

function findReason(booking: OrderBooking | undefined, courier: Courier): string | undefined {
  if (booking?.state !== 'booked') return booking?.problem ?? `It is not booked at ${courier.name}.`
  if (booking.toSolve !== undefined) return booking.toSolve
  return ['Packed', 'Shipped'].includes(booking.orderStatus) ? undefined : `It is ${booking.orderStatus.toLowerCase()}.`
}

/** The booked parcels of orders, in this order. Those that do not fit their orders are left out. */
async function readParcels({ database, courier, numbers }: PrintOptions): Promise<{ parcels: Parcel[]; leftOut: NotPrinted[] }> {
  const requested = [...new Set(numbers.map(parseOrderNumber))]
  const orders = await database
    .selectFrom('orders')
    .select(['id', 'number'])
    .where('number', '=', sql<string>`any(${requested}::text[])`)
    .execute()
  const ids = new Map(orders.map(({ id, number }) => [number, id]))
  const bookings = await readOrderBookings({ database, ids: [...ids.values()] })
  const parcels: Parcel[] = []
  const leftOut: NotPrinted[] = []
  for (const number of requested) {
    const id = ids.get(number)
    const booking = bookings.get(id ?? '')
    const reason = id === undefined ? 'There is no order with this number.' : findReason(booking, courier)
    const { providerOrderId: orderId = null, providerShipmentId: shipmentId = null } = booking ?? {}
    if (reason === undefined && orderId !== null && shipmentId !== null) parcels.push({ number, orderId, shipmentId })
    else leftOut.push({ number, reason: reason ?? `It is not booked at ${courier.name}.` })
  }
  return { parcels, leftOut }
}

/**
 * The courier's labels or manifest of orders as one PDF, in the order of their numbers.
 * @throws AppError 503 with what the courier says
 */
export async function readParcelFile({ kind, ...options }: PrintOptions & { kind: ParcelFileKind }): Promise<ParcelFile> {
  const { courier } = options
  const { parcels, leftOut } = await readParcels(options)
  if (parcels.length === 0) return { leftOut, printed: [], pdf: undefined }
  const read = kind === 'labels' ? courier.readLabels : courier.readManifest
  const { pdf, missing } = await read(parcels).catch((error: unknown) => {
    throw error instanceof CourierError ? new AppError('courier_failed', { reason: error.message }) : error
  })
  const reason =
    kind === 'labels' ? `${courier.name} has no label for it.` : `${courier.name} has no manifest for it: request its pick-up first.`
  const isMissing = ({ shipmentId }: Parcel) => missing.includes(shipmentId)
  return {
    leftOut: [...leftOut, ...parcels.filter(isMissing).map(({ number }) => ({ number, reason }))],
    printed: parcels.filter((parcel) => !isMissing(parcel)).map(({ number }) => number),
    pdf,
  }
}
