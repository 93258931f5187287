import { randomUUID } from 'node:crypto'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import type { PoolConfig } from 'pg'
import { afterAll, inject, onTestFinished, TestRunner } from 'vitest'
import { apiBase } from '#contract/api.ts'
import { createPins, type Pins } from '#server/accounts/pins/pins.ts'
import { createBackupStore } from '#server/adapters/create-backup-store.ts'
import type { Providers, ProvidersOptions } from '#server/adapters/create-providers.ts'
import { createHealthCheck } from '#server/adapters/health-check.ts'
import { connectPostgres } from '#server/adapters/postgres.ts'
import { createMailer } from '#server/adapters/smtp.ts'
import { createApp } from '#server/app.ts'
import type { ImageStore } from '#server/catalog/pictures/image-store.ts'
import type { Database } from '#server/database/schema.ts'
import type { StorefrontReads } from '#server/database/storefront-reads.ts'
import type { AppDependencies } from '#server/dependencies.ts'
import type { ResponseCache } from '#server/http/response-cache.ts'
import type { LogStream } from '#server/kernel/logger-options.ts'
import { parseSettings, type Settings } from '#server/kernel/settings.ts'
import { createShownOffers } from '#server/offers/shown-offers.ts'
import type { PushService } from '#server/owner-reports/push/push-service.ts'
import { type Gateways, toGateways } from '#server/payments/provider/gateways.ts'
import { createRedirectCache, type RedirectCache } from '#server/redirects/redirect-cache.ts'
import type { PickupService } from '#server/returns/pickup-service.ts'
import type { Courier } from '#server/shipping/courier/courier.ts'
import { readMailServer } from '#server/shop-settings/mail-server/stored-mail-server.ts'
import { createShopSettings } from '#server/shop-settings/read-settings.ts'
import type { FetchProfile } from '#server/ucp/agents/agent-profiles.ts'
import { createShopSigningKeys, type ShopSigningKeys } from '#server/ucp/agents/signing-keys.ts'
import type { WebhookSender } from '#server/webhooks/webhook-sender.ts'
import type { PostgresServer } from './database-url.ts'
import { buildAgentProfile } from './ucp/agent-profile.ts'

