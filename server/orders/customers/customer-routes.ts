import type { FastifyInstance } from 'fastify'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import type { ShopSettings } from '#contract/settings/setting-groups.ts'
import { recordActivity, recordInTransaction } from '../../activity/record-activity.ts'
import { createCsvStream } from '../../csv/write-csv.ts'
import { createRateLimit } from '../../database/rate-limit.ts'
import type { Database } from '../../database/schema.ts'
import { defineRoute } from '../../http/define-route.ts'
import { requireRight, requireUser } from '../../http/session.ts'
import { acceptFiles } from '../../http/upload-table.ts'
import { listPastOrdersOfCustomer } from '../past-orders/find-past-orders.ts'
import { allowCod, listCodPersonEvents, readCustomerCod, restrictCod } from './cod-persons.ts'
import { readCustomer } from './customers.ts'
import { customerColumns, exportCustomers } from './export-customers.ts'
import { importCustomers } from './import-customers.ts'
import { deleteImportedCustomer, withdrawImportedConsent } from './imported-customers.ts'
import { createCustomerList } from './list-customers.ts'

/** Files of one administrator. Each may contain every customer. */
const exportLimit = { name: 'customer-exports', points: 30, seconds: 3_600, factor: 1 } as const

interface CustomerDependencies {
  readonly database: Database
  readonly readDatabase: Database
  readonly trackingKey: Buffer
  readonly shopSettings: { readonly current: ShopSettings }
}

/** The people who order, and those of an earlier shop. */
export function customerRoutes(api: FastifyInstance, { database, readDatabase, trackingKey, shopSettings }: CustomerDependencies): void {
  const limit = createRateLimit({ ...exportLimit, database })

  const listCustomers = createCustomerList({ database })

  defineRoute(api, 'getCustomers', ({ query }) => listCustomers(query))

  defineRoute(api, 'getCustomer', async ({ params: { id } }) => {
    const found = await readCustomer({ database, id })
    return {
      ...found,
      cod: await readCustomerCod({ database, trackingKey, id }),
      codEvents: await listCodPersonEvents({ database, trackingKey, id }),
      pastOrders: await listPastOrdersOfCustomer({ database, returnWindowDays: shopSettings.current.policies.returnWindowDays, ...found }),
    }
  })

  defineRoute(api, 'restrictCod', async ({ params: { id }, body, request }) => {
    await restrictCod({ database, trackingKey, id, version: body.version, ...body, actorId: requireUser(request).id })
    return { message: 'Cash on delivery is limited.' }
  })

  defineRoute(api, 'allowCod', async ({ params: { id }, query: { version }, request }) => {
    await allowCod({ database, trackingKey, id, version, actorId: requireUser(request).id })
    return { message: 'Cash on delivery is possible again.' }
  })

  defineRoute(api, 'withdrawImportedConsent', async ({ params: { id }, request }) => {
    await recordInTransaction(
      { database, actorId: requireUser(request).id, call: 'withdrawImportedConsent', subject: { id, name: '' } },
      (trx) => withdrawImportedConsent({ database: trx, id }),
    )
    return { message: 'The consent is withdrawn.' }
  })

  defineRoute(api, 'deleteImportedCustomer', async ({ params: { id }, request }) => {
    await recordInTransaction(
      { database, actorId: requireUser(request).id, call: 'deleteImportedCustomer', subject: { id, name: '' } },
      (trx) => deleteImportedCustomer({ database: trx, id }),
    )
    return { message: 'The imported details are deleted.' }
  })

  defineRoute(api, 'exportCustomers', async ({ query: { who, category, days }, request, reply }) => {
    requireRight(request, 'exports')
    const { id: actorId } = requireUser(request)
    await limit.consume(actorId)
    request.log.info({ actorId, who }, 'Customers are exported')
    await recordActivity({ database, actorId, call: 'exportCustomers' })
    const parts = exportCustomers({
      database: readDatabase,
      isConsentedOnly: who === 'consented',
      segment: category === undefined && days === undefined ? undefined : { category, days },
      onEnd: (count) => request.log.info({ actorId, who, count }, 'Customers were exported'),
    })
    const name = who === 'consented' || category !== undefined || days !== undefined ? 'customers-who-agreed' : 'customers'
    reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${name}-${toIndianDay()}.csv"`)
    return createCsvStream({ columns: customerColumns, parts })
  })

  api.register(async (forms) => fileRoutes(forms, { database }))
}

async function fileRoutes(api: FastifyInstance, { database }: { database: Database }): Promise<void> {
  await acceptFiles(api)
  const read = async ({ file, consentDate, consentSource }: { file: File; consentDate: string; consentSource: string }) => ({
    database,
    csv: Buffer.from(await file.arrayBuffer()),
    defaults: { date: consentDate, source: consentSource },
  })

  defineRoute(api, 'checkCustomerFile', async ({ body }) => ({
    message: 'The file is checked.',
    ...(await importCustomers({ ...(await read(body)), isDryRun: true })),
  }))

  defineRoute(api, 'importCustomers', async ({ body, request }) => {
    const table = await read(body)
    const result = await recordInTransaction({ database, actorId: requireUser(request).id, call: 'importCustomers' }, (trx) =>
      importCustomers({ ...table, database: trx, isDryRun: false }),
    )
    return { message: 'The customers are imported.', ...result }
  })
}
