import { type Asked, type Load, load, pickMedian } from './load.ts'

export interface Side {
  readonly origin: string
  readonly ask: Asked | (() => Asked)
}

export interface Figure {
  readonly path: string
  readonly connections: number
  readonly ours: Load
  /** what it is compared to, measured in turn with ours */
  readonly limit?: { readonly name: string; readonly rate: number }
  readonly goal?: { readonly says: string; readonly met: boolean }
}

/** Runs of each side, the sides in turn, so that a slow minute of the machine is shared. */
const runs = 3

/** Ours beside the limit, at each number of connections. The goal holds where it says so: at 32 connections. */
export async function compare({
  path,
  ours,
  bare,
  leastShare,
  concurrencies,
  seconds,
}: {
  path: string
  ours: Side
  bare: Side & { name: string }
  /** of the limit's rate */
  leastShare: number
  concurrencies: readonly number[]
  seconds: number
}): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const connections of concurrencies) {
    const both: [ours: Load[], bare: Load[]] = [[], []]
    for (let run = 0; run < runs; run += 1) {
      both[0].push(await load({ ...ours, connections, seconds }))
      both[1].push(await load({ ...bare, connections, seconds }))
    }
    const [measured, limit] = both.map(pickMedian) as [Load, Load]
    const goal = { says: `≥ ${leastShare * 100} %`, met: measured.rate >= leastShare * limit.rate }
    figures.push({ path, connections, ours: measured, limit: { name: bare.name, rate: limit.rate }, ...(connections === 32 && { goal }) })
  }
  return figures
}

/** Ours alone, against a goal of its own. */
export async function measure({
  path,
  ours,
  connections,
  seconds,
  judge,
}: {
  path: string
  ours: Side
  connections: number
  seconds: number
  judge: (load: Load) => { says: string; met: boolean }
}): Promise<Figure> {
  const all: Load[] = []
  for (let run = 0; run < runs; run += 1) all.push(await load({ ...ours, connections, seconds }))
  const median = pickMedian(all)
  return { path, connections, ours: median, goal: judge(median) }
}

const round = (figure: number) => (figure >= 100 ? Math.round(figure) : Math.round(figure * 10) / 10)

/** As a table of Markdown. */
export function writeTable(figures: readonly Figure[]): string {
  const rows = figures.map(({ path, connections, ours, limit, goal }) => [
    path,
    connections,
    round(ours.rate),
    round(ours.p50),
    round(ours.p99),
    limit ? `${round(limit.rate)} (${limit.name})` : '',
    limit ? `${Math.round((ours.rate / limit.rate) * 100)} %` : '',
    goal ? `${goal.says} ${goal.met ? 'yes' : 'NO'}` : '',
    ours.faults,
  ])
  const head = ['Path', 'Connections', 'Ours/s', 'p50 ms', 'p99 ms', 'Limit/s', 'Ratio', 'Goal', 'Faults']
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
