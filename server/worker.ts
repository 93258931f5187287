import { once } from 'node:events'
import { inspect } from 'node:util'
import { joinDatabase, openDatabase } from './adapters/open-database.ts'
import { openImages } from './adapters/open-images.ts'
import { createRazorpay } from './adapters/razorpay.ts'
import { runProcess } from './run-process.ts'
import { serveShop } from './serve-shop.ts'
import { readSettings } from './settings.ts'
import type { Shared, WorkerNews } from './workers.ts'

const tell = (news: WorkerNews) => process.send?.(news)

/** One of the processes that serve, see workers.ts: what the machine has once is open already. */
async function startWorker({ parts }: { parts: AsyncDisposableStack }): Promise<void> {
  const [{ embedded, keys }] = (await once(process, 'message')) as [Shared]
  const settings = readSettings(process.env)
  const warn = (error: Error) => console.error(error.message)
  const opened = embedded ? joinDatabase({ settings, embedded, warn }) : await openDatabase({ settings, warn })
  parts.defer(() => opened.close())
  const images = await openImages({ settings })
  const gateway = keys && createRazorpay(keys)
  tell({ address: await serveShop({ settings, opened, images, gateway, parts }) })
}

await runProcess({
  start: startWorker,
  tell: (problem) => void tell({ problem: typeof problem === 'string' ? problem : inspect(problem) }),
})
