import { loadavg } from 'node:os'
import { type LoadRequest, type LoadResult, median, runLoad } from './load.ts'

/** A server, and what it is asked. */
export interface Side {
  readonly origin: string
  readonly request: LoadRequest
}

/** A row of the table. */
export interface Row {
  readonly name: string
  readonly connections: number
  readonly result: LoadResult
  readonly baseline?: { readonly name: string; readonly rate: number }
  readonly goal?: { readonly text: string; readonly isMet: boolean }
  /** processes that wanted to run in the last minute, at the end of the row */
  readonly load?: number
}

export const readLoad = (): number => loadavg()[0] ?? 0

const runsPerSide = 3

/** Before the first run of a side: the rate of a new process rises for about as long, while V8 compiles what is called often. */
const firstWarmUpSeconds = 10

interface RunOptions {
  readonly connections: number
  readonly seconds: number
}

/** The medians of each side's runs. The sides take turns, so that a slow minute of the machine affects all of them. */
async function runInTurn({ sides, connections, seconds }: RunOptions & { sides: readonly Side[] }): Promise<LoadResult[]> {
  const results = sides.map((side) => ({ side, runs: [] as LoadResult[] }))
  for (let turn = 0; turn < runsPerSide; turn += 1) {
    const warmUpSeconds = turn === 0 ? firstWarmUpSeconds : 1
    for (const { side, runs } of results) runs.push(await runLoad({ ...side, connections, seconds, warmUpSeconds }))
  }
  return results.map(({ runs }) => median(runs))
}

interface Comparison {
  readonly name: string
  readonly shop: Side
  readonly baseline: Side & { readonly name: string }
  /** the smallest share of the baseline's rate; without it there is no goal */
  readonly minShare?: number
  readonly concurrencies: readonly number[]
  /** connections at which the goal counts */
  readonly goalAt?: number
  readonly seconds: number
}

/** The shop beside a baseline, at each number of connections. */
export async function compare({ name, shop, baseline, minShare, concurrencies, goalAt = 32, seconds }: Comparison): Promise<Row[]> {
  const rows: Row[] = []
  for (const connections of concurrencies) {
    const [result, other] = (await runInTurn({ sides: [shop, baseline], connections, seconds })) as [LoadResult, LoadResult]
    const row = { name, connections, result, baseline: { name: baseline.name, rate: other.rate }, load: readLoad() }
    if (minShare === undefined || connections !== goalAt) rows.push(row)
    else rows.push({ ...row, goal: { text: `≥ ${Math.round(minShare * 100)} %`, isMet: result.rate >= minShare * other.rate } })
  }
  return rows
}

interface Measurement extends RunOptions {
  readonly sides: Readonly<Record<string, Side>>
  /** requests per second; without it there is no goal */
  readonly minRate?: number
}

/** Several things of the shop in turn, against a rate. */
export async function measure({ sides, minRate, ...options }: Measurement): Promise<Row[]> {
  const results = await runInTurn({ sides: Object.values(sides), ...options })
  return Object.keys(sides).map((name, index) => {
    const result = results[index] as LoadResult
    const row = { name, connections: options.connections, result, load: readLoad() }
    return minRate === undefined ? row : { ...row, goal: { text: `≥ ${minRate}/s`, isMet: result.rate >= minRate } }
  })
}

const round = (value: number) => (value >= 100 ? Math.round(value) : Math.round(value * 10) / 10)

export function formatTable(rows: readonly Row[]): string {
  const cells = rows.map(({ name, connections, result, baseline, goal, load }) => [
    name,
    connections,
    round(result.rate),
    round(result.p50),
    round(result.p99),
    baseline ? `${round(baseline.rate)} (${baseline.name})` : '',
    baseline ? `${Math.round((result.rate / baseline.rate) * 100)} %` : '',
    goal ? `${goal.text} ${goal.isMet ? 'yes' : 'NO'}` : '',
    result.failures,
    load === undefined ? '' : load.toFixed(1),
  ])
  const head = ['Work', 'Connections', 'Shop/s', 'p50 ms', 'p99 ms', 'Baseline/s', 'Share', 'Goal', 'Failures', 'Load']
  return [head, head.map(() => '---'), ...cells].map((row) => `| ${row.join(' | ')} |`).join('\n')
}
