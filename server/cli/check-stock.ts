import { withDatabase } from '../adapters/with-database.ts'
import { findDrift } from '../inventory/ledger.ts'
import { findOrderDrift } from '../inventory/order-drift.ts'
import { runCommand } from './run-command.ts'

/**
 * Compares the stock of each product and size with the sum of its movements, of each product with its sizes, and with what is kept of low stock, and the
 * pieces of orders and holds with their movements. Exits with 1 on a difference.
 */
await runCommand(async ({ settings }) => {
  const { orders, products, drifts, sums, lows } = await withDatabase({
    settings,
    work: async (database) => ({ orders: await findOrderDrift({ database }), ...(await findDrift({ database })) }),
  })
  if ([orders, drifts, sums, lows].every(({ length }) => length === 0)) {
    console.log(`\n  The stock of all products (${products}) matches its movements.\n`)
    return
  }
  const formatName = ({ name, id, size }: { name: string; id: string; size?: string | null }) =>
    `${name} (${id})${size ? `, size ${size}` : ''}`
  const lines = [
    ...drifts.map((drift) => `${formatName(drift)}: the stock is ${drift.stock}, the sum of its movements is ${drift.ledger}`),
    ...sums.map((sum) => `${formatName(sum)}: the stock is ${sum.stock}, the sum of its sizes is ${sum.sizes}`),
    ...lows.map((low) => `${formatName(low)}: the stock is ${low.stock}, ${low.low ?? 'nothing'} is kept as low stock`),
  ]
  if (lines.length > 0) {
    const differing = new Set([...drifts, ...sums, ...lows].map(({ id }) => id)).size
    console.error(`\n  The stock of ${differing} of ${products} products differs from its movements:\n  ${lines.join('\n  ')}\n`)
  }
  if (orders.length > 0) {
    const texts = orders.map(({ owner, name, pieces, taken }) => `${owner}, ${name}: it has ${pieces}, its movements have taken ${taken}`)
    console.error(`\n  Orders and holds that differ from their movements:\n  ${texts.join('\n  ')}\n`)
  }
  process.exitCode = 1
})
