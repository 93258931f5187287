import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { createPins } from './accounts/pins/pins.ts'
import { type Credentials, ensureAdministrator } from './accounts/sign-in/administrators.ts'
import { createBackupStore } from './adapters/create-backup-store.ts'
import type { DatabaseHandle } from './adapters/create-database.ts'
import type { GatewaysHandle } from './adapters/create-gateways.ts'
import { createImageStore } from './adapters/create-image-store.ts'
import { checkPickups } from './adapters/create-pickups.ts'
import { createProviders } from './adapters/create-providers.ts'
import { createProfileFetcher } from './adapters/fetch-agent-profile.ts'
import { createPictureFetcher } from './adapters/fetch-picture.ts'
import { followProviders } from './adapters/follow-providers.ts'
import { subscribe } from './adapters/postgres-notifications.ts'
import { createMailer } from './adapters/smtp.ts'
import { createWebPush } from './adapters/web-push.ts'
import { createWebhookSender } from './adapters/webhook-sender.ts'
import { migrateDatabase } from './adapters/with-database.ts'
import { createProductChanges } from './database/product-changes.ts'
import type { JobLog } from './jobs/job.ts'
import { listJobs } from './jobs/list-jobs.ts'
import { createJobQueue } from './jobs/queue.ts'
import { createJobRequests } from './jobs/request-jobs.ts'
import { toLoggerOptions } from './kernel/logger-options.ts'
import { deriveKey, readSecret } from './kernel/secret.ts'
import type { Settings } from './kernel/settings.ts'
import { recordOlderDatabase } from './restores/find-older-database.ts'
import { createNumberWriter, lastNumbersChannel } from './restores/keep-last-numbers.ts'
import { seedDemoProducts } from './seed.ts'
import { serve } from './serve.ts'
import { hasMailServer, readMailServer } from './shop-settings/mail-server/stored-mail-server.ts'
import { listUnreadableKeys } from './shop-settings/provider-keys/stored-provider-keys.ts'
import { createShopSigningKeys } from './ucp/agents/signing-keys.ts'
import { startWorkers } from './workers.ts'

interface ShopOptions {
  readonly settings: Settings
  readonly opened: DatabaseHandle
  readonly payments: GatewaysHandle
  readonly resources: AsyncDisposableStack
}

/** Brings the data up to date, serves requests and runs jobs. What it opens is put on `resources`, to be closed in reverse. */
export async function runShop({ settings, opened, payments, resources }: ShopOptions): Promise<void> {
  const images = await createImageStore({ settings })
  const requests = createJobRequests({ database: opened.database, onError: (error) => console.error(error.message) })
  resources.defer(() => requests.close())
  const queue = createJobQueue({ connection: opened.connection })
  resources.defer(() => queue.stop())
  const { database, connection, embedded } = opened
  const { log } = fastify({ logger: toLoggerOptions({ settings }) })

  const { newerMigrations } = await migrateDatabase({ connection })
  if (newerMigrations.length > 0) log.warn({ newerMigrations }, 'The database belongs to a newer version: its schema stays as it is')
  await keepLastNumbers({ opened, dataDir: settings.DATA_DIR, resources, log })
  if (settings.DEMO) await seedDemoProducts({ database, images })
  const secret = await readSecret({ settings })
  const pins = createPins({ pepper: deriveKey({ secret, purpose: 'pin-pepper' }) })
  const administrator = await ensureAdministrator({ database, pins, name: settings.ADMIN_NAME, pin: settings.ADMIN_PIN })
  const { keys } = payments
  const providersKey = deriveKey({ secret, purpose: 'provider-keys' })
  const providers = createProviders({ database, settings, keys, key: providersKey })
  await providers.load()
  const jobs = listJobs({
    database,
    readDatabase: opened.readDatabase,
    settings,
    gateways: providers.gateways,
    courier: providers.courier,
    reporter: providers.reporter,
    trackingKey: deriveKey({ secret, purpose: 'tracking-links' }),
    requests,
    mailer: createMailer({ settings, readServer: () => readMailServer({ database, key: deriveKey({ secret, purpose: 'mail-server' }) }) }),
    images,
    fetchPicture: createPictureFetcher({}),
    push: createWebPush({ key: deriveKey({ secret, purpose: 'web-push' }), settings }),
    webhookSender: createWebhookSender(),
    webhookKey: deriveKey({ secret, purpose: 'webhooks' }),
    fetchProfile: createProfileFetcher(),
    ucpSigningKeys: createShopSigningKeys({ key: deriveKey({ secret, purpose: 'ucp-signing' }) }),
    backups: { database, connection, images, secret, store: createBackupStore({ settings }), isNightly: settings.NIGHTLY_BACKUP },
  })

  // In development Vite watches the files, and one Vite is enough.
  const isSingleProcess = settings.WORKERS === 1 || process.env.NODE_ENV === 'development'
  const serving = isSingleProcess
    ? serve({ settings, opened, images, providers, jobs: requests, resources })
    : startWorkers({ count: settings.WORKERS, shared: { embedded, keys }, resources, log })
  if (!isSingleProcess) followProviders({ connection, providers, resources })
  const { publish } = createProductChanges({ database })
  const [address] = await Promise.all([serving, queue.start({ jobs, log, publish, keepsOtherJobs: newerMigrations.length > 0 })])
  const origin = toOrigin(address)
  await payments.registerWebhook({ origin })
  // Not awaited: the shop opens without its courier.
  void checkPickups({ settings, warn: console.error })
  const lacksMailServer = settings.lacksMailServer && !(await hasMailServer({ database }))
  const unreadableKeys = await listUnreadableKeys({ database, key: providersKey, settings })
  printWelcome({ settings, administrator, origin, lacksMailServer, unreadableKeys })
}

