import { inspect } from 'node:util'
import { attachDatabase, createDatabase } from './adapters/create-database.ts'
import { createImageStore } from './adapters/create-image-store.ts'
import { createProviders } from './adapters/create-providers.ts'
import { createJobRequests } from './jobs/request-jobs.ts'
import { runProcess } from './kernel/process-lifecycle.ts'
import { deriveKey, readSecret } from './kernel/secret.ts'
import { parseSettings } from './kernel/settings.ts'
import { serve } from './serve.ts'
import type { SharedOptions, WorkerMessage } from './workers.ts'

const send = (message: WorkerMessage) => process.send?.(message)

/** A process that serves requests; the primary process (main.ts) has already opened what the machine has once. */
async function startWorker(resources: AsyncDisposableStack): Promise<void> {
  const { embedded, keys } = JSON.parse(process.env.SHOP_WORKER ?? '{}') as SharedOptions
  const settings = parseSettings(process.env)
  const warn = (error: Error) => console.error(error.message)
  const opened = embedded ? attachDatabase({ settings, embedded, warn }) : await createDatabase({ settings, warn })
  resources.defer(() => opened.close())
  const jobs = createJobRequests({ database: opened.database, onError: warn })
  resources.defer(() => jobs.close())
  const images = await createImageStore({ settings })
  const key = deriveKey({ secret: await readSecret({ settings }), purpose: 'provider-keys' })
  const providers = createProviders({ database: opened.database, settings, keys, key })
  send({ type: 'listening', address: await serve({ settings, opened, images, providers, jobs, resources }) })
}

await runProcess({
  start: startWorker,
  reportError: (problem) => void send({ type: 'failed', problem: typeof problem === 'string' ? problem : inspect(problem) }),
})
