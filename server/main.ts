import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createDiskImages } from './adapters/images.ts'
import { createNotifier } from './adapters/mail.ts'
import { type OpenDatabase, openDatabase } from './adapters/open-database.ts'
import { openGateway } from './adapters/open-gateway.ts'
import { createApp } from './app.ts'
import { migrate } from './database/migrate.ts'
import { createSite } from './http/site.ts'
import { listJobs } from './jobs/list.ts'
import { createJobQueue } from './jobs/queue.ts'
import type { Gateway } from './payments/gateway.ts'
import { fillEmptyShop } from './products/fill-shop.ts'
import { deriveKey, readSecret } from './secret.ts'
import { readSettings, type Settings } from './settings.ts'
import { describeStartFault, StartProblem } from './start-problem.ts'
import { type Credentials, ensureAdministrator } from './users/administrators.ts'
import { createPins } from './users/pins.ts'

/** Longest that ending may take, in milliseconds; then the process leaves and the next start repairs. */
const endWithin = 40_000

/** Settings → adapters → app → listen. Everything that was opened is closed in reverse, whatever happens. */
async function start({ parts }: { parts: AsyncDisposableStack }): Promise<void> {
  const settings = readSettings(process.env)
  try {
    const opened = await openDatabase({ settings, warn: (error) => console.error(error.message) })
    parts.defer(() => opened.close())
    const payments = await openGateway({ settings, warn: console.error })
    parts.defer(() => payments.close())
    const queue = createJobQueue({ connection: opened.connection })
    parts.defer(() => queue.stop())
    const { app, administrator, jobs } = await prepareShop({ settings, opened, gateway: payments.gateway })
    parts.defer(() => app.close())
    await Promise.all([app.listen({ port: settings.PORT, host: settings.HOST }), queue.start({ jobs, log: app.log })])
    const origin = writeOrigin(app.addresses()[0] as AddressInfo)
    await payments.announce({ origin })
    announce({ settings, administrator, origin })
    void opened.ended.then(() => stopWithoutDatabase())
  } catch (error) {
    await parts.disposeAsync()
    throw error
  }
}

function writeOrigin({ family, address, port }: AddressInfo): string {
  const host = family === 'IPv6' ? `[${address}]` : address
  return `http://${host === '127.0.0.1' ? 'localhost' : host}:${port}`
}

async function prepareShop({
  settings,
  opened: { database },
  gateway,
}: {
  settings: Settings
  opened: OpenDatabase
  gateway: Gateway | undefined
}) {
  await migrate({ database })
  const images = createDiskImages({ folder: join(settings.DATA_DIR, 'images') })
  if (settings.DEMO) await fillEmptyShop({ database, images })
  const secret = await readSecret({ settings })
  const pins = createPins({ pepper: deriveKey({ secret, purpose: 'pin-pepper' }) })
  const administrator = await ensureAdministrator({ database, pins, name: settings.ADMIN_NAME, pin: settings.ADMIN_PIN })
  const site = createSite({ settings, checkoutScript: gateway?.scriptUrl ?? null, development: process.env.NODE_ENV === 'development' })
  const trackingKey = deriveKey({ secret, purpose: 'tracking-links' })
  return {
    app: await createApp({ settings, database, images, pins, gateway, trackingKey, site }),
    jobs: listJobs({ database, settings, trackingKey, gateway, notifier: createNotifier({ settings }) }),
    administrator,
  }
}

function announce({
  settings,
  administrator,
  origin,
}: {
  settings: Settings
  administrator: Credentials | undefined
  origin: string
}): void {
  const lines = [`${settings.STORE_NAME} is open at ${settings.PUBLIC_URL ?? origin}`]
  if (administrator) {
    // Shown on a demo only: elsewhere the setting is known to its owner, and logs are read by others.
    const pin =
      settings.DEMO && !settings.ADMIN_PIN
        ? administrator.pin
        : settings.ADMIN_PIN
          ? '(as set in ADMIN_PIN)'
          : '(not shown: run npm run admin)'
    lines.push(`First administrator: ${administrator.name}  PIN: ${pin}`, 'The PIN is shown this once.')
  }
  console.log(`\n  ${lines.join('\n  ')}\n`)
}

/** Nobody can serve without the private database, and whoever watches the process starts it anew. */
function stopWithoutDatabase(): void {
  console.error('The private database ended by itself; its log is in DATA_DIR/postgres.log. Start the shop again.')
  process.exit(1)
}

function endOnSignal(close: () => Promise<void>): void {
  let ending = false
  const end = async () => {
    // A terminal's Ctrl-C may arrive twice: from the terminal and from whoever started us.
    if (ending) return
    ending = true
    setTimeout(() => process.exit(1), endWithin).unref()
    await close()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
  // start.mjs holds a channel to us: when it is killed, nobody else would tell us to end.
  process.on('disconnect', end)
  process.channel?.unref()
}

const parts = new AsyncDisposableStack()
const starting = start({ parts })
// A start that is interrupted is finished first: what it opens half could not be closed.
endOnSignal(() => starting.then(() => parts.disposeAsync()))
try {
  await starting
} catch (error) {
  const problem = error instanceof StartProblem ? error.message : describeStartFault(error as NodeJS.ErrnoException)
  console.error(problem ?? error)
  process.exit(1)
}
