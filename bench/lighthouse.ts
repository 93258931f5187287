import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import { findChromium, installChromium } from '#testing/chromium.ts'
import { findFreePort } from '#testing/free-port.ts'
import { startShop } from './start-shop.ts'

// Not a dependency: it is larger than the shop. npm downloads it when this runs.
const lighthouse = 'lighthouse@13.5.0'

// What Lighthouse says of the public pages on a phone: `node bench/lighthouse.ts [/buy …]`. Ends with 1 when a page is below.

const least = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 } as const
type Category = keyof typeof least
const categories = Object.keys(least) as Category[]

/** What is measured, in milliseconds, a share and bytes, with the most that a page may have. */
const metrics = [
  { id: 'first-contentful-paint', most: 1_200 },
  { id: 'largest-contentful-paint', most: 1_800 },
  { id: 'total-blocking-time', most: undefined },
  { id: 'cumulative-layout-shift', most: 0 },
  { id: 'total-byte-weight', most: 256_000 },
] as const

/**
 * How much slower than this machine a mid-tier phone is, by the table of Lighthouse's documentation
 * (https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md#calibrating-the-cpu-slowdown): its default of 4 is for a fast desktop.
 */
function findSlowdown(benchmarkIndex: number): number {
  if (benchmarkIndex >= 1_500) return 4
  return benchmarkIndex >= 800 ? 2 : 1
}

/** Performance differs from run to run with what else the machine does; the others do not. */
const runs = 5

const pickMedian = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

async function findProductPath({ origin }: { origin: string }): Promise<string> {
  const html = await (await fetch(`${origin}/buy`)).text()
  const path = /href="(\/product\/[^"]+)"/.exec(html)?.[1]
  if (path === undefined) throw new Error('The storefront shows no product.')
  return path
}

/** The parts of Lighthouse's report that are used here. */
interface Report {
  readonly runtimeError?: { readonly message: string }
  /** of the processor, unthrottled */
  readonly environment: { readonly benchmarkIndex: number }
  readonly categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  readonly audits: Record<string, { title: string; score: number | null; numericValue?: number }>
}

interface Visit {
  readonly url: string
  /** of the browser's debugging protocol */
  readonly port: number
  readonly slowdown: number
}

async function runLighthouse({ url, port, slowdown }: Visit): Promise<Report> {
  const options = [
    `--port=${port}`,
    `--throttling.cpuSlowdownMultiplier=${slowdown}`,
    `--only-categories=${categories.join(',')}`,
    '--output=json',
    '--quiet',
  ]
  const command = ['exec', '--yes', `--package=${lighthouse}`, '--', 'lighthouse', url, ...options]
  // A report that says what went wrong comes with an exit code of 1.
  const { stdout } = await promisify(execFile)('npm', command, { maxBuffer: 2 ** 26 }).catch((error: Error & { stdout?: string }) => {
    if (!error.stdout) throw error
    return { stdout: error.stdout }
  })
  return JSON.parse(stdout) as Report
}

/** The scores of one run, 0 to 100, and what was found wanting. */
async function look(visit: Visit) {
  const { url } = visit
  const first = await runLighthouse(visit)
  // Now and then it loses the trace of a page load; it says so itself, and asks to be run again.
  const report = first.runtimeError === undefined ? first : await runLighthouse(visit)
  if (report.runtimeError !== undefined) throw new Error(`Lighthouse could not open ${url}: ${report.runtimeError.message}`)
  const { categories: found, audits, environment } = report
  const scores = Object.fromEntries(categories.map((category) => [category, Math.round((found[category]?.score ?? 0) * 100)]))
  const wanting = categories
    .filter((category) => category !== 'performance')
    .flatMap((category) => found[category]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && audits[id]?.score !== null && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => `${id}: ${audits[id]?.title}`)
  return {
    benchmarkIndex: environment.benchmarkIndex,
    scores,
    wanting,
    measured: metrics.map(({ id }) => audits[id]?.numericValue ?? Number.NaN),
  }
}

installChromium()
const shop = await startShop({ settings: { LISTING_SPINNER_MS: '0' } })
const port = await findFreePort()
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: [`--remote-debugging-port=${port}`, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
})
try {
  const named = process.argv.slice(2)
  const pages = named.length > 0 ? named : ['/buy', '/buy?category=TEE', await findProductPath(shop), '/login', '/returnPolicy']
  console.log(`${'page'.padEnd(48)}${categories.map((category) => category.padStart(16)).join('')}`)
  let fastest = 0
  for (const path of pages) {
    const url = shop.origin + path
    // The pictures of a page are made when they are first asked for, and kept: the first visitor ever is not the usual one.
    const { benchmarkIndex } = await look({ url, port, slowdown: 4 })
    // What else the machine does makes it look slower, never faster.
    fastest = Math.max(fastest, benchmarkIndex)
    const slowdown = findSlowdown(fastest)
    const looks: Awaited<ReturnType<typeof look>>[] = []
    for (let run = 0; run < runs; run += 1) looks.push(await look({ url, port, slowdown }))
    const medians = categories.map((category) => pickMedian(looks.map(({ scores }) => scores[category] ?? 0)))
    console.log(`${path.padEnd(48)}${medians.map((score) => String(score).padStart(16)).join('')}`)
    const measured = metrics.map(({ id, most = Number.POSITIVE_INFINITY }, index) => {
      const median = Number(pickMedian(looks.map((found) => found.measured[index] ?? 0)).toFixed(index === 3 ? 3 : 0))
      return { text: `${id} ${median}${median > most ? ` (most ${most})` : ''}`, isWithin: median <= most }
    })
    console.log(
      `  performance of each run: ${looks.map(({ scores }) => scores.performance).join(', ')}; processor ${fastest}, slowed down ${slowdown} times`,
    )
    console.log(`  medians: ${measured.map(({ text }) => text).join(', ')}`)
    for (const words of new Set(looks.flatMap(({ wanting }) => wanting))) console.log(`  wanting: ${words}`)
    const isScored = categories.every((category, index) => (medians[index] ?? 0) >= least[category])
    if (!isScored || measured.some(({ isWithin }) => !isWithin)) process.exitCode = 1
  }
} finally {
  await browser.close()
  await shop.close()
}
