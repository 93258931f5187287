import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { importLimits } from '#contract/catalog-admin/import-fields.ts'
import { findRunningDatabase } from '#server/adapters/embedded-postgres/embedded-postgres.ts'
import { signIn } from './sign-in.ts'
import { startShop } from './start-shop.ts'

/**
 * `npm run bench:files [-- 20000]`: imports that number of products, exports the whole shop, and measures both and the longest wait of other
 * requests.
 */
const count = Number(process.argv[2] ?? 20_000)

const dataDir = await mkdtemp(join(tmpdir(), 'shop-files-'))
const shop = await startShop({
  settings: { DATA_DIR: dataDir, DEMO: 'off', ADMIN_PIN: 'pin of a bench', LIMITS_FACTOR: '1000000', ADMIN_SECOND_FACTOR: 'optional' },
})
const api = `${shop.origin}/api/v1`
const client = new pg.Client(await findRunningDatabase({ dataDir }))

try {
  await client.connect()
  const cookie = await signIn({ origin: shop.origin, name: 'admin', pin: 'pin of a bench' })
  console.log('| Work | Seconds | Peak memory MB | Other requests: longest wait ms | p99 ms |\n|---|---|---|---|---|')
  await measure('nothing, for 10 seconds', () => wait(10_000))
  for (let first = 0; first < count; first += importLimits.rows) {
    const last = Math.min(count, first + importLimits.rows)
    const id = await measure(`check a file of ${last - first} products`, () => upload({ cookie, first, last }))
    await measure(`import ${last - first} products`, () => runImport({ cookie, id }))
  }
  await measure(`export everything: ${count} products`, () => exportEverything({ cookie }))
} finally {
  await client.end()
  await shop.close()
  await rm(dataDir, { recursive: true, force: true })
}

/** Does the work, and meanwhile asks for a list that no cache has, again and again. */
async function measure<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  // The peak begins again.
  await writeFile(`/proc/${shop.pid}/clear_refs`, '5')
  const stop = new AbortController()
  const waits: number[] = []
  const probing = (async () => {
    for (let turn = 1; !stop.signal.aborted; turn += 1) {
      const begun = performance.now()
      await (await fetch(`${api}/products/getAll?page=1&limit=7&maxPrice=${100_000 + turn}`)).arrayBuffer()
      waits.push(performance.now() - begun)
      await wait(20)
    }
  })()
  const begun = performance.now()
  const result = await work().finally(() => stop.abort())
  const seconds = (performance.now() - begun) / 1_000
  await probing
  const sorted = waits.toSorted((a, b) => a - b)
  const peak = Number(/VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${shop.pid}/status`, 'utf8'))?.[1]) / 1_024
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0
  console.log(`| ${name} | ${seconds.toFixed(1)} | ${peak.toFixed(0)} | ${sorted.at(-1)?.toFixed(0)} | ${p99.toFixed(0)} |`)
  return result
}

function buildCsv({ first, last }: { first: number; last: number }): string {
  const rows = Array.from({ length: last - first }, (_, index) => {
    const n = first + index
    return `bench-${n},Bench tee ${n},"Combed cotton, number ${n} of its run.",TEE,${300 + (n % 900)},1299,${n % 50},Indigo,"100% cotton, 180 GSM",6109,India,"Weavers, Bengaluru"`
  })
  return ['Handle,Name,Description,Category,Price,MRP,Stock,Colour,Fabric,HSN code,Country of origin,Maker', ...rows].join('\n')
}

async function send(method: string, path: string, cookie: string, body?: object) {
  const headers = { cookie, ...(body && { 'content-type': 'application/json' }) }
  const reply = await fetch(api + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const answer = await reply.json()
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(answer)}`)
  return answer
}

async function waitFor<Answer>(read: () => Promise<Answer>, isDone: (answer: Answer) => boolean): Promise<Answer> {
  for (;;) {
    const answer = await read()
    if (isDone(answer)) return answer
    await wait(100)
  }
}

async function upload({ cookie, first, last }: { cookie: string; first: number; last: number }): Promise<string> {
  const form = new FormData()
  form.append('file', new File([buildCsv({ first, last })], 'products.csv'))
  const reply = await fetch(`${api}/products/imports`, { method: 'POST', headers: { cookie }, body: form })
  const { _id: id } = await reply.json()
  await waitFor(
    () => send('GET', `/products/imports/${id}`, cookie),
    ({ state }) => state === 'checked',
  )
  return id
}

async function runImport({ cookie, id }: { cookie: string; id: string }): Promise<void> {
  const { version } = await send('GET', `/products/imports/${id}`, cookie)
  await send('POST', `/products/imports/${id}/run`, cookie, { version, acceptsLowPrices: true })
  const { state, outcomes } = await waitFor(
    () => send('GET', `/products/imports/${id}`, cookie),
    ({ state }) => state === 'done' || state === 'failed' || state === 'stopped',
  )
  if (state !== 'done') throw new Error(`The import is ${state}: ${JSON.stringify(outcomes)}`)
}

async function exportEverything({ cookie }: { cookie: string }): Promise<void> {
  const { export: started } = await send('POST', '/shop-exports', cookie, {})
  const path = `/shop-exports/${started._id}`
  const { state, bytes } = await waitFor(
    () => send('GET', path, cookie),
    (answer) => answer.finishedAt !== null,
  )
  console.error(`The export is ${state} and has ${Math.round(bytes / 1_024)} KB.`)
}
