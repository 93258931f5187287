import type { FastifyInstance } from 'fastify'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { recordInTransaction } from '../activity/record-activity.ts'
import { recordChange, recordCreation } from '../activity/record-change.ts'
import { createCsvStream } from '../csv/write-csv.ts'
import type { Database } from '../database/schema.ts'
import { defineRoute } from '../http/define-route.ts'
import { requireUser } from '../http/session.ts'
import { acceptFiles } from '../http/upload-table.ts'
import { addRedirect, deleteRedirect, editRedirect } from './change-redirects.ts'
import { importRedirects } from './import-redirects.ts'
import { exportRedirects, listMissing, listRedirects, redirectColumns } from './list-redirects.ts'
import type { RedirectCache } from './redirect-cache.ts'

interface RedirectDependencies {
  readonly database: Database
  readonly redirects: RedirectCache
}

/** Calls of administrators about old addresses. */
export function redirectRoutes(api: FastifyInstance, dependencies: RedirectDependencies): void {
  const { database, redirects } = dependencies

  defineRoute(api, 'getRedirects', ({ query }) => listRedirects({ database, ...query }))

  defineRoute(api, 'addRedirect', async ({ body, request }) => {
    const redirect = await recordCreation({ database, actorId: requireUser(request).id, call: 'addRedirect' }, (trx) =>
      addRedirect({ database: trx, ...body }),
    )
    await redirects.load()
    return { message: 'The redirect is added.', redirect }
  })

  defineRoute(api, 'editRedirect', async ({ params, body, request }) => {
    const redirect = await recordChange({ database, actorId: requireUser(request).id, call: 'editRedirect', id: params.id }, (trx) =>
      editRedirect({ database: trx, id: params.id, ...body }),
    )
    await redirects.load()
    return { message: 'The redirect is changed.', redirect }
  })

  defineRoute(api, 'deleteRedirect', async ({ params, request }) => {
    await recordChange({ database, actorId: requireUser(request).id, call: 'deleteRedirect', id: params.id }, (trx) =>
      deleteRedirect({ database: trx, id: params.id }),
    )
    await redirects.load()
    return { message: 'The redirect is deleted.' }
  })

  defineRoute(api, 'exportRedirects', async ({ reply }) => {
    const day = toIndianDay()
    reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="redirects-${day}.csv"`)
    return createCsvStream({ columns: redirectColumns, parts: exportRedirects({ database }) })
  })

  defineRoute(api, 'getMissingAddresses', async () => ({ missing: await listMissing({ database }) }))

  defineRoute(api, 'dismissMissingAddress', async ({ body: { _id } }) => {
    await database.deleteFrom('missing_paths').where('path', '=', _id).execute()
    return { message: 'The address is off the list.' }
  })

  api.register(async (forms) => fileRoutes(forms, dependencies))
}

async function fileRoutes(api: FastifyInstance, { database, redirects }: RedirectDependencies): Promise<void> {
  await acceptFiles(api)
  const read = async (file: File) => Buffer.from(await file.arrayBuffer())

  defineRoute(api, 'checkRedirectFile', async ({ body: { file } }) => ({
    message: 'The file is checked.',
    ...(await importRedirects({ database, csv: await read(file), isDryRun: true })),
  }))

  defineRoute(api, 'importRedirects', async ({ body: { file }, request }) => {
    const csv = await read(file)
    const result = await recordInTransaction({ database, actorId: requireUser(request).id, call: 'importRedirects' }, (trx) =>
      importRedirects({ database: trx, csv, isDryRun: false }),
    )
    await redirects.load()
    return { message: 'The redirects are imported.', ...result }
  })
}
