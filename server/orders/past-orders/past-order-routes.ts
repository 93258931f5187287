import type { FastifyInstance } from 'fastify'
import { recordInTransaction } from '../../activity/record-activity.ts'
import { defineRoute } from '../../http/define-route.ts'
import { requireUser } from '../../http/session.ts'
import { acceptFiles } from '../../http/upload-table.ts'
import type { OrderDependencies } from '../order/order-dependencies.ts'
import { searchPastOrders } from './find-past-orders.ts'
import { importPastOrders, listPastOrderImports, undoPastOrderImport } from './import-past-orders.ts'

type PastOrderDependencies = Pick<OrderDependencies, 'database' | 'shopSettings'>

/** Calls of administrators about orders of an earlier shop. */
export function pastOrderRoutes(api: FastifyInstance, { database, shopSettings }: PastOrderDependencies): void {
  defineRoute(api, 'getPastOrders', async ({ query: { q } }) => {
    const { returnWindowDays } = shopSettings.current.policies
    return { orders: await searchPastOrders({ database, q, returnWindowDays }) }
  })

  defineRoute(api, 'getPastOrderImports', async () => ({ imports: await listPastOrderImports({ database }) }))

  defineRoute(api, 'undoPastOrderImport', async ({ params: { id }, request }) => {
    await recordInTransaction({ database, actorId: requireUser(request).id, call: 'undoPastOrderImport' }, (trx) =>
      undoPastOrderImport({ database: trx, id }),
    )
    return { message: 'The orders of this import are removed.' }
  })

  api.register(async (forms) => fileRoutes(forms, { database }))
}

async function fileRoutes(api: FastifyInstance, { database }: Pick<PastOrderDependencies, 'database'>): Promise<void> {
  await acceptFiles(api)
  const read = async (file: File) => ({ database, file: Buffer.from(await file.arrayBuffer()), fileName: file.name })

  defineRoute(api, 'checkPastOrderFile', async ({ body: { file }, request }) => ({
    message: 'The file is checked.',
    ...(await importPastOrders({ ...(await read(file)), actorId: requireUser(request).id, isDryRun: true })),
  }))

  defineRoute(api, 'importPastOrders', async ({ body: { file }, request }) => {
    const actorId = requireUser(request).id
    const table = await read(file)
    const result = await recordInTransaction({ database, actorId, call: 'importPastOrders' }, (trx) =>
      importPastOrders({ ...table, database: trx, actorId, isDryRun: false }),
    )
    return { message: 'The orders are imported.', ...result }
  })
}
