import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { seedDemoProducts } from '#server/seed.ts'
import { createDatabase, type DatabaseHandle } from './adapters/create-database.ts'
import { createGateway } from './adapters/create-gateway.ts'
import { createImageStore } from './adapters/create-image-store.ts'
import { createMailer } from './adapters/smtp.ts'
import { migrateDatabase } from './adapters/with-database.ts'
import type { AppDependencies } from './dependencies.ts'
import { serveShop } from './http-server.ts'
import { listJobs } from './jobs/list.ts'
import { createJobQueue } from './jobs/queue.ts'
import { writeLogOptions } from './logger-options.ts'
import { deriveKey, readSecret } from './secret.ts'
import { readSettings, type Settings } from './settings.ts'
import { type Credentials, ensureAdministrator } from './users/administrators.ts'
import { createPins } from './users/pins.ts'
import { startWorkers } from './workers.ts'

/**
 * Settings → adapters → app → listen. What a machine has once (a private database, the simulator for payments, the jobs)
 * is opened here; requests are served here, too, or by WORKERS processes of their own.
 */
export async function startShop({ parts }: { parts: AsyncDisposableStack }): Promise<void> {
  const settings = readSettings(process.env)
  const opened = await createDatabase({ settings, warn: (error) => console.error(error.message) })
  parts.defer(() => opened.close())
  const payments = await createGateway({ settings, warn: console.error })
  parts.defer(() => payments.close())
  const { gateway, keys } = payments
  const images = await createImageStore({ settings })
  const queue = createJobQueue({ connection: opened.connection })
  parts.defer(() => queue.stop())
  const { administrator, jobs } = await prepareShop({ settings, opened, images, gateway })
  // Fastify's own logger, so that all lines of a shop look alike.
  const { log } = fastify({ logger: writeLogOptions({ settings }) })
  const serving = isAlone(settings)
    ? serveShop({ settings, opened, images, gateway, parts })
    : startWorkers({ workers: settings.WORKERS, share: { embedded: opened.embedded, keys }, parts, log })
  const [address] = await Promise.all([serving, queue.start({ jobs, log })])
  const origin = writeOrigin(address)
  await payments.announce({ origin })
  announce({ settings, administrator, origin })
}

/** In development Vite watches the files; one of it is enough. */
function isAlone({ WORKERS }: Settings): boolean {
  return WORKERS === 1 || process.env.NODE_ENV === 'development'
}

function writeOrigin({ family, address, port }: AddressInfo): string {
  const host = family === 'IPv6' ? `[${address}]` : address
  return `http://${host === '127.0.0.1' ? 'localhost' : host}:${port}`
}

/** Brings the shop's data to where servers can serve it, and says what is to be done for it without being asked. */
async function prepareShop({
  settings,
  opened: { database, connection },
  images,
  gateway,
}: Pick<AppDependencies, 'settings' | 'images' | 'gateway'> & { opened: DatabaseHandle }) {
  await migrateDatabase({ connection })
  if (settings.DEMO) await seedDemoProducts({ database, images })
  const secret = await readSecret({ settings })
  const pins = createPins({ pepper: deriveKey({ secret, purpose: 'pin-pepper' }) })
  const trackingKey = deriveKey({ secret, purpose: 'tracking-links' })
  return {
    administrator: await ensureAdministrator({ database, pins, name: settings.ADMIN_NAME, pin: settings.ADMIN_PIN }),
    jobs: listJobs({ database, settings, trackingKey, gateway, notifier: createMailer({ settings }) }),
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
    const isShown = settings.DEMO && !settings.ADMIN_PIN
    const pin = isShown ? administrator.pin : settings.ADMIN_PIN ? '(as set in ADMIN_PIN)' : '(not shown: run npm run admin)'
    lines.push(`First administrator: ${administrator.name}  PIN: ${pin}`)
    if (isShown) lines.push('The PIN is shown this once.')
  }
  console.log(`\n  ${lines.join('\n  ')}\n`)
}
