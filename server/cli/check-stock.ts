import { withDatabase } from '../adapters/with-database.ts'
import { findDrift } from '../inventory/ledger.ts'
import { runCommand } from './run-command.ts'

/** Compares the stock of each product with the sum of its movements. Exits with 1 on a difference. */
await runCommand(async ({ settings }) => {
  const { products, drifts } = await withDatabase({ settings, work: (database) => findDrift({ database }) })
  if (drifts.length === 0) {
    console.log(`\n  The stock of all products (${products}) matches its movements.\n`)
    return
  }
  const lines = drifts.map(({ id, name, stock, ledger }) => `${name} (${id}): the stock is ${stock}, the sum of its movements is ${ledger}`)
  console.error(`\n  The stock of ${drifts.length} of ${products} products differs from its movements:\n  ${lines.join('\n  ')}\n`)
  process.exitCode = 1
})
