import type { FastifyInstance } from 'fastify'
import type { HealthCheck } from './adapters/health-check.ts'
import type { Database } from './database/schema.ts'
import type { ResponseCache } from './http/response-cache.ts'
import type { LogStream } from './logger-options.ts'
import type { Gateway } from './payments/gateway.ts'
import type { ImageStore } from './products/image-store.ts'
import type { Settings } from './settings.ts'
import type { Pins } from './users/pins.ts'

/** Everything the server needs from outside, chosen by main.ts and by tests. */
export interface AppDependencies {
  readonly settings: Settings
  readonly database: Database
  /** for reports: the database of DATABASE_READ_URL, or the same as `database` */
  readonly readDatabase: Database
  /** checks that the database answers, without waiting for a free connection of the pool */
  readonly healthCheck: Pick<HealthCheck, 'ping'>
  /** answers of this process that are the same for everybody; left out, each is made anew */
  readonly responseCache?: ResponseCache | undefined
  readonly images: ImageStore
  readonly pins: Pins
  /** undefined: card payment is off */
  readonly gateway?: Gateway | undefined
  /** signs the links by which an order can be followed */
  readonly trackingKey: Buffer
  /** where the lines of the log go; standard output when it is left out */
  readonly logTo?: LogStream | undefined
  /** adds the pages; left out by tests of the API */
  readonly site?: (app: FastifyInstance) => Promise<void>
}
