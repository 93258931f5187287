import type { FastifyInstance } from 'fastify'
import type { ShopSettings } from '#contract/settings/setting-groups.ts'
import { remittanceLimits } from '#contract/shipping/remittance-fields.ts'
import { recordActivity } from '../activity/record-activity.ts'
import { decodeTable } from '../csv/decode-table.ts'
import type { Database } from '../database/schema.ts'
import { defineRoute } from '../http/define-route.ts'
import { requireUser } from '../http/session.ts'
import { acceptFiles } from '../http/upload-table.ts'
import { createAdminDetail } from '../orders/desk/admin-detail.ts'
import type { PaymentsPort } from '../orders/order/order-dependencies.ts'
import { writeBookingFile } from './booking/write-booking-file.ts'
import { checkRemittance } from './check-remittance.ts'
import type { Courier } from './courier/courier.ts'
import { courierRoutes } from './courier/courier-routes.ts'
import { parcelRoutes } from './courier/parcel-routes.ts'
import { failedDeliveryRoutes } from './failed-deliveries/failed-delivery-routes.ts'
import { checkShipments, enterShipments } from './paste-shipments.ts'
import { readCodPayments } from './read-cod-payments.ts'
import { recordRemittance } from './record-remittance.ts'
import { resolveCodLine, resolveCodOrder } from './resolve-cod.ts'
import { removeShipment, saveShipment } from './save-shipment.ts'
import { undoRemittance } from './undo-remittance.ts'

export interface ShippingDependencies {
  readonly database: Database
  readonly trackingKey: Buffer
  readonly payments: PaymentsPort
  readonly shopSettings: { readonly current: ShopSettings }
  /** called after a commit that queued mails */
  readonly requestMails: () => void
  /** books parcels; undefined without an account */
  readonly courier?: { readonly current: Courier | undefined } | undefined
  /** called after a commit that wrote or ended bookings */
  readonly requestBookingWork: () => void
  /** called after a commit that made a parcel due for a look at the courier */
  readonly requestTracking: () => void
}

/** Three bytes for each character, and the rest of the request. */
const maxListBytes = 3 * remittanceLimits.characters + 10_000

/** Parcels and what couriers pay, for administrators. */
export function shippingRoutes(
  api: FastifyInstance,
  { database, trackingKey, payments, shopSettings, requestMails, ...courier }: ShippingDependencies,
): void {
  const readDetail = createAdminDetail({ database, trackingKey })

  defineRoute(api, 'saveShipment', async ({ params: { id }, body: { version, ship, ...shipment }, request }) => {
    await saveShipment({ database, payments, request: { id, shipment, version, ship, actorId: requireUser(request).id } })
    requestMails()
    return { message: ship ? 'The order is now Shipped' : 'The tracking number is saved', order: await readDetail(id) }
  })

  defineRoute(api, 'removeShipment', async ({ params: { id }, body: { version }, request }) => {
    await removeShipment({ database, payments, request: { id, version, actorId: requireUser(request).id } })
    return { message: 'The tracking number is removed', order: await readDetail(id) }
  })

  defineRoute(api, 'writeBookingFile', async ({ body, request }) => {
    const { id: actorId } = requireUser(request)
    const file = await writeBookingFile({ database, settings: shopSettings.current, ...body })
    request.log.info({ actorId, format: body.format, count: file.parcels.length }, 'Orders are written into a file of bookings')
    await recordActivity({ database, actorId, call: 'writeBookingFile' })
    return file
  })

  failedDeliveryRoutes(api, { database, trackingKey })
  courierRoutes(api, { database, payments, shopSettings, readDetail, ...courier })
  parcelRoutes(api, { database, payments, trackingKey, ...courier })

  api.register(async (forms) => {
    await acceptFiles(forms)
    defineRoute(forms, 'readTableFile', async ({ body: { file } }) =>
      decodeTable({ file: Buffer.from(await file.arrayBuffer()), maxLength: remittanceLimits.characters }),
    )
  })

  defineRoute(api, 'checkShipments', async ({ body }) => ({ lines: await checkShipments({ database, ...body }) }))

  defineRoute(api, 'getCodPayments', ({ query }) => readCodPayments({ database, query }))

  defineRoute(
    api,
    'checkRemittance',
    async ({ body }) => {
      const { lines, ...list } = await checkRemittance({ database, ...body })
      return { ...list, lines }
    },
    { maxBodyBytes: maxListBytes },
  )

  defineRoute(
    api,
    'recordRemittance',
    async ({ body, request }) => {
      const { recorded, lines, ...list } = await recordRemittance({ database, ...body, enteredBy: requireUser(request).id })
      const message = recorded === 0 ? 'Nothing new was recorded' : recorded === 1 ? '1 line is recorded' : `${recorded} lines are recorded`
      return { message, ...list, lines }
    },
    { maxBodyBytes: maxListBytes },
  )

  defineRoute(api, 'undoRemittance', async ({ params: { id }, body: { version }, request }) => {
    await undoRemittance({ database, id, version, undoneBy: requireUser(request).id })
    return { message: 'The list is undone' }
  })

  defineRoute(api, 'resolveCodLine', async ({ params: { id }, body: { note }, request }) => {
    await resolveCodLine({ database, id, note, resolvedBy: requireUser(request).id })
    return { message: 'Marked as resolved' }
  })

  defineRoute(api, 'resolveCodOrder', async ({ params: { id }, body: { note }, request }) => {
    await resolveCodOrder({ database, id, note, resolvedBy: requireUser(request).id })
    return { message: 'Marked as resolved' }
  })

  defineRoute(api, 'enterShipments', async ({ body, request }) => {
    const results = await enterShipments({ database, payments, ...body, actorId: requireUser(request).id })
    requestMails()
    return { results }
  })
}
