import { readFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { apiBase } from '#contract/api.ts'
import { buildGuestOrder, listOrdered } from './guest-order.ts'
import { type OpenShop, openShop } from './open-shop.ts'
import { type LoadRequest, runWrk } from './run-wrk.ts'
import { askInTurn, post } from './wrk-scripts.ts'

/**
 * `npm run bench [-- list order …]`: responses a second and their times in a shop of 1,000 products, for the rows whose name has one of these
 * words, and the memory of the server's process.
 */
const connections = 32
const seconds = 5
const sampleMs = 250

const searches = ['cotton', 'teal tee', 'monsoon hoodie', 'lantren joggers', 'rust cargos', 'ink', 'plum orchard tee', 'ultraviolet']

async function listRequests({ client }: OpenShop): Promise<Record<string, LoadRequest>> {
  const { rows } = await client.query<{ id: string }>(`select id from products where status = 'on_sale' limit 500`)
  const ids = rows.map(({ id }) => id)
  const [first] = ids
  const uncached = (paths: readonly string[]) => askInTurn({ paths, isNew: true })
  const ordered = await listOrdered({ client })
  return {
    'list, JSON, cached': { path: `${apiBase}/products/getAll?page=1&limit=7` },
    'product, JSON, cached': { path: `${apiBase}/products/${first}` },
    'home, HTML, cached': { path: '/buy' },
    'product, HTML, cached': { path: `/product/${first}` },
    'list, JSON': uncached(Array.from({ length: 140 }, (_, index) => `${apiBase}/products/getAll?page=${index + 1}&limit=7`)),
    'product, JSON': uncached(ids.map((id) => `${apiBase}/products/${id}`)),
    'search, JSON': uncached(searches.map((text) => `${apiBase}/products/getAll?page=1&limit=7&q=${encodeURIComponent(text)}`)),
    'facets, JSON': uncached(['TEE', 'JOGGER', 'HOODIE'].map((category) => `${apiBase}/products/facets?category=${category}&size=M`)),
    'home, HTML': uncached(['/buy']),
    'category, HTML': uncached(['TEE', 'JOGGER', 'HOODIE', 'DENIM'].map((category) => `/buy?category=${category}`)),
    'product, HTML': uncached(ids.map((id) => `/product/${id}`)),
    'search, HTML': uncached(searches.map((text) => `/buy?q=${encodeURIComponent(text)}`)),
    'guest order': post({
      path: `${apiBase}/guest/cashondelivery`,
      bodies: ordered.map((product) => buildGuestOrder({ product, phone: 'PHONE' })),
    }),
  }
}

/** Resident memory of a process in megabytes. */
const readMegabytes = (pid: number) => Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024)

const words = process.argv.slice(2)
const shop = await openShop('small')
const megabytes: number[] = []
const timer = setInterval(() => megabytes.push(readMegabytes(shop.pid)), sampleMs)
try {
  console.log(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, ${connections} connections, ${seconds} s\n`)
  console.log('| Work | Per second | p50 ms | p99 ms | Failures | Load |\n|---|---|---|---|---|---|')
  for (const [name, request] of Object.entries(await listRequests(shop))) {
    if (words.length > 0 && !words.some((word) => name.includes(word))) continue
    const { rate, p50, p99, failures } = await runWrk({ origin: shop.origin, connections, seconds, request })
    console.log(`| ${[name, rate.toFixed(0), p50, p99, failures, loadavg()[0]?.toFixed(1)].join(' | ')} |`)
    if (failures > 0) process.exitCode = 1
  }
  const sorted = megabytes.toSorted((one, other) => one - other)
  console.log(`\nMemory: median ${sorted[Math.floor(sorted.length / 2)]} MB, largest ${sorted.at(-1)} MB`)
} finally {
  clearInterval(timer)
  await shop.close()
}
