import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { recordActivity, recordInTransaction } from '../activity/record-activity.ts'
import type { ImageStore } from '../catalog/pictures/image-store.ts'
import { createRateLimit } from '../database/rate-limit.ts'
import type { Database } from '../database/schema.ts'
import { defineRoute } from '../http/define-route.ts'
import { requireUser } from '../http/session.ts'
import { getOrigin } from '../http/url.ts'
import { AppError } from '../kernel/errors.ts'
import type { Settings } from '../kernel/settings.ts'
import { deleteShopExport, exportPartKey, findStoredFile, listShopExports, readShopExport, startShopExport } from './shop-exports.ts'

/** Files of one administrator. Each contains every shopper. */
const exportLimit = { name: 'shop-exports', points: 10, seconds: 86_400, factor: 1 } as const

interface ShopExportDependencies {
  readonly database: Database
  readonly images: ImageStore
  readonly settings: Pick<Settings, 'PUBLIC_URL'>
  /** has a job look for work at once */
  readonly requestWork: () => void
}

/** Calls of administrators about files with everything that the shop has. */
export function shopExportRoutes(api: FastifyInstance, { database, images, settings, requestWork }: ShopExportDependencies): void {
  const limit = createRateLimit({ ...exportLimit, database })

  defineRoute(api, 'getShopExports', async () => ({ exports: await listShopExports({ database }) }))

  defineRoute(api, 'startShopExport', async ({ request }) => {
    const { id: actorId } = requireUser(request)
    await limit.consume(actorId)
    const started = await recordInTransaction({ database, actorId, call: 'startShopExport' }, (trx) =>
      startShopExport({ database: trx, origin: getOrigin({ settings, request }), actorId }),
    )
    requestWork()
    return { message: 'The export has begun.', export: started }
  })

  defineRoute(api, 'getShopExport', ({ params: { id } }) => readShopExport({ database, id }))

  defineRoute(api, 'downloadShopExport', async ({ params: { id }, request, reply }) => {
    const file = await findStoredFile({ database, id })
    // A restored database names files that its store does not have.
    const first = await images.read(exportPartKey({ ...file, part: 1 }))
    if (!first) throw new AppError('shop_export_file_missing')
    await recordActivity({ database, actorId: requireUser(request).id, call: 'downloadShopExport' })
    reply
      .type('application/zip')
      .header('content-length', file.bytes)
      .header('content-disposition', `attachment; filename="shop-${toIndianDay(file.finishedAt)}.zip"`)
    return Readable.from(readParts({ images, file, first }))
  })

  defineRoute(api, 'deleteShopExport', async ({ params: { id }, request }) => {
    await recordInTransaction({ database, actorId: requireUser(request).id, call: 'deleteShopExport' }, (trx) =>
      deleteShopExport({ database: trx, id }),
    )
    requestWork()
    return { message: 'The export is deleted.' }
  })
}

type StoredFile = Awaited<ReturnType<typeof findStoredFile>>

/** Reads one part after another. Throws when a part has gone, which breaks the download off. */
async function* readParts({ images, file, first }: { images: ImageStore; file: StoredFile; first: Buffer }): AsyncGenerator<Buffer> {
  yield first
  for (let part = 2; part <= file.parts; part += 1) {
    const content = await images.read(exportPartKey({ ...file, part }))
    if (!content) throw new Error(`The file store lacks part ${part} of the export ${file.id}.`)
    yield content
  }
}
