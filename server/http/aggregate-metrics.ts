import cluster, { type Worker } from 'node:cluster'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { MetricObjectWithValues, MetricValue } from 'prom-client'

/** What one process has measured. */
export type Measured = MetricObjectWithValues<MetricValue<string>>[]

/** What workers and the process that starts them say to each other here; they talk of other things besides. */
interface Said {
  /** asked: by a worker. wanted: of every worker. given: by each. gathered: for the one that asked */
  readonly metrics: 'asked' | 'wanted' | 'given' | 'gathered'
  readonly round: string
  readonly measured: Measured[]
}

/** Milliseconds that a worker has to give its figures, and the one that asked to hear of them. */
const giveWithin = 1_000
const gatherWithin = 1_500

/** Lets each worker ask for the figures of all; called by the process that starts them. */
export function relayMetrics({ parts }: { parts: AsyncDisposableStack }): void {
  const rounds = new Map<string, (measured: Measured[]) => void>()

  async function gather({ asker, round }: { asker: Worker; round: string }): Promise<void> {
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected())
    const gathered: Measured[] = []
    const complete = new Promise<void>((resolve) => {
      rounds.set(round, (measured) => {
        gathered.push(...measured)
        if (gathered.length === workers.length) resolve()
      })
    })
    for (const worker of workers) worker?.send({ metrics: 'wanted', round, measured: [] } satisfies Said)
    // One that is stuck, or is just ending, is left out.
    await Promise.race([complete, delay(giveWithin, undefined, { ref: false })])
    rounds.delete(round)
    if (asker.isConnected()) asker.send({ metrics: 'gathered', round, measured: gathered } satisfies Said)
  }

  const hear = (worker: Worker, { metrics, round, measured }: Said) => {
    if (metrics === 'asked') void gather({ asker: worker, round })
    if (metrics === 'given') rounds.get(round)?.(measured)
  }
  cluster.on('message', hear)
  parts.defer(() => void cluster.off('message', hear))
}

/**
 * How to read the figures of all processes that serve on this machine, each by itself: of this one, where there is no
 * other. `measure` gives this one's, also to a worker that asks for all.
 */
export function joinMetrics({ measure }: { measure: () => Promise<Measured> }): () => Promise<Measured[]> {
  if (!cluster.isWorker) return async () => [await measure()]
  const rounds = new Map<string, (measured: Measured[]) => void>()
  const say = (said: Said) => process.connected && process.send?.(said)
  process.on('message', ({ metrics, round, measured }: Said) => {
    if (metrics === 'wanted') void measure().then((own) => say({ metrics: 'given', round, measured: [own] }))
    if (metrics === 'gathered') rounds.get(round)?.(measured)
  })
  return async () => {
    const round = randomUUID()
    const gathered = new Promise<Measured[]>((resolve) => void rounds.set(round, resolve))
    say({ metrics: 'asked', round, measured: [] })
    const all = await Promise.race([gathered, delay(gatherWithin, [], { ref: false })])
    rounds.delete(round)
    return all.length > 0 ? all : [await measure()]
  }
}
