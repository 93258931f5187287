import { sql } from 'kysely'
import type { CourierBooking } from '#contract/orders/courier-bookings.ts'
import type { NotBooked } from '#contract/orders/courier-bookings-calls.ts'
import type { ShopSettings } from '#contract/settings/setting-groups.ts'
import { recordActivity } from '../../activity/record-activity.ts'
import { retryTransaction } from '../../database/retry.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { readOrderBookings } from '../../orders/order/courier-bookings.ts'
import type { PaymentsPort } from '../../orders/order/order-dependencies.ts'
import { parseOrderNumber } from '../../orders/order/order-number.ts'
import { type CheckedParcel, checkParcels } from './check-parcels.ts'
import { endOutdatedBookings } from './end-outdated-bookings.ts'

interface BookingRequest {
  readonly database: Database
  readonly payments: PaymentsPort
  readonly settings: ShopSettings
  readonly numbers: readonly string[]
  /** the administrator's id */
  readonly actorId: string
}

/**
 * Writes a row for each order that is to be booked, and says which cannot be. A job asks the courier. An order whose booking is requested or
 * made is not requested again, unless it no longer fits the order.
 * @throws AppError 400 without a pick-up location in the settings
 */
export async function requestBookings({ database, payments, settings, numbers, actorId }: BookingRequest): Promise<{
  requested: number
  leftOut: NotBooked[]
  bookings: CourierBooking[]
}> {
  if (settings.parcels.pickupName === '')
    throw new AppError('invalid_request', {
      fields: { courier: 'Enter the pickup location in the settings of parcels, as Shiprocket names it.' },
    })
  const found = await database
    .selectFrom('orders')
    .select(['id', 'number'])
    .where('number', '=', sql<string>`any(${numbers.map(parseOrderNumber)}::text[])`)
    .execute()
  const ids = found.map(({ id }) => id)
  await endOutdatedBookings({ database, payments, ids })
  const earlier = await readOrderBookings({ database, ids })
  const isOpen = (id: string) => ['requested', 'booked'].includes(earlier.get(id)?.state ?? '')
  const open = new Set(found.filter(({ id }) => isOpen(id)).map(({ number }) => number))
  const { checked, missing } = await checkParcels({
    database,
    settings,
    numbers: numbers.map(parseOrderNumber).filter((number) => !open.has(number)),
  })
  const bookable = checked.filter(({ problem }) => problem === undefined)
  const requested = await retryTransaction(() =>
    database.transaction().execute((trx) => insertBookings({ trx, parcels: bookable, actorId })),
  )
  return {
    requested,
    leftOut: [
      ...missing.map((number) => ({ number, reason: 'There is no order with this number.', field: 'number' as const })),
      ...checked.flatMap(({ number, problem }) => (problem ? [{ number, ...problem }] : [])),
    ],
    bookings: await listBookings({ database, ids: ids.filter((id) => isOpen(id) || bookable.some(({ orderId }) => orderId === id)) }),
  }
}

/** The last bookings of orders. */
export async function listBookings({ database, ids }: { database: Database; ids: readonly string[] }): Promise<CourierBooking[]> {
  return [...(await readOrderBookings({ database, ids })).values()]
}

interface Insertion {
  readonly trx: Transaction
  readonly parcels: readonly CheckedParcel[]
  readonly actorId: string
}

/** Another request may have written a row for the same order in the meantime. */
async function insertBookings({ trx, parcels, actorId }: Insertion): Promise<number> {
  let count = 0
  // In one order, so that two requests do not wait for each other.
  for (const { orderId, number, parcel, collect } of parcels.toSorted((one, other) => one.orderId.localeCompare(other.orderId))) {
    const { attempt } = await trx
      .selectFrom('courier_bookings')
      .select(({ fn }) => fn.coalesce(fn.max('attempt'), sql<number>`0`).as('attempt'))
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow()
    const inserted = await trx
      .insertInto('courier_bookings')
      .values({
        reference: `${number}-B${attempt + 1}`,
        order_id: orderId,
        attempt: attempt + 1,
        collect_paise: collect,
        weight_grams: parcel?.weightGrams ?? 1,
        requested_by: actorId,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('reference')
      .executeTakeFirst()
    if (!inserted) continue
    count += 1
    const subject = { id: orderId, name: number }
    await recordActivity({ database: trx, actorId, call: 'requestCourierBookings', subject })
  }
  return count
}
