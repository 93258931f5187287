import type { ShopImportReport, SkippedFile } from '#contract/shop-import/shop-import.ts'
import type { Database } from '../database/schema.ts'
import { dayFiles } from '../shop-export/files/day-files.ts'
import { importParts } from './parts/list-parts.ts'
import type { OpenExport } from './read/open-export.ts'
import { readTable } from './read/read-table.ts'

const sumsStay = 'Figures begin here with the first order. Those of the earlier shop stay in the file.'

/** Files that belong to the shop that has written them. */
const skippedFiles: Readonly<Record<string, string>> = {
  'payments.csv': 'Payments stay with the shop and the provider that have taken them. Keep the file for your accounts.',
  'cash-refunds.csv': 'Refunds belong to orders of the earlier shop. Keep the file for your accounts.',
  'documents.csv': 'Documents are never written twice. Keep the file and the PDF files of the earlier shop for your accounts.',
  'returns.csv': 'Returns belong to orders of the earlier shop. Complete open ones there.',
  'tickets.csv': 'Tickets stay in the file. Answer open ones in the earlier shop.',
  'order-sources.csv': sumsStay,
  'orders-of-assistants.csv': 'Orders of the earlier shop become past orders here. An assistant asks the earlier shop about them.',
  'purchase-reports.csv': 'Consents belong to orders of the earlier shop.',
  'settlements.csv': 'Settlements belong to payments of the earlier shop. Keep the file for your accounts.',
  ...Object.fromEntries(dayFiles.map(({ name }) => [name, sumsStay])),
  'stock-movements.csv': 'The stock begins here with the quantities of products.csv.',
}

interface CheckedExport {
  readonly report: readonly ShopImportReport[]
  readonly skipped: readonly SkippedFile[]
  readonly shopName: string | null
}

/** What an uploaded export has, and what of it is not taken over. @throws FileRefusedError */
export async function checkExport({ database, file }: { database: Database; file: OpenExport }): Promise<CheckedExport> {
  const report: ShopImportReport[] = []
  for (const { part, file: name, count, countHere } of importParts) {
    const rows = await count(file)
    if (rows === 0) continue
    report.push({ part, file: name, rows, here: await countHere(database), new: 0, changed: 0, unchanged: 0, refused: 0 })
  }
  const skipped: SkippedFile[] = []
  for (const [name, reason] of Object.entries(skippedFiles)) {
    let rows = 0
    for await (const _ of readTable({ file, name })) rows += 1
    if (rows > 0) skipped.push({ file: name, rows, reason })
  }
  const settings = (await file.readJson('settings.json')) as { shop?: { name?: unknown } } | undefined
  const name = settings?.shop?.name
  return { report, skipped, shopName: typeof name === 'string' ? name.slice(0, 100) : null }
}
