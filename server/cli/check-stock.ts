import { withDatabase } from '../adapters/with-database.ts'
import { findDrift } from '../inventory/ledger.ts'
import { readSettings } from '../settings.ts'
import { runCommand } from './run-command.ts'

/** Sums every stock again from its movements. Ends with 1 when one of them does not agree. */
async function run(): Promise<void> {
  const settings = readSettings(process.env)
  const { products, drifts } = await withDatabase({ settings, work: (database) => findDrift({ database }) })
  if (drifts.length === 0) {
    console.log(`\n  Stock and movements agree. Products: ${products}.\n`)
    return
  }
  const lines = drifts.map(({ id, name, stock, ledger }) => `${name} (${id}): the stock is ${stock}, its movements come to ${ledger}`)
  console.error(`\n  ${drifts.length} of ${products} products have drifted:\n  ${lines.join('\n  ')}\n`)
  process.exitCode = 1
}

await runCommand(run)
