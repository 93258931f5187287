import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Right, rightTexts } from '#contract/kernel/rights.ts'
import { recordActivity } from '../activity/record-activity.ts'
import type { ImageStore } from '../catalog/pictures/image-store.ts'
import { createCsvStream } from '../csv/write-csv.ts'
import { createRateLimit } from '../database/rate-limit.ts'
import type { Database } from '../database/schema.ts'
import { defineRoute } from '../http/define-route.ts'
import { requireUser } from '../http/session.ts'
import { acceptFiles } from '../http/upload-table.ts'
import { AppError } from '../kernel/errors.ts'
import {
  addShopImportPart,
  deleteShopImport,
  listShopImports,
  problemColumns,
  readProblems,
  readShopImport,
  runShopImport,
  startShopImport,
} from './shop-imports.ts'

/** Files of one administrator, of 2 GB each. */
const importLimit = { name: 'shop-imports', points: 20, seconds: 86_400, factor: 1 } as const

interface ShopImportDependencies {
  readonly database: Database
  readonly images: ImageStore
  /** has a job look for work at once */
  readonly requestWork: () => void
}

/** An import changes all that an administrator would need these rights for. */
const neededRights = ['settings', 'products', 'prices', 'customers', 'orders'] as const satisfies readonly Right[]

/** The administrator, who may do everything that an import does. @throws AppError right_missing */
function requireImporter(request: FastifyRequest) {
  const user = requireUser(request)
  const right = neededRights.find((needed) => !user.rights.includes(needed))
  if (right) throw new AppError('right_missing', { right: rightTexts[right].title })
  return user
}

/** Calls of administrators who move in with the export of another shop. */
export function shopImportRoutes(api: FastifyInstance, dependencies: ShopImportDependencies): void {
  const { database, requestWork } = dependencies
  const limit = createRateLimit({ ...importLimit, database })

  defineRoute(api, 'getShopImports', async () => ({ imports: await listShopImports({ database }) }))

  defineRoute(api, 'startShopImport', async ({ request, body: { fileName, bytes } }) => {
    const { id: actorId } = requireImporter(request)
    await limit.consume(actorId)
    const started = await startShopImport({ database, fileName, bytes, actorId })
    await recordActivity({ database, actorId, call: 'startShopImport', subject: { id: started._id, name: fileName } })
    return { message: 'The upload has begun.', import: started }
  })

  defineRoute(api, 'runShopImport', async ({ request, params: { id }, body: { choices } }) => {
    const { id: actorId } = requireImporter(request)
    const started = await runShopImport({ database, id, choices })
    await recordActivity({ database, actorId, call: 'runShopImport', subject: { id, name: started.fileName } })
    requestWork()
    return { message: 'The import is running.', import: started }
  })

  defineRoute(api, 'getShopImport', ({ params: { id } }) => readShopImport({ database, id }))

  defineRoute(api, 'getShopImportProblems', async ({ params: { id }, reply }) => {
    await readShopImport({ database, id })
    reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="not-imported.csv"')
    return createCsvStream({ columns: problemColumns, parts: readProblems({ database, id }) })
  })

  defineRoute(api, 'deleteShopImport', async ({ request, params: { id } }) => {
    const next = await deleteShopImport({ database, id })
    await recordActivity({ database, actorId: requireUser(request).id, call: 'deleteShopImport', subject: { id, name: '' } })
    requestWork()
    return { message: next === 'stopped' ? 'The import is stopped.' : 'The import is deleted.' }
  })

  api.register(async (forms) => uploadRoutes(forms, dependencies))
}

async function uploadRoutes(api: FastifyInstance, { database, images, requestWork }: ShopImportDependencies): Promise<void> {
  await acceptFiles(api)

  defineRoute(api, 'addShopImportPart', async ({ params: { id, part }, body: { file } }) => {
    const content = Buffer.from(await file.arrayBuffer())
    const { uploaded, isLast } = await addShopImportPart({ database, images, id, part, content })
    if (isLast) requestWork()
    return { message: isLast ? 'The file is checked.' : 'Uploaded', uploaded }
  })
}
