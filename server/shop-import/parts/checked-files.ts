import { formatCsv } from '../../csv/write-csv.ts'
import { countRows } from '../../database/count-rows.ts'
import type { Database } from '../../database/schema.ts'
import { importRules } from '../../delivery-rules/import-rule-file.ts'
import { importCustomers } from '../../orders/customers/import-customers.ts'
import { importPastOrders } from '../../orders/past-orders/import-past-orders.ts'
import { importRedirects } from '../../redirects/import-redirects.ts'
import type { FileRow } from '../read/read-table.ts'
import { defineTablePart, type ImportContext, type ImportPart, type ItemResult } from './import-part.ts'

// Files that the shop can import by themselves: they are read by the same rules, in slices.

/** At most as many as the replies of these imports name. */
const slice = 200

const joinLines = (text: string): string =>
  text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .join(' ')

interface SliceResult {
  readonly lines: readonly { readonly line: number; readonly outcome: ItemResult['outcome']; readonly reason: string | null }[]
}

interface CheckedFile extends Pick<ImportPart, 'part' | 'file'> {
  readonly needs: readonly string[]
  readonly groupBy?: string
  readonly table: 'redirects' | 'delivery_rules' | 'imported_customers' | 'past_orders'
  /** what names a line in the list of problems */
  readonly name: string
  /** lines that would change something are left out when the administrator keeps what is here */
  readonly hasChoice: boolean
  readonly load: (slice: { context: ImportContext; csv: Uint8Array; isDryRun: boolean }) => Promise<SliceResult>
}

const defineCheckedFile = ({ table, name, hasChoice, load, ...part }: CheckedFile): ImportPart =>
  defineTablePart({
    ...part,
    batchSize: slice,
    countHere: (database: Database) => countRows(database.selectFrom(table)),
    prepare: async (context) => async (groups) => {
      const isKept = hasChoice && context.choice === 'mine'
      const first = await loadSlice({ context, load, groups, isDryRun: isKept })
      if (isKept) {
        const added = groups.filter((_, index) => first[index]?.outcome === 'new')
        if (added.length > 0) await loadSlice({ context, load, groups: added, isDryRun: false })
      }
      return groups.map(([row], index): ItemResult => {
        const { outcome = 'unchanged', reason = null } = first[index] ?? {}
        const shown = { line: row?.line ?? 0, name: row?.cells[name] ?? '' }
        if (isKept && outcome === 'changed') return { ...shown, outcome: 'unchanged', reason: null }
        return { ...shown, outcome, reason: outcome === 'unchanged' ? null : reason }
      })
    },
  })

interface Slice {
  readonly context: ImportContext
  readonly load: CheckedFile['load']
  readonly groups: readonly (readonly FileRow[])[]
  readonly isDryRun: boolean
}

/** What becomes of each group. */
async function loadSlice({ context, load, groups, isDryRun }: Slice): Promise<(SliceResult['lines'][number] | undefined)[]> {
  const columns = Object.keys(groups[0]?.[0]?.cells ?? {})
  // Each row has one line, so that lines of the slice can be found again.
  const rows = groups.flat().map(({ cells }) => columns.map((heading) => joinLines(cells[heading] ?? '')))
  const { lines } = await load({ context, csv: Buffer.from(formatCsv({ columns, rows, hasMark: true })), isDryRun })
  const byLine = new Map(lines.map((line) => [line.line, line]))
  let next = 2
  return groups.map((group) => {
    const found = byLine.get(next)
    next += group.length
    return found
  })
}

export const redirectsPart = defineCheckedFile({
  part: 'redirects',
  file: 'redirects.csv',
  needs: ['From', 'To'],
  table: 'redirects',
  name: 'From',
  hasChoice: true,
  load: ({ context: { database }, csv, isDryRun }) => importRedirects({ database, csv, isDryRun }),
})

export const deliveryRulesPart = defineCheckedFile({
  part: 'deliveryRules',
  file: 'delivery-rules.csv',
  needs: [],
  table: 'delivery_rules',
  name: 'PIN code',
  hasChoice: true,
  load: ({ context: { database, actorId }, csv, isDryRun }) => importRules({ database, csv, actorId, isDryRun }),
})

/** The newer decision about messages counts, as for each file of customers. */
export const customersPart = defineCheckedFile({
  part: 'customers',
  file: 'customers.csv',
  needs: ['Phone', 'Email'],
  table: 'imported_customers',
  name: 'Name',
  hasChoice: false,
  load: ({ context: { database }, csv, isDryRun }) => importCustomers({ database, csv, isDryRun, defaults: { date: '', source: '' } }),
})

const loadPastOrders: CheckedFile['load'] = ({ context: { database, actorId, fileName, id }, csv, isDryRun }) =>
  importPastOrders({ database, file: csv, fileName, actorId, isDryRun, importId: id })

export const pastOrdersPart = defineCheckedFile({
  part: 'pastOrders',
  file: 'past-orders.csv',
  needs: ['Order', 'Placed on'],
  groupBy: 'Order',
  table: 'past_orders',
  name: 'Order',
  hasChoice: false,
  load: loadPastOrders,
})

/** Orders become past orders: their payments, documents and returns belong to the shop that has made them. */
export const ordersPart = defineCheckedFile({
  part: 'orders',
  file: 'orders.csv',
  needs: ['Order', 'Placed (IST)'],
  groupBy: 'Order',
  table: 'past_orders',
  name: 'Order',
  hasChoice: false,
  load: loadPastOrders,
})
