import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { apiBase } from '#contract/api.ts'
import { startShop } from './start-shop.ts'

// Honest sign-ins while fifty IP addresses with two connections each register names at full speed: `node bench/sign-in-load.ts`.
// Exits with 1 when a floor is missed. Clients and server share the machine.

const attackSeconds = 30
const attackingAddresses = 50
const connectionsPerAddress = 2
const intervalMs = 500
const honestCount = 40
/** Nobody waits for longer. */
const timeoutMs = 30_000

/** How many honest sign-ins must succeed, and within which time. */
const floors = { known: { share: 0.95, seconds: 3 }, new: { share: 0.8, seconds: 10 } } as const

interface SignIn {
  readonly name: string
  readonly pin: string
  readonly from: string
  readonly cookie?: string
}

const shop = await startShop({ settings: { TRUST_PROXY: '1', LIMITS_FACTOR: '1' } })

async function signIn({ from, cookie, ...body }: SignIn): Promise<{ status: number; seconds: number; cookie: string }> {
  const start = performance.now()
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': from, ...(cookie && { cookie }) }
  const reply = await fetch(`${shop.origin}${apiBase}/users/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => undefined)
  await reply?.arrayBuffer()
  const cookies = reply?.headers.getSetCookie() ?? []
  const seconds = (performance.now() - start) / 1_000
  return { status: reply?.status ?? 0, seconds, cookie: cookies.map((each) => each.split(';')[0]).join('; ') }
}

/** Shoppers from before, each with the cookie of a device. */
async function registerShoppers(): Promise<(Omit<SignIn, 'from'> & { cookie: string })[]> {
  const shoppers = []
  for (let index = 0; index < honestCount; index += 1) {
    const account = { name: `shopper ${randomUUID().slice(0, 8)}`, pin: '7294' }
    const { status, cookie } = await signIn({ ...account, from: `198.51.${index}.1` })
    if (status !== 200) throw new Error(`A shopper could not register: ${status}.`)
    shoppers.push({ ...account, cookie })
  }
  return shoppers
}

const statuses = new Map<number, number>()
let isOver = false

async function attack(from: string): Promise<void> {
  while (!isOver) {
    const { status } = await signIn({ name: `script ${randomUUID().slice(0, 18)}`, pin: '7294', from })
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
}

/** Signs in one after the other at a fixed pace, whether the ones before have ended or not. */
async function measure({ signIns, floor }: { signIns: readonly SignIn[]; floor: { share: number; seconds: number } }): Promise<string> {
  const results = await Promise.all(
    signIns.map(async (each, index) => {
      await wait(index * intervalMs)
      return signIn(each)
    }),
  )
  const inTime = results.filter(({ status, seconds }) => status === 200 && seconds <= floor.seconds).length
  const times = results.map(({ seconds }) => seconds).toSorted((a, b) => a - b)
  if (inTime < floor.share * results.length) process.exitCode = 1
  const [median = 0, last = 0] = [times[Math.floor(times.length / 2)], times.at(-1)]
  return `${inTime} of ${results.length} within ${floor.seconds} s (floor ${floor.share * 100} %), median ${median.toFixed(1)} s, slowest ${last.toFixed(1)} s`
}

try {
  const shoppers = await registerShoppers()
  const addresses = Array.from({ length: attackingAddresses }, (_, index) => `203.0.${index}.1`)
  const attacks = Array.from({ length: connectionsPerAddress }, () => addresses.map(attack)).flat()
  await wait(2_000)
  const [known, unknown] = await Promise.all([
    measure({ signIns: shoppers.map((shopper, index) => ({ ...shopper, from: `198.51.${index}.1` })), floor: floors.known }),
    measure({ signIns: shoppers.map(({ name, pin }, index) => ({ name, pin, from: `192.0.${index}.1` })), floor: floors.new }),
    wait(attackSeconds * 1_000),
  ])
  isOver = true
  await Promise.all(attacks)
  console.log(`known devices: ${known}\nnew devices: ${unknown}`)
  console.log(`replies to the attack: ${[...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')}`)
} finally {
  isOver = true
  await shop.close()
}