export interface TestApp {
  readonly app: FastifyInstance
  readonly database: Database
  /** connection settings of the database */
  readonly connection: PostgresServer & { readonly database: string }
  readonly settings: Settings
  readonly images: ImageStore
  readonly gateways: Gateways
  readonly pins: Pins
  readonly trackingKey: Buffer
  readonly webhookSender: WebhookSender
  readonly fetchProfile: FetchProfile
  readonly ucpSigningKeys: ShopSigningKeys
  readonly webhookKey: Buffer
  readonly courier: Courier | undefined
  readonly redirects: RedirectCache
  /** Calls the API: `request('GET', '/products/getAll')`. */
  request(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    more?: Omit<InjectOptions, 'method' | 'url'>,
  ): Promise<LightMyRequestResponse>
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const objectInUse = '55006'

function createMemoryImages(): ImageStore {
  const files = new Map<string, Buffer>()
  return {
    read: async (key) => files.get(key),
    write: async (key, bytes) => void files.set(key, bytes),
    remove: async (key) => void files.delete(key),
  }
}

async function runOnServer({ server, statement }: { server: PostgresServer; statement: RawBuilder<unknown> }): Promise<void> {
  const main = connectPostgres({ connection: { ...server, database: 'postgres', max: 1 }, onIdleError: console.error })
  await statement.execute(main)
  await main.destroy()
}

/** Runs `work` when the current test ends, or after all tests of the file when none runs. Vitest ignores `afterAll` inside of a test. */
const runAtEnd = (work: () => Promise<void>) => (TestRunner.getCurrentTest() ? onTestFinished(work, 60_000) : afterAll(work))

/** A whole server with its own database, closed after the test that opens it, or after the file's tests. */
export async function createTestApp({
  environment = {},
  gateways = toGateways([]),
  responseCache,
  publishTo,
  logTo,
  ssr,
  stopping,
  readDatabase,
  storefrontReads,
  challengeWork,
  pickups,
  courier,
  push = { publicKey: '', send: async () => ({ state: 'taken' }) },
  webhookSender = { findProblem: async () => undefined, send: async () => ({ status: 200, answer: '' }) },
  fetchProfile = async () => buildAgentProfile(),
  connectProviders,
  overrideConnection = async () => ({}),
}: {
  environment?: Record<string, string>
  /** none by default: card payment is off */
  gateways?: Gateways
  responseCache?: ResponseCache
  /** called when a request of this app changes products */
  publishTo?: () => void
  logTo?: LogStream
  /** server-side rendering of the latest build */
  ssr?: AppDependencies['ssr']
  stopping?: AbortSignal
  /** for reports; the same database by default */
  readDatabase?: Database
  /** for public replies; the same database by default */
  storefrontReads?: StorefrontReads
  /** the usual one by default */
  challengeWork?: AppDependencies['challengeWork']
  /** none by default */
  pickups?: PickupService
  /** none by default */
  courier?: Courier
  /** follows the keys that are entered, in place of `gateways` and `pickups` */
  connectProviders?: (options: Pick<ProvidersOptions, 'database' | 'settings' | 'key'>) => Providers
  /** reaches nobody by default */
  push?: PushService
  /** takes everything by default */
  webhookSender?: WebhookSender
  /** reads the profiles of assistants: all have one that supports everything by default */
  fetchProfile?: FetchProfile
  /** `pg` settings that override the direct connection, such as a proxy's port */
  overrideConnection?: (connection: TestApp['connection']) => Promise<PoolConfig>
} = {}): Promise<TestApp> {
  const server = inject('postgres')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // Copying the files takes a third of the processor time that the default strategy takes.
  await runOnServer({ server, statement: sql`create database ${sql.ref(name)} template shop strategy file_copy` })
  const connection = { ...server, database: name }
  const override = await overrideConnection(connection)
  // Tests that override the connection break it on purpose; for the others no wait is too long on a slow machine.
  const isOverridden = Object.keys(override).length > 0
  const database = connectPostgres({
    connection: { ...connection, ...(isOverridden ? override : { connectionTimeoutMillis: 0 }) },
    onIdleError: isOverridden ? () => {} : console.error,
  })
  const healthCheck = createHealthCheck({ connection: { ...connection, ...override } })
  const defaults = { LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent', LIMITS_FACTOR: '1000', ADMIN_SECOND_FACTOR: 'optional' }
  const settings = parseSettings({ ...defaults, ...environment })
  const trackingKey = Buffer.from('tracking key of the tests')
  const ucpSigningKeys = createShopSigningKeys({ key: Buffer.from('signing key of the tests') })
  const webhookKey = Buffer.alloc(32, 'webhook key of the tests')
  const images = createMemoryImages()
  const pins = createPins({ pepper: Buffer.from('pepper of the tests'), cost: { memoryCost: 8, timeCost: 1, parallelism: 1 } })
  const shopSettings = createShopSettings({ database, settings })
  // Tests write the counts themselves: a write by the timer in between would count a visitor twice.
  const redirects = createRedirectCache({ database, flushMs: 3_600_000 })
  const providersKey = Buffer.alloc(32, 'providers key of the tests')
  const providers = connectProviders?.({ database, settings, key: providersKey })
  const app = await createApp({
    settings,
    shopSettings,
    redirects,
    shownOffers: createShownOffers({ database }),
    database,
    readDatabase: readDatabase ?? database,
    storefrontReads: storefrontReads ?? { choose: () => database, requireChanges() {} },
    healthCheck,
    stopping,
    images,
    backupStore: createBackupStore({ settings }),
    jobs: { request: () => {} },
    pins,
    secondFactorKey: Buffer.alloc(32, 'key of the tests'),
    signInKey: Buffer.alloc(32, 'sign-in key of the tests'),
    challengeWork,
    mailServerKey: Buffer.alloc(32, 'mail server key of the tests'),
    mailer: createMailer({
      settings,
      readServer: () => readMailServer({ database, key: Buffer.alloc(32, 'mail server key of the tests') }),
    }),
    trackingKey,
    gateways: providers?.gateways ?? gateways,
    providers: providers ?? { load: async () => {}, test: async () => {} },
    providersKey,
    push,
    webhookSender,
    fetchProfile,
    ucpSigningKeys,
    webhookKey,
    pickups: providers?.pickups ?? { current: pickups },
    courier: providers?.courier ?? { current: courier },
    // Test code in the same process blocks the event loop, too.
    maxEventLoopDelayMs: 0,
    responseCache,
    productChanges: publishTo && { publish: publishTo },
    logTo,
    ssr,
  })
  runAtEnd(async () => {
    await app.close()
    await redirects.close()
    await healthCheck.close()
    await database.destroy()
    // Hundreds of databases would fill the memory, and autovacuum would look at each of them.
    await runOnServer({ server, statement: sql`drop database ${sql.ref(name)}` }).catch((error: { code?: string }) => {
      // A test has another connection to it, which may end after five seconds.
      if (error.code !== objectInUse) throw error
    })
  })
  return {
    app,
    database,
    connection,
    settings,
    images,
    gateways,
    pins,
    trackingKey,
    webhookSender,
    fetchProfile,
    ucpSigningKeys,
    webhookKey,
    courier,
    redirects,
    request: (method, path, more) => app.inject({ method, url: apiBase + path, ...more }),
  }
}
