import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { toRupees } from '#contract/money.ts'
import type { Crowd, Outcome, Product } from './crowd.ts'
import { type OpenShop, openShop } from './open-shop.ts'
import { withClient } from './seed.ts'

/** Milliseconds within which everybody who is let in is answered, but for one in a hundred. */
const goalMs = 1_000

/** The server finds out in the first seconds of a rush how much it can take; those let in before wait longer. */
const settling = 4
const seconds = 12

/** Far more people than two cores can serve, and beside them a few who want to buy. */
const moments: Record<string, Partial<Record<Crowd['wish'], number>>> = {
  'a quiet day': { order: 8 },
  'readers without end': { read: 1_000, order: 8 },
  'pages without end': { page: 1_000, order: 8 },
  'buyers without end': { order: 800 },
  'a storm of sign-ins': { 'sign in': 400, order: 8 },
}

async function readProducts({ connection }: OpenShop): Promise<Product[]> {
  return withClient({
    connection,
    work: async (client) => {
      const { rows } = await client.query('select id, name, price_paise::int from products where stock > 1000 limit 2000')
      return rows.map(({ id, name, price_paise }) => ({ id, name, price: toRupees(price_paise) }))
    },
  })
}

/** Each crowd in a thread of its own, so that one does not wait for the other. */
async function send(crowd: Crowd): Promise<Outcome> {
  const worker = new Worker(new URL('./crowd.ts', import.meta.url), { workerData: crowd })
  const [outcome] = (await once(worker, 'message')) as [Outcome]
  return outcome
}

const quantile = (sorted: readonly number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN

/** One line of the table; true when the goal was met. */
function tell({ who, outcome: { admitted, turnedAway, faults } }: { who: string; outcome: Outcome }): boolean {
  const [p50, p99] = [quantile(admitted, 0.5), quantile(admitted, 0.99)]
  const met = faults === 0 && admitted.length > 0 && p99 < goalMs
  const figures = [
    Math.round(admitted.length / (seconds - settling)),
    p50.toFixed(0),
    p99.toFixed(0),
    turnedAway,
    faults,
    met ? 'yes' : 'NO',
  ]
  console.log(`| ${[who, ...figures].join(' | ')} |`)
  return met
}

/**
 * `node bench/overload.ts`: once the server knows its measure, those let in are answered within a second and the others are
 * told at once; those who buy are let in before those who look. Ends with 1 when that is not so.
 */
const shop = await openShop({ products: 10_000 })
try {
  const products = await readProducts(shop)
  console.log('| | let in/s | p50 ms | p99 ms | turned away | faults | under a second |\n|---|---|---|---|---|---|---|')
  for (const [moment, crowds] of Object.entries(moments)) {
    const sending = Object.entries(crowds).map(async ([wish, connections]) => {
      const outcome = await send({ origin: shop.origin, wish: wish as Crowd['wish'], connections, seconds, settling, products })
      return { who: `${moment}: ${wish}`, outcome }
    })
    for (const line of await Promise.all(sending)) if (!tell(line)) process.exitCode = 1
  }
} finally {
  await shop.close()
}
