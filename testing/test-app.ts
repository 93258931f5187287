import { randomUUID } from 'node:crypto'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import type { PoolConfig } from 'pg'
import { afterAll, inject } from 'vitest'
import { apiBase } from '#contract/calls.ts'
import { createHealthCheck } from '#server/adapters/health-check.ts'
import { connectPostgres } from '#server/adapters/postgres.ts'
import { createApp } from '#server/app.ts'
import type { Database } from '#server/database/schema.ts'
import type { AppDependencies } from '#server/dependencies.ts'
import type { ResponseCache } from '#server/http/response-cache.ts'
import type { LogStream } from '#server/logger-options.ts'
import type { Gateway } from '#server/payments/gateway.ts'
import type { ImageStore } from '#server/products/image-store.ts'
import { readSettings, type Settings } from '#server/settings.ts'
import { createPins, type Pins } from '#server/users/pins.ts'

export interface TestApp {
  readonly app: FastifyInstance
  readonly database: Database
  /** how others reach the same database */
  readonly connection: { readonly host: string; readonly port: number; readonly user: string; readonly database: string }
  readonly settings: Settings
  readonly images: ImageStore
  readonly pins: Pins
  readonly trackingKey: Buffer
  /** asks the API: `request('GET', '/products/getAll')` */
  request(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    more?: Omit<InjectOptions, 'method' | 'url'>,
  ): Promise<LightMyRequestResponse>
}

function createMemoryImages(): ImageStore {
  const kept = new Map<string, Buffer>()
  return {
    read: async (key) => kept.get(key),
    write: async (key, bytes) => void kept.set(key, bytes),
  }
}

/** A whole server over a database of its own, ended after the file's tests. Call it at the top of a test file. */
export async function createTestApp({
  environment = {},
  gateway,
  responseCache,
  publishTo,
  logTo,
  ssr,
  reach = async () => ({}),
}: {
  environment?: Record<string, string>
  gateway?: Gateway
  responseCache?: ResponseCache
  /** called when a request of this app changes products */
  publishTo?: () => void
  logTo?: LogStream
  /** the pages, of the web as it was built last */
  ssr?: AppDependencies['ssr']
  /** another way to the database than the straight one, as settings of `pg` */
  reach?: (connection: TestApp['connection']) => Promise<PoolConfig>
} = {}): Promise<TestApp> {
  const server = inject('postgres')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const main = connectPostgres({ connection: { ...server, database: 'postgres', max: 1 }, onIdleError: console.error })
  await sql`create database ${sql.ref(name)} template shop`.execute(main)
  await main.destroy()
  const connection = { ...server, database: name }
  const way = await reach(connection)
  // That connections break while nobody uses them is what another way is for.
  const onIdleError = Object.keys(way).length === 0 ? console.error : () => {}
  const database = connectPostgres({ connection: { ...connection, ...way }, onIdleError })
  const healthCheck = createHealthCheck({ connection: { ...connection, ...way } })
  const settings = readSettings({ LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent', LIMITS_FACTOR: '1000', ...environment })
  const trackingKey = Buffer.from('tracking key of the tests')
  const images = createMemoryImages()
  const pins = createPins({ pepper: Buffer.from('pepper of the tests') })
  const app = await createApp({
    settings,
    database,
    readDatabase: database,
    healthCheck,
    images,
    jobs: { request: () => {} },
    pins,
    trackingKey,
    gateway,
    // Test code in the same process blocks the event loop, too.
    maxEventLoopDelayMs: 0,
    responseCache,
    productChanges: publishTo && { publish: publishTo },
    logTo,
    ssr,
  })
  afterAll(async () => {
    await app.close()
    await healthCheck.close()
    await database.destroy()
  })
  return {
    app,
    database,
    connection,
    settings,
    images,
    pins,
    trackingKey,
    request: (method, path, more) => app.inject({ method, url: apiBase + path, ...more }),
  }
}