interface LastNumbersOptions {
  readonly opened: DatabaseHandle
  readonly dataDir: string
  readonly resources: AsyncDisposableStack
  readonly log: JobLog
}

/** Compares the database with the file in DATA_DIR, and writes the file whenever a number is given. */
async function keepLastNumbers({ opened: { database, connection }, dataDir, resources, log }: LastNumbersOptions): Promise<void> {
  const gaps = await recordOlderDatabase({ database, dataDir })
  if (gaps) {
    log.warn({ gaps }, 'The database is older than DATA_DIR')
    console.error(`The database is older than ${dataDir} says: it was restored. Money is held: see "After a restore" beside the returns.`)
  }
  const writer = createNumberWriter({ database, dataDir, onError: (error) => log.error(error, 'The last numbers are not written') })
  const subscription = subscribe({
    connection,
    channels: [lastNumbersChannel],
    onNotification: writer.write,
    onConnected: writer.write,
    onDisconnected: () => {},
  })
  resources.defer(async () => {
    await subscription.close()
    await writer.close()
  })
}

function toOrigin({ family, address, port }: AddressInfo): string {
  const host = family === 'IPv6' ? `[${address}]` : address
  return `http://${host === '127.0.0.1' ? 'localhost' : host}:${port}`
}

interface Welcome {
  readonly settings: Settings
  /** the first administrator, if this start created one */
  readonly administrator: Credentials | undefined
  readonly origin: string
  readonly lacksMailServer: boolean
  /** providers whose entered keys cannot be read */
  readonly unreadableKeys: readonly string[]
}

function printWelcome({ settings, administrator, origin, lacksMailServer, unreadableKeys }: Welcome): void {
  const lines = [`${settings.STORE_NAME} is open at ${settings.PUBLIC_URL ?? origin}`]
  if (lacksMailServer)
    lines.push(`Mails reach nobody: they are written to ${settings.DATA_DIR}/mail. Enter a mail server under Users, Shop, Emails.`)
  if (unreadableKeys.length > 0)
    lines.push(
      `The keys of ${unreadableKeys.join(' and ')} cannot be read: SECRET has changed. Enter them again under Users, Shop, Payment and courier.`,
    )
  if (administrator) {
    // Printed in a demo only: elsewhere logs are read by others.
    const isShown = settings.DEMO && !settings.ADMIN_PIN
    const pin = isShown ? administrator.pin : settings.ADMIN_PIN ? '(as set in ADMIN_PIN)' : '(not shown: run npm run admin)'
    lines.push(`First administrator: ${administrator.name}  PIN: ${pin}`)
    if (isShown) lines.push('The PIN is shown only once.')
  }
  console.log(`\n  ${lines.join('\n  ')}\n`)
}
