import type { FastifyInstance } from 'fastify'
import { isUuid } from '../database/is-uuid.ts'
import { createRateLimit } from '../database/rate-limit.ts'
import { createClientLimit } from '../http/client-limit.ts'
import { defineRoute } from '../http/define-route.ts'
import { requireUser } from '../http/session.ts'
import { AppError } from '../kernel/errors.ts'
import { replyWithDocuments } from '../tax/print/document-file.ts'
import { findDocument } from '../tax/read-documents.ts'
import type { OrderDependencies } from './order/order-dependencies.ts'
import { createTrackingLinks } from './order/tracking.ts'

/** Drawing a document takes longer than other calls. */
const fileLimit = { name: 'document-files', points: 30, seconds: 600 } as const

/** The documents of an order as files: for its shopper, and for the holder of the link in its emails. */
export function documentFileRoutes(api: FastifyInstance, { database, settings, trackingKey, documentCache }: OrderDependencies): void {
  const links = createTrackingLinks({ key: trackingKey })
  const ofAccount = createRateLimit({ ...fileLimit, database, factor: 1 })
  const ofClient = createClientLimit({ ...fileLimit, database, factor: settings.LIMITS_FACTOR })

  const readDocument = async ({ id, orderId }: { id: string; orderId: string }) => {
    const document = await findDocument({ database, id })
    if (!document || document.orderId !== orderId) throw new AppError('not_found')
    return document
  }

  defineRoute(api, 'getOwnDocumentFile', async ({ params: { id, documentId }, request, reply }) => {
    const { id: userId } = requireUser(request)
    await ofAccount.consume(userId)
    const own = isUuid(id)
      ? await database.selectFrom('orders').select('id').where('id', '=', id).where('user_id', '=', userId).executeTakeFirst()
      : undefined
    if (!own) throw new AppError('not_found')
    return replyWithDocuments({ reply, documents: [await readDocument({ id: documentId, orderId: own.id })], documentCache })
  })

  defineRoute(api, 'getTrackedDocumentFile', async ({ params: { id }, query: { token }, request, reply }) => {
    await ofClient.consume(request)
    const orderId = await links.verify({ database, token, purpose: 'track' })
    if (orderId === undefined) throw new AppError('not_found')
    return replyWithDocuments({ reply, documents: [await readDocument({ id, orderId })], documentCache })
  })
}
