import type { FastifyInstance } from 'fastify'
import { ownColumns } from '#contract/catalog-admin/import-fields.ts'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { recordActivity } from '../../activity/record-activity.ts'
import { recordChange, recordCreation } from '../../activity/record-change.ts'
import { createCsvStream } from '../../csv/write-csv.ts'
import type { Database } from '../../database/schema.ts'
import { defineRoute } from '../../http/define-route.ts'
import { requireRight, requireUser } from '../../http/session.ts'
import { acceptFiles } from '../../http/upload-table.ts'
import type { Settings } from '../../kernel/settings.ts'
import { exportProducts } from '../export-products.ts'
import { addFiles, changeImport, createImport, listImportItems, listImports, readImport, startImport, stopImport } from './imports.ts'
import { retryPictures } from './retry-pictures.ts'

interface ImportDependencies {
  readonly database: Database
  readonly settings: Pick<Settings, 'PUBLIC_URL'>
  /** Has a job look for work at once. */
  readonly requestWork: (job: 'check-imports' | 'import-products' | 'add-import-pictures') => void
}

/** Calls of administrators that read products from files and write them into files. */
export function importRoutes(api: FastifyInstance, dependencies: ImportDependencies): void {
  const { database, settings, requestWork } = dependencies

  defineRoute(api, 'exportProducts', async ({ request, reply }) => {
    await recordActivity({ database, actorId: requireUser(request).id, call: 'exportProducts' })
    const day = toIndianDay()
    reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="products-${day}.csv"`)
    const parts = exportProducts({ database, origin: settings.PUBLIC_URL ?? '' })
    return createCsvStream({ columns: Object.values(ownColumns), parts })
  })

  defineRoute(api, 'getImports', async () => ({ imports: await listImports({ database }) }))

  defineRoute(api, 'getImport', ({ params }) => readImport({ database, id: params.id }))

  defineRoute(api, 'getImportItems', ({ params, query }) => listImportItems({ database, id: params.id, ...query, outcome: query.outcome }))

  defineRoute(api, 'changeImport', async ({ params: { id }, body: { version, columns, categories, options }, request }) => {
    await recordChange({ database, actorId: requireUser(request).id, call: 'changeImport', id: id }, (trx) =>
      changeImport({ database: trx, id, version, fields: columns, categories, options }),
    )
    requestWork('check-imports')
    return { message: 'The file is checked again', ...(await readImport({ database, id })) }
  })

  defineRoute(api, 'runImport', async ({ params: { id }, body: { version, acceptsLowPrices }, request }) => {
    // The prices of the file.
    requireRight(request, 'prices')
    await recordChange({ database, actorId: requireUser(request).id, call: 'runImport', id: id }, (trx) =>
      startImport({ database: trx, id, version, acceptsLowPrices }),
    )
    requestWork('import-products')
    return { message: 'The import is running', ...(await readImport({ database, id })) }
  })

  defineRoute(api, 'retryImportPictures', async ({ params: { id }, body: { version }, request }) => {
    const actorId = requireUser(request).id
    await recordChange({ database, actorId, call: 'retryImportPictures', id }, (trx) => retryPictures({ database: trx, id, version }))
    requestWork('add-import-pictures')
    return { message: 'The pictures are loaded again', ...(await readImport({ database, id })) }
  })

  defineRoute(api, 'stopImport', async ({ params: { id }, request }) => {
    await recordChange({ database, actorId: requireUser(request).id, call: 'stopImport', id: id }, (trx) =>
      stopImport({ database: trx, id }),
    )
    return { message: 'The import is stopped', ...(await readImport({ database, id })) }
  })

  api.register(async (forms) => uploadRoutes(forms, dependencies))
}

function describeAddedFiles({ pictures, others }: { pictures: number; others: number }): string {
  const uploaded = pictures === 1 ? '1 picture uploaded' : `${pictures.toLocaleString('en-IN')} pictures uploaded`
  if (others === 0) return uploaded
  return `${uploaded}, ${others === 1 ? '1 file is no picture' : `${others.toLocaleString('en-IN')} files are no pictures`}`
}

async function uploadRoutes(api: FastifyInstance, { database, requestWork }: ImportDependencies): Promise<void> {
  await acceptFiles(api)

  defineRoute(api, 'createImport', async ({ body: { file }, request }) => {
    const csv = Buffer.from(await file.arrayBuffer())
    const actorId = requireUser(request).id
    const id = await recordCreation({ database, actorId, call: 'createImport' }, (trx) =>
      createImport({ database: trx, fileName: file.name || 'products.csv', csv, actorId }),
    )
    requestWork('check-imports')
    return { message: 'The file is checked', ...(await readImport({ database, id })) }
  })

  defineRoute(api, 'addImportPictures', async ({ params: { id }, body: { zip } }) => {
    const added = await addFiles({ database, id, zip })
    requestWork('check-imports')
    return { message: describeAddedFiles(added), ...(await readImport({ database, id })) }
  })
}
