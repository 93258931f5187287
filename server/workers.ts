import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { ProviderKeys } from './adapters/create-gateways.ts'
import type { EmbeddedConnection } from './adapters/embedded-postgres/embedded-postgres.ts'
import { serveClusterMetrics } from './http/metrics/cluster-metrics.ts'
import { StartupError } from './kernel/startup-error.ts'

/** What a worker cannot know from the settings. */
export interface SharedOptions {
  /** the private database that the primary process has started */
  readonly embedded: EmbeddedConnection | undefined
  /** keys of the payment providers, or of a simulator */
  readonly keys: ProviderKeys
}

export type WorkerMessage =
  | { readonly type: 'listening'; readonly address: AddressInfo }
  | { readonly type: 'failed'; readonly problem: string }

const restartDelayMs = 1_000

interface WorkersOptions {
  readonly count: number
  readonly shared: SharedOptions
  readonly resources: AsyncDisposableStack
  readonly log: FastifyBaseLogger
}

/** Starts the processes that serve, on one port, and replaces one that ends. Throws `StartupError` when they cannot start. */
export async function startWorkers({ count, shared, resources, log }: WorkersOptions): Promise<AddressInfo> {
  let isClosing = false
  // Workers accept connections themselves: one on its way from the primary to a worker that dies would be lost.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ exec: join(import.meta.dirname, 'worker.ts'), args: [] })
  serveClusterMetrics()
  const fork = () => cluster.fork({ SHOP_WORKER: JSON.stringify(shared) })

  resources.defer(async () => {
    isClosing = true
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    const exits = workers.map((worker) => once(worker, 'exit'))
    for (const worker of workers) worker.process.kill('SIGTERM')
    await Promise.all(exits)
  })
  const replaceOnExit = (worker: Worker) => {
    worker.on('message', (message: WorkerMessage) => {
      if (message.type === 'failed') log.error({ worker: worker.process.pid }, message.problem)
    })
    worker.once('exit', (code, signal) => {
      if (isClosing) return
      log.error({ worker: worker.process.pid, code, signal }, 'A worker ended; another one takes its place')
      setTimeout(() => isClosing || replaceOnExit(fork()), restartDelayMs).unref()
    })
  }
  const startWorker = async () => {
    const worker = fork()
    const address = await untilListening(worker)
    // From here on, not when all workers listen: this one may end before.
    replaceOnExit(worker)
    return address
  }
  const [address] = await Promise.all(Array.from({ length: count }, startWorker))
  return address as AddressInfo
}

async function untilListening(worker: Worker): Promise<AddressInfo> {
  const message = await new Promise<WorkerMessage>((resolve) => {
    worker.on('message', (message: WorkerMessage) => {
      if (message.type === 'listening' || message.type === 'failed') resolve(message)
    })
    worker.once('exit', () => resolve({ type: 'failed', problem: 'A worker ended while it was starting.' }))
  })
  if (message.type === 'failed') throw new StartupError(message.problem)
  return message.address
}
