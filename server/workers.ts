import cluster, { type Worker } from 'node:cluster'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { EmbeddedConnection } from './adapters/embedded-postgres/embedded-postgres.ts'
import type { RazorpaySettings } from './adapters/razorpay/razorpay.ts'
import { relayMetrics } from './http/aggregate-metrics.ts'
import { StartupError } from './startup-error.ts'

/** What a worker cannot know from the settings. */
export interface Shared {
  /** the private database that this process has opened */
  readonly embedded: EmbeddedConnection | undefined
  /** of the payment provider or its simulator; undefined when card payment is off */
  readonly keys: RazorpaySettings | undefined
}

/** What a worker says: where it listens, or why it cannot. */
export type WorkerNews = { readonly address: AddressInfo } | { readonly problem: string }

/** A worker, and its end: heard from the start, because a worker that has ended does not say so again. */
interface Forked {
  readonly worker: Worker
  readonly ended: Promise<{ code: number; signal: string }>
}

/** Milliseconds before a worker that died is started again: the first, and the most after it died again and again. */
const restart = { first: 100, most: 30_000, calmAfter: 60_000 }

/**
 * Starts the processes that serve, on one port. A worker that dies is started again. Gives where they listen; throws `StartProblem` when the first ones cannot start.
 */
export async function startWorkers({
  workers,
  share,
  parts,
  log,
}: {
  workers: number
  share: Shared
  parts: AsyncDisposableStack
  log: FastifyBaseLogger
}): Promise<AddressInfo> {
  const ending = new AbortController()
  // Each worker takes connections from the one queue itself. Handed out by this process, a connection on its way to a
  // worker that dies would never be answered.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  // Written as JSON a figure that is no number would be none at all.
  cluster.setupPrimary({ exec: join(import.meta.dirname, 'worker.ts'), args: [], serialization: 'advanced' })
  relayMetrics({ parts })
  const alive = new Set<Forked>()

  function fork(): Forked {
    const worker = cluster.fork()
    const ended = new Promise<{ code: number; signal: string }>((resolve) => {
      worker.once('exit', (code: number, signal: string) => {
        alive.delete(forked)
        resolve({ code, signal })
      })
    })
    const forked = { worker, ended }
    alive.add(forked)
    // A message to a worker that is dying fails; that it died is heard from 'exit'.
    worker.on('error', () => {})
    worker.send(share)
    return forked
  }

  async function keepAlive({ worker, ended }: Forked, deaths = 0): Promise<void> {
    const born = Date.now()
    const { code, signal } = await ended
    if (ending.signal.aborted) return
    const quick = Date.now() - born < restart.calmAfter ? deaths : 0
    const pauseMs = Math.min(restart.first * 2 ** quick, restart.most)
    log.error({ worker: worker.process.pid, code, signal, pauseMs }, 'A worker ended; another one takes its place')
    await delay(pauseMs, undefined, { signal: ending.signal }).catch(() => {})
    if (ending.signal.aborted) return
    const next = fork()
    next.worker.on('message', (news: WorkerNews) => {
      if ('problem' in news) log.error({ worker: next.worker.process.pid }, news.problem)
    })
    await keepAlive(next, quick + 1)
  }

  parts.defer(async () => {
    ending.abort()
    await Promise.all(
      [...alive].map(({ worker, ended }) => {
        worker.process.kill('SIGTERM')
        return ended
      }),
    )
  })
  const first = Array.from({ length: workers }, fork)
  const [address] = await Promise.all(
    first.map(async (forked) => {
      const listening = await readAddress(forked)
      // Not when all of them listen: this one may be gone by then.
      void keepAlive(forked)
      return listening
    }),
  )
  return address as AddressInfo
}

async function readAddress({ worker, ended }: Forked): Promise<AddressInfo> {
  const told = new Promise<WorkerNews>((resolve) => {
    worker.on('message', (news: WorkerNews) => {
      if ('address' in news || 'problem' in news) resolve(news)
    })
  })
  const news = await Promise.race([told, ended.then(() => ({ problem: 'A worker ended while it started.' }))])
  if ('problem' in news) throw new StartupError(news.problem)
  return news.address
}
