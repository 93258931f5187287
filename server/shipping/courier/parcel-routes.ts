import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/schema.ts'
import { defineRoute } from '../../http/define-route.ts'
import { requireUser } from '../../http/session.ts'
import { AppError } from '../../kernel/errors.ts'
import type { PaymentsPort } from '../../orders/order/order-dependencies.ts'
import type { Courier } from './courier.ts'
import { claimParcel, lookAtParcel } from './look-at-parcel.ts'
import { createNewsKey, isNewsKey, storeNews } from './parcel-news.ts'
import { readParcel } from './read-parcel.ts'
import { resolveProblem } from './resolve-problem.ts'

interface ParcelDependencies {
  readonly database: Database
  readonly trackingKey: Buffer
  readonly payments: PaymentsPort
  /** undefined without an account */
  readonly courier?: { readonly current: Courier | undefined } | undefined
  /** called after a commit that made a parcel due */
  readonly requestTracking: () => void
}

/** Messages of the courier, and what is known about a parcel. */
export function parcelRoutes(
  api: FastifyInstance,
  { database, trackingKey, payments, courier, requestTracking }: ParcelDependencies,
): void {
  const key = createNewsKey(trackingKey)

  defineRoute(api, 'receiveParcelNews', async ({ body, request }) => {
    if (!isNewsKey({ key, given: request.headers['x-api-key'] })) throw new AppError('parcel_news_key')
    if (await storeNews({ database, body })) requestTracking()
    return { message: 'Received' }
  })

  defineRoute(api, 'getParcel', ({ params: { reference } }) => readParcel({ database, reference }))

  defineRoute(api, 'resolveParcelProblem', async ({ params: { reference }, body, request }) => {
    await resolveProblem({ database, reference, ...body, actorId: requireUser(request).id })
    return { message: 'Marked as resolved' }
  })

  defineRoute(api, 'lookAtParcel', async ({ params: { reference } }) => {
    if (!courier?.current) throw new AppError('courier_not_connected')
    const claim = await claimParcel({ database, reference })
    if (claim) await lookAtParcel({ database, payments, courier: courier.current, claim })
    const parcel = await readParcel({ database, reference })
    return { message: parcel.lookProblem === '' ? `${courier.current.name} was asked` : parcel.lookProblem, parcel }
  })
}
