import type { FastifyInstance } from 'fastify'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import type { Settlement } from '#contract/payments/settlements.ts'
import { recordInTransaction } from '../../activity/record-activity.ts'
import { protectText } from '../../csv/spreadsheet-rules.ts'
import { type CsvCell, formatCsv } from '../../csv/write-csv.ts'
import type { Database } from '../../database/schema.ts'
import { defineRoute } from '../../http/define-route.ts'
import { requireUser } from '../../http/session.ts'
import { acceptFiles } from '../../http/upload-table.ts'
import { importSettlements } from './import-settlements.ts'
import { listSettlements } from './list-settlements.ts'
import { readSettledMonths, readSettlements } from './read-settlements.ts'
import { resolveSettlementRow } from './resolve-row.ts'

const columns: Readonly<Record<string, (settlement: Settlement) => CsvCell>> = {
  Day: ({ settledOn }) => settledOn,
  UTR: ({ utr }) => utr && protectText(utr),
  Settlement: ({ _id }) => _id,
  Provider: ({ provider }) => provider,
  Payments: ({ payments }) => payments,
  Refunds: ({ refunds }) => -refunds,
  'Fees with tax': ({ fees }) => -fees,
  'Tax in the fees': ({ tax }) => -tax,
  Others: ({ others }) => others,
  Amount: ({ amount }) => amount,
  Rows: ({ rows }) => rows,
  'To explain': ({ open }) => open,
}

/** What payment providers have settled to the bank account. */
export function settlementRoutes(api: FastifyInstance, { database }: { database: Database }): void {
  defineRoute(api, 'getSettlements', ({ query }) => listSettlements({ database, ...query }))

  defineRoute(api, 'getSettlementMonths', async ({ query: { month = toIndianDay().slice(0, 7) } }) => ({
    months: await readSettledMonths({ database, month }),
  }))

  defineRoute(api, 'exportSettlements', async ({ query: { month }, reply }) => {
    const { settlements } = await readSettlements({ database, month })
    reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="settlements-${month ?? toIndianDay()}.csv"`)
    const rows = settlements.map((settlement) => Object.values(columns).map((read) => read(settlement)))
    return formatCsv({ columns: Object.keys(columns), rows, hasMark: true })
  })

  defineRoute(api, 'resolveSettlementRow', async ({ params: { id }, body: { note }, request }) => {
    await resolveSettlementRow({ database, id, note, resolvedBy: requireUser(request).id })
    return { message: 'The row is off the list.' }
  })

  api.register(async (forms) => fileRoutes(forms, { database }))
}

async function fileRoutes(api: FastifyInstance, { database }: { database: Database }): Promise<void> {
  await acceptFiles(api)
  const read = async (file: File) => Buffer.from(await file.arrayBuffer())

  defineRoute(api, 'checkSettlementFile', async ({ body: { file } }) => ({
    message: 'The file is checked.',
    ...(await importSettlements({ database, file: await read(file), isDryRun: true })),
  }))

  defineRoute(api, 'importSettlementFile', async ({ body: { file }, request }) => {
    const bytes = await read(file)
    const result = await recordInTransaction({ database, actorId: requireUser(request).id, call: 'importSettlementFile' }, (trx) =>
      importSettlements({ database: trx, file: bytes, isDryRun: false }),
    )
    return { message: 'The settlements are recorded.', ...result }
  })
}
