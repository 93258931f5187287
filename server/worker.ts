import { once } from 'node:events'
import { inspect } from 'node:util'
import { attachDatabase, createDatabase } from './adapters/create-database.ts'
import { createImageStore } from './adapters/create-image-store.ts'
import { createRazorpay } from './adapters/razorpay/razorpay.ts'
import { serveShop } from './http-server.ts'
import { runProcess } from './process-lifecycle.ts'
import { readSettings } from './settings.ts'
import type { Shared, WorkerNews } from './workers.ts'

const tell = (news: WorkerNews) => process.send?.(news)

/** One of the processes that serve, see workers.ts: what the machine has once is open already. */
async function startWorker({ parts }: { parts: AsyncDisposableStack }): Promise<void> {
  const [{ embedded, keys }] = (await once(process, 'message')) as [Shared]
  const settings = readSettings(process.env)
  const warn = (error: Error) => console.error(error.message)
  const opened = embedded ? attachDatabase({ settings, embedded, warn }) : await createDatabase({ settings, warn })
  parts.defer(() => opened.close())
  const images = await createImageStore({ settings })
  const gateway = keys && createRazorpay(keys)
  tell({ address: await serveShop({ settings, opened, images, gateway, parts }) })
}

await runProcess({
  start: startWorker,
  tell: (problem) => void tell({ problem: typeof problem === 'string' ? problem : inspect(problem) }),
})
