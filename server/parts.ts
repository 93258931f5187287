import type { FastifyInstance } from 'fastify'
import type { Database } from './database/tables.ts'
import type { Gateway } from './payments/gateway.ts'
import type { ImageStore } from './products/image-store.ts'
import type { Settings } from './settings.ts'
import type { Pins } from './users/pins.ts'

/** Everything the server needs from outside, chosen by main.ts and by tests. */
export interface Parts {
  readonly settings: Settings
  readonly database: Database
  readonly images: ImageStore
  readonly pins: Pins
  /** undefined: card payment is off */
  readonly gateway?: Gateway | undefined
  /** signs the links by which an order can be followed */
  readonly trackingKey: Buffer
  /** adds the pages; left out by tests of the API */
  readonly site?: (app: FastifyInstance) => Promise<void>
}
