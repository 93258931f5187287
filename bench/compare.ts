import { type Asked, type Load, load, takeMedians } from './load.ts'

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

/** Runs of each side. */
const runs = 3

/** The medians of each side's runs. The sides are asked in turn, so that a slow minute of the machine is shared. */
async function askInTurn({ sides, ...run }: { sides: readonly Side[]; connections: number; seconds: number }): Promise<Load[]> {
  const all = sides.map((side) => ({ side, loads: [] as Load[] }))
  for (let turn = 0; turn < runs; turn += 1) for (const { side, loads } of all) loads.push(await load({ ...side, ...run }))
  return all.map(({ loads }) => takeMedians(loads))
}

/** Ours beside the limit, at each number of connections. The goal holds at `judgedAt` connections. */
export async function compare({
  path,
  ours,
  bare,
  leastShare,
  concurrencies,
  judgedAt = 32,
  seconds,
}: {
  path: string
  ours: Side
  bare: Side & { name: string }
  /** of the limit's rate */
  leastShare: number
  concurrencies: readonly number[]
  judgedAt?: number
  seconds: number
}): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const connections of concurrencies) {
    const [measured, limit] = (await askInTurn({ sides: [ours, bare], connections, seconds })) as [Load, Load]
    const goal = { says: `≥ ${Math.round(leastShare * 100)} %`, met: measured.rate >= leastShare * limit.rate }
    figures.push({
      path,
      connections,
      ours: measured,
      limit: { name: bare.name, rate: limit.rate },
      ...(connections === judgedAt && { goal }),
    })
  }
  return figures
}

/** Ours alone, several things in turn, against one goal. */
export async function measure({
  sides,
  judge,
  ...run
}: {
  sides: Readonly<Record<string, Side>>
  connections: number
  seconds: number
  judge: (load: Load) => { says: string; met: boolean }
}): Promise<Figure[]> {
  const loads = await askInTurn({ sides: Object.values(sides), ...run })
  return Object.keys(sides).map((path, place) => {
    const ours = loads[place] as Load
    return { path, connections: run.connections, ours, goal: judge(ours) }
  })
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
