import type { FastifyInstance } from 'fastify'
import pLimit from 'p-limit'
import type { ShopSettings } from '#contract/settings/setting-groups.ts'
import { recordActivity } from '../activity/record-activity.ts'
import { isUuid } from '../database/is-uuid.ts'
import { createRateLimit } from '../database/rate-limit.ts'
import type { Database } from '../database/schema.ts'
import { defineRoute } from '../http/define-route.ts'
import { requireUser } from '../http/session.ts'
import { AppError } from '../kernel/errors.ts'
import { checkBooks } from './books/check-books.ts'
import { listDocuments } from './list-documents.ts'
import { exportMonth } from './month/export-month.ts'
import type { DocumentCache } from './print/document-cache.ts'
import { replyWithDocuments } from './print/document-file.ts'
import { findDocument, selectDocuments, toDocument } from './read-documents.ts'

interface DocumentRoutesOptions {
  readonly database: Database
  /** for lists and reports */
  readonly readDatabase: Database
  readonly shopSettings: { readonly current: ShopSettings }
  readonly documentCache: DocumentCache
}

/** Files of one administrator with up to 200 documents each. */
const printLimit = { name: 'document-prints', points: 120, seconds: 3_600, factor: 1 } as const

/** Files of one administrator with the buyers of a month. */
const exportLimit = { name: 'document-exports', points: 30, seconds: 3_600, factor: 1 } as const

/** Files of months in progress: one is made, the others wait. */
const maxExports = 3

/** Documents, for administrators. */
export function documentRoutes(api: FastifyInstance, { database, readDatabase, shopSettings, documentCache }: DocumentRoutesOptions): void {
  const limit = createRateLimit({ ...printLimit, database })
  const limitExports = createRateLimit({ ...exportLimit, database })
  const exports = pLimit(1)

  defineRoute(api, 'getDocuments', async ({ query: { month, q, page, limit: rows } }) => {
    const hasGstin = shopSettings.current.shop.gstin !== ''
    return { hasGstin, ...(await listDocuments({ database: readDatabase, month, q, page, limit: rows })) }
  })

  defineRoute(api, 'exportMonth', async ({ params: { month }, request, reply }) => {
    const { id: actorId } = requireUser(request)
    await limitExports.consume(actorId)
    if (exports.activeCount + exports.pendingCount >= maxExports) throw new AppError('busy', { retryAfterSeconds: 5 })
    request.log.info({ actorId, month }, 'The documents of a month are exported')
    // In the queue, because nothing may be awaited between its check and its use.
    const file = await exports(async () => {
      await recordActivity({ database, actorId, call: 'exportMonth', subject: { id: month, name: month } })
      return exportMonth({ database: readDatabase, month })
    })
    reply.type('application/zip').header('content-disposition', `attachment; filename="sales-${month}.zip"`)
    return file
  })

  defineRoute(api, 'checkBooks', () => checkBooks({ database: readDatabase }))

  defineRoute(api, 'getDocumentFile', async ({ params: { id }, query: { format }, reply }) => {
    const document = await findDocument({ database, id })
    if (!document) throw new AppError('not_found')
    return replyWithDocuments({ reply, documents: [document], format, documentCache })
  })

  defineRoute(api, 'getDocumentsFile', async ({ query: { ids, format }, request, reply }) => {
    await limit.consume(requireUser(request).id)
    const known = ids.filter(isUuid)
    const rows = known.length > 0 ? await selectDocuments(database).where('documents.id', 'in', known).execute() : []
    const byId = new Map(rows.map((row) => [row.id, toDocument(row)]))
    const documents = [...new Set(known)].flatMap((id) => byId.get(id) ?? [])
    if (documents.length === 0) throw new AppError('not_found')
    return replyWithDocuments({ reply, documents, format, documentCache })
  })
}
