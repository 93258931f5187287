import { Readable } from 'node:stream'
import type { ShopSettings } from '#contract/settings/setting-groups.ts'
import { shopFileVersion } from '#contract/shop-export/shop-export-limits.ts'
import { type CsvCell, createCsvStream } from '../../csv/write-csv.ts'
import type { Database } from '../../database/schema.ts'
import { exportRules, ruleColumns } from '../../delivery-rules/rule-lists.ts'
import { customerColumns, exportCustomers } from '../../orders/customers/export-customers.ts'
import { exportRedirects, redirectColumns } from '../../redirects/list-redirects.ts'
import { businessFiles } from './business-files.ts'
import { catalogFiles } from './catalog-files.ts'
import { dayFiles } from './day-files.ts'
import { figureFiles } from './figure-files.ts'
import { orderFile } from './order-file.ts'
import { productFileColumns, readProductFile } from './product-file.ts'
import { readTableFile, type TableFile } from './table-file.ts'

/** A file of the export besides its pictures. */
export interface ExportFile {
  readonly name: string
  /** for the README */
  readonly about: string
  /** `onRows` is called with the number of rows that have been read since */
  readonly open: (onRows: (count: number) => Promise<void>) => Readable
}

interface ExportSource {
  readonly database: Database
  readonly origin: string
  readonly settings: ShopSettings
}

interface CsvExportFile extends Omit<ExportFile, 'open'> {
  readonly columns: readonly string[]
  readonly read: () => AsyncIterable<readonly (readonly CsvCell[])[]>
}

const toExportFile = ({ columns, read, ...file }: CsvExportFile): ExportFile => ({
  ...file,
  open: (onRows) => createCsvStream({ columns, parts: countRows(read(), onRows) }),
})

async function* countRows<Row>(parts: AsyncIterable<readonly Row[]>, onRows: (count: number) => Promise<void>) {
  for await (const rows of parts) {
    yield rows
    await onRows(rows.length)
  }
}

const toCsvFile = ({ file, database }: { file: TableFile; database: Database }): ExportFile =>
  toExportFile({ name: file.name, about: file.about, columns: Object.keys(file.columns), read: () => readTableFile({ database, file }) })

/** All files of the export besides pictures and README, in their order. */
export function listExportFiles({ database, origin, settings }: ExportSource): ExportFile[] {
  const toCsv = (file: TableFile) => toCsvFile({ file, database })
  return [
    toExportFile({
      name: 'products.csv',
      about:
        "All products with the columns of Shopify's product file, which other shops can import too, and behind them what Shopify has no columns for. Pictures are named by their public addresses.",
      columns: productFileColumns,
      read: () => readProductFile({ database, origin, vendor: settings.shop.name }),
    }),
    ...catalogFiles.map(toCsv),
    toCsv(orderFile),
    ...businessFiles.map(toCsv),
    ...figureFiles.map(toCsv),
    ...dayFiles.map(toCsv),
    toExportFile({
      name: 'customers.csv',
      about: 'Everybody who has ordered or was imported, with consents to messages about offers.',
      columns: customerColumns,
      read: () => exportCustomers({ database, isConsentedOnly: false, onEnd: () => {} }),
    }),
    toExportFile({
      name: 'redirects.csv',
      about: 'Old addresses and where they lead.',
      columns: redirectColumns,
      read: () => exportRedirects({ database }),
    }),
    toExportFile({
      name: 'delivery-rules.csv',
      about: 'Where is delivered, how long it takes and what it costs, by the first digits of PIN codes.',
      columns: ruleColumns,
      read: () => exportRules({ database }),
    }),
    {
      name: 'manifest.json',
      about: 'The version of these files, by which another shop of this software knows whether it can read them.',
      open: () => Readable.from([JSON.stringify({ software: 'loom-and-lane', version: shopFileVersion })], { objectMode: false }),
    },
    {
      name: 'settings.json',
      about: 'What is set under Shop: name and contact, front page, policy figures and so on. There are no passwords and keys in it.',
      open: () => Readable.from([JSON.stringify(settings, null, 2)], { objectMode: false }),
    },
  ]
}

interface Readme {
  readonly settings: ShopSettings
  /** the day in India */
  readonly day: string
  readonly files: readonly Pick<ExportFile, 'name' | 'about'>[]
}

/** What each file of the export is. */
export function formatReadme({ settings, day, files }: Readme): string {
  const lines = [
    ...files,
    {
      name: 'pictures/',
      about: 'The pictures as they are stored, the logo, the icon and videos. products.csv names them by their address.',
    },
  ]
  return [
    `${settings.shop.name}: everything that the shop had on ${day}`,
    '',
    'The files have personal data of customers. Keep them safe, and delete them when you no longer need them.',
    '',
    'Tables are CSV files in UTF-8 that spreadsheets open. Amounts are in rupees, times are Indian time. A cell that would be a formula begins',
    'with an apostrophe. The shop was open while the files were written, so a later file can have what an earlier one has not.',
    '',
    ...lines.flatMap(({ name, about }) => [name, `  ${about}`, '']),
    'Not in this file: accounts with their PINs, bank details of refunds, mails that were sent, and the documents as PDF.',
    'A backup (npm run backup) has all of it, for this software.',
    '',
  ].join('\r\n')
}
