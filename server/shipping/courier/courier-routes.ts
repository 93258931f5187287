import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import type { ShopSettings } from '#contract/settings/setting-groups.ts'
import { recordActivity } from '../../activity/record-activity.ts'
import { createRateLimit } from '../../database/rate-limit.ts'
import type { Database } from '../../database/schema.ts'
import { defineRoute } from '../../http/define-route.ts'
import { requireUser } from '../../http/session.ts'
import { AppError } from '../../kernel/errors.ts'
import type { PaymentsPort } from '../../orders/order/order-dependencies.ts'
import { parseOrderNumber } from '../../orders/order/order-number.ts'
import type { Courier } from './courier.ts'
import { cancelBooking } from './end-outdated-bookings.ts'
import { type ParcelFileKind, readParcelFile } from './print-parcels.ts'
import { listBookings, requestBookings } from './request-bookings.ts'

interface CourierDependencies {
  readonly database: Database
  readonly payments: PaymentsPort
  readonly shopSettings: { readonly current: ShopSettings }
  readonly readDetail: (id: string) => Promise<AdminOrderDetail>
  /** undefined without an account */
  readonly courier?: { readonly current: Courier | undefined } | undefined
  /** called after a commit that wrote or ended bookings */
  readonly requestBookingWork: () => void
}

/** Files of one administrator with up to 200 parcels each. */
const printLimits = { name: 'courier-prints', points: 120, seconds: 3_600, factor: 1 } as const

const describeRequested = (count: number): string =>
  count === 0 ? 'Nothing new is booked' : count === 1 ? '1 parcel is being booked' : `${count} parcels are being booked`

/** Bookings of parcels at the courier, for administrators. */
export function courierRoutes(
  api: FastifyInstance,
  { database, payments, shopSettings, readDetail, courier, requestBookingWork }: CourierDependencies,
): void {
  const printLimit = createRateLimit({ ...printLimits, database })

  defineRoute(api, 'requestCourierBookings', async ({ body: { numbers }, request }) => {
    if (!courier?.current) throw new AppError('courier_not_connected')
    const { id: actorId } = requireUser(request)
    const { requested, ...reply } = await requestBookings({ database, payments, settings: shopSettings.current, numbers, actorId })
    requestBookingWork()
    return { message: describeRequested(requested), ...reply }
  })

  defineRoute(api, 'getCourierBookings', async ({ body: { numbers } }) => {
    const orders = await database
      .selectFrom('orders')
      .select('id')
      .where('number', '=', sql<string>`any(${numbers.map(parseOrderNumber)}::text[])`)
      .execute()
    return { courier: courier?.current?.name ?? null, bookings: await listBookings({ database, ids: orders.map(({ id }) => id) }) }
  })

  async function printFile(kind: ParcelFileKind, { numbers, actorId }: { numbers: readonly string[]; actorId: string }) {
    await printLimit.consume(actorId)
    if (!courier?.current) throw new AppError('courier_not_connected')
    const { pdf, ...file } = await readParcelFile({ database, courier: courier.current, numbers, kind })
    return { ...file, pdf: pdf?.toString('base64') ?? null }
  }

  defineRoute(api, 'printCourierLabels', async ({ body: { numbers }, request }) => {
    const { id: actorId } = requireUser(request)
    const file = await printFile('labels', { numbers, actorId })
    if (file.pdf !== null) await recordActivity({ database, actorId, call: 'printCourierLabels' })
    return file
  })

  defineRoute(api, 'printCourierManifest', async ({ body: { numbers }, request }) => {
    const { id: actorId } = requireUser(request)
    const file = await printFile('manifest', { numbers, actorId })
    if (file.pdf !== null) await recordActivity({ database, actorId, call: 'printCourierManifest' })
    return file
  })

  defineRoute(api, 'cancelCourierBooking', async ({ params: { id: orderId }, body: { reference }, request }) => {
    await cancelBooking({ database, payments, orderId, reference, actorId: requireUser(request).id })
    requestBookingWork()
    return { message: 'The booking is being cancelled', order: await readDetail(orderId) }
  })
}
