import { formatRupees } from '#contract/kernel/money.ts'
import { documentFaultTexts } from '#contract/tax/document-faults.ts'
import { withDatabase } from '../adapters/with-database.ts'
import { checkBooks } from '../tax/books/check-books.ts'
import { runCommand } from './run-command.ts'

/** Looks for gaps in the numbers of documents, for documents that contradict themselves and for deliveries without one, and compares the documents of each order with the order. Exits with 1 on a difference. */
await runCommand(async ({ settings }) => {
  const {
    documents,
    orders,
    gaps,
    differences,
    faults = [],
    missing = [],
  } = await withDatabase({ settings, work: (database) => checkBooks({ database }) })
  if (gaps.length + differences.length + faults.length + missing.length === 0) {
    console.log(`\n  The numbers of all documents (${documents}) have no gap, and their sums match their orders (${orders}).\n`)
    return
  }
  const lines = [
    ...gaps.map(({ series, year, missing }) => `${series}/${year}: no document has the number ${missing.join(', ')}`),
    ...differences.map(
      ({ order, documents: sum, expected }) =>
        `${order.number}: the sum of its documents is ${formatRupees(sum)}, that of the order ${formatRupees(expected)}`,
    ),
    ...faults.map(({ written, fault }) => `${written}: ${documentFaultTexts[fault]}`),
    ...missing.map(({ number }) => `${number}: it has left without a document`),
  ]
  console.error(`\n  The books have ${lines.length} differences:\n  ${lines.join('\n  ')}\n`)
  process.exitCode = 1
})
