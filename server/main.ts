import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createDiskImages } from './adapters/images.ts'
import { type OpenDatabase, openDatabase } from './adapters/open-database.ts'
import { createApp } from './app.ts'
import { migrate } from './database/migrate.ts'
import { createSite } from './http/site.ts'
import { fillEmptyShop } from './products/fill-shop.ts'
import { deriveKey, readSecret } from './secret.ts'
import { readSettings, type Settings } from './settings.ts'
import { describeStartFault, StartProblem } from './start-problem.ts'
import { type Credentials, ensureAdministrator } from './users/administrators.ts'
import { createPins } from './users/pins.ts'

/** Longest that ending may take, in milliseconds; then the process leaves and the next start repairs. */
const endWithin = 40_000

/** Settings → adapters → app → listen. Everything that was opened is closed in reverse, whatever happens. */
async function start(): Promise<void> {
  const settings = readSettings(process.env)
  const opened: OpenDatabase = await openDatabase({ settings, warn: (error) => console.error(error.message) })
  try {
    const { app, administrator } = await prepareShop({ settings, opened })
    await app.listen({ port: settings.PORT, host: settings.HOST })
    announce({ settings, administrator, address: app.addresses()[0] as AddressInfo })
    void opened.ended.then(() => stopWithoutDatabase())
    endOnSignal(async () => {
      await app.close()
      await opened.close()
    })
  } catch (error) {
    await opened.close()
    throw error
  }
}

async function prepareShop({ settings, opened: { database } }: { settings: Settings; opened: OpenDatabase }) {
  await migrate({ database })
  const images = createDiskImages({ folder: join(settings.DATA_DIR, 'images') })
  if (settings.DEMO) await fillEmptyShop({ database, images })
  const secret = await readSecret({ settings })
  const pins = createPins({ pepper: deriveKey({ secret, purpose: 'pin-pepper' }) })
  const administrator = await ensureAdministrator({ database, pins, name: settings.ADMIN_NAME, pin: settings.ADMIN_PIN })
  const site = createSite({ settings, development: process.env.NODE_ENV === 'development' })
  return {
    app: await createApp({ settings, database, images, pins, trackingKey: deriveKey({ secret, purpose: 'tracking-links' }), site }),
    administrator,
  }
}

function announce({
  settings,
  administrator,
  address,
}: {
  settings: Settings
  administrator: Credentials | undefined
  address: AddressInfo
}): void {
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  const lines = [
    `${settings.STORE_NAME} is open at ${settings.PUBLIC_URL ?? `http://${host === '127.0.0.1' ? 'localhost' : host}:${address.port}`}`,
  ]
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

try {
  await start()
} catch (error) {
  const problem = error instanceof StartProblem ? error.message : describeStartFault(error as NodeJS.ErrnoException)
  console.error(problem ?? error)
  process.exit(1)
}
