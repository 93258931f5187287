import type { FastifyInstance } from 'fastify'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { toPaise } from '#contract/kernel/money.ts'
import { recordActivity } from '../activity/record-activity.ts'
import { createCsvStream } from '../csv/write-csv.ts'
import { createClientLimit } from '../http/client-limit.ts'
import { defineRoute } from '../http/define-route.ts'
import { requireUser } from '../http/session.ts'
import { createPayoutLinks } from '../orders/order/order-links.ts'
import { enterDetails, findPayout } from './payouts/enter-details.ts'
import { listPayouts, payoutColumns, readPayoutRows } from './payouts/list-payouts.ts'
import { listUndelivered } from './payouts/list-undelivered.ts'
import { payPayout } from './payouts/pay-payout.ts'
import { createDetailsCipher } from './payouts/payout-details.ts'
import type { ReturnDependencies } from './return-dependencies.ts'

/** Requests of one IP. */
const linkLimit = { name: 'payout-links', points: 30, seconds: 600 }

/** Refunds that are paid by transfer: where to, for the holder of the link; the list and the payment, for administrators. */
export function payoutRoutes(
  api: FastifyInstance,
  { database, settings, shopSettings, trackingKey, requestMails }: ReturnDependencies,
): void {
  const links = createPayoutLinks({ key: trackingKey })
  const cipher = createDetailsCipher({ key: trackingKey })
  const limit = createClientLimit({ ...linkLimit, database, factor: settings.LIMITS_FACTOR })

  defineRoute(api, 'findPayout', async ({ body, request }) => {
    await limit.consume(request)
    return findPayout({ database, id: await links.verify({ database, token: body.token }) })
  })

  defineRoute(api, 'enterPayoutDetails', async ({ body: { token, details }, request }) => {
    await limit.consume(request)
    await enterDetails({ database, cipher, entry: { id: await links.verify({ database, token }), details } })
    return { message: 'Thank you. We transfer your refund there.' }
  })

  defineRoute(api, 'getPayouts', ({ query }) => listPayouts({ database, cipher, links, ...query }))

  defineRoute(api, 'getUndeliveredParcels', async () => {
    const freight = shopSettings.current.policies.undeliveredFreightRupees
    return { parcels: await listUndelivered({ database, freight: toPaise(freight) }), freight }
  })

  defineRoute(api, 'exportPayouts', async ({ request, reply }) => {
    const rows = await readPayoutRows({ database, cipher })
    const actorId = requireUser(request).id
    request.log.info({ actorId, count: rows.length }, 'Refunds to pay are exported')
    await recordActivity({ database, actorId, call: 'exportPayouts' })
    const day = toIndianDay()
    reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="refunds-to-pay-${day}.csv"`)
    return createCsvStream({ columns: payoutColumns, parts: toParts(rows) })
  })

  defineRoute(api, 'payPayout', async ({ params: { id }, body, request }) => {
    await payPayout({ database, payment: { id, ...body, actorId: requireUser(request).id } })
    requestMails()
    return { message: 'The refund is recorded' }
  })
}

async function* toParts<Rows>(rows: Rows): AsyncGenerator<Rows> {
  yield rows
}
