import type { FastifyInstance } from 'fastify'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { createCsvStream } from '../csv/write-csv.ts'
import type { Database } from '../database/schema.ts'
import { defineRoute } from '../http/define-route.ts'
import { requireUser } from '../http/session.ts'
import { acceptFiles } from '../http/upload-table.ts'
import { addRule, deleteRule, editRule } from './change-rule.ts'
import { importRules } from './import-rule-file.ts'
import { exportRules, listRuleEvents, listRules, ruleColumns } from './rule-lists.ts'

/** Calls of administrators about where the shop delivers and takes cash. */
export function deliveryRuleRoutes(api: FastifyInstance, { database }: { database: Database }): void {
  defineRoute(api, 'getDeliveryRules', ({ query }) => listRules({ database, ...query }))

  defineRoute(api, 'getDeliveryRuleEvents', async () => ({ events: await listRuleEvents({ database }) }))

  defineRoute(api, 'addDeliveryRule', async ({ body: values, request }) => ({
    message: 'The rule is added.',
    rule: await addRule({ database, values, actorId: requireUser(request).id }),
  }))

  defineRoute(api, 'editDeliveryRule', async ({ params: { id }, body: { version, ...values }, request }) => ({
    message: 'The rule is changed.',
    rule: await editRule({ database, id, version, values, actorId: requireUser(request).id }),
  }))

  defineRoute(api, 'deleteDeliveryRule', async ({ params: { id }, query: { version }, request }) => {
    await deleteRule({ database, id, version, actorId: requireUser(request).id })
    return { message: 'The rule is deleted.' }
  })

  defineRoute(api, 'exportDeliveryRules', async ({ reply }) => {
    const day = toIndianDay()
    reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="delivery-rules-${day}.csv"`)
    return createCsvStream({ columns: ruleColumns, parts: exportRules({ database }) })
  })

  api.register(async (forms) => fileRoutes(forms, { database }))
}

async function fileRoutes(api: FastifyInstance, { database }: { database: Database }): Promise<void> {
  await acceptFiles(api)
  const read = async (file: File) => Buffer.from(await file.arrayBuffer())

  defineRoute(api, 'checkDeliveryRuleFile', async ({ body: { file }, request }) => ({
    message: 'The file is checked.',
    ...(await importRules({ database, csv: await read(file), actorId: requireUser(request).id, isDryRun: true })),
  }))

  defineRoute(api, 'importDeliveryRules', async ({ body: { file, missing }, request }) => ({
    message: 'The rules are imported.',
    ...(await importRules({ database, csv: await read(file), actorId: requireUser(request).id, isDryRun: false, missing })),
  }))
}
