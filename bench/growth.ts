import type pg from 'pg'
import { growthCalls } from './growth-calls.ts'
import { openShop, type ShopSize, shopSizes } from './open-shop.ts'
import { signIn } from './sign-in.ts'

/**
 * `npm run bench:growth [-- large] [--only=desk]`: what each call takes, one at a time, in a small shop and in the largest that the server is built for.
 * The folders of the shops stay in the temporary folder for the next run.
 */
const maxRequests = 20
const maxMsPerCall = 2_500

const options = process.argv.slice(2)
const asked = (Object.keys(shopSizes) as ShopSize[]).filter((size) => options.includes(size))
const sizes = asked.length > 0 ? asked : (Object.keys(shopSizes) as ShopSize[])
const only = options.find((option) => option.startsWith('--only='))?.slice('--only='.length) ?? ''

interface Times {
  readonly median: number
  readonly p95: number
}

/** A call of which a statement takes too long fails. */
const format = (times: Times | undefined): string =>
  !times || Number.isNaN(times.median) ? 'fails' : `${times.median.toFixed(1)} / ${times.p95.toFixed(1)}`

/** A shop of this size, filled at its first start. */
async function measureShop(size: ShopSize): Promise<Map<string, Times>> {
  const shop = await openShop(size)
  try {
    const opened = { ...shop, cookie: await signInAdministrator(shop) }
    const times = new Map<string, Times>()
    for (const [name, prepare] of Object.entries(growthCalls)) {
      if (!name.includes(only)) continue
      const measured = await measureCall(await prepare(opened))
      times.set(name, measured)
      console.error(`${size} ${name}: ${format(measured)}`)
    }
    return times
  } finally {
    await shop.close()
  }
}

async function signInAdministrator({ origin, client }: { origin: string; client: pg.Client }): Promise<string> {
  const name = `growth-${Date.now()}`
  const cookie = await signIn({ origin, name, pin: '4321' })
  await client.query(`update users set role = 'admin' where name = $1`, [name])
  return cookie
}

/** Sends different requests one after the other. The first is not measured: it plans and compiles. */
async function measureCall(send: (turn: number) => Promise<Response>): Promise<Times> {
  const durations: number[] = []
  const end = performance.now() + maxMsPerCall
  for (let turn = 0; turn <= maxRequests && (turn < 4 || performance.now() < end); turn += 1) {
    const start = performance.now()
    const reply = await send(turn)
    await reply.arrayBuffer()
    if (turn > 0) durations.push(performance.now() - start)
    // A statement that takes too long is answered with 503.
    if (!reply.ok) return { median: Number.NaN, p95: Number.NaN }
  }
  durations.sort((a, b) => a - b)
  // The nearest rank: of 20 requests the 19th is the 95 % one.
  const quantile = (part: number) => durations[Math.ceil(durations.length * part) - 1] ?? Number.NaN
  return { median: quantile(0.5), p95: quantile(0.95) }
}

const columns: Map<string, Times>[] = []
for (const size of sizes) columns.push(await measureShop(size))
console.log(
  `| Call (median / 95 % in ms) | ${sizes.map((size) => `${shopSizes[size].products} products, ${shopSizes[size].orders} orders`).join(' | ')} |`,
)
console.log(`|---|${'---|'.repeat(columns.length)}`)
for (const name of Object.keys(growthCalls)) {
  if (columns[0]?.has(name)) console.log(`| ${name} | ${columns.map((times) => format(times.get(name))).join(' | ')} |`)
}
