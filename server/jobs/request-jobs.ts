import { fromKysely, PgBoss } from 'pg-boss'
import { jobSchema } from '../database/job-schema.ts'
import type { Database } from '../database/schema.ts'

type RequestedJob =
  | 'send-mails'
  | 'send-webhooks'
  | 'book-parcels'
  | 'track-parcels'
  | 'process-payments'
  | 'check-imports'
  | 'import-products'
  | 'add-import-pictures'
  | 'write-feeds'
  | 'write-backups'
  | 'change-sale-prices'
  | 'export-shop'
  | 'import-shop'

/** Milliseconds in which the requests of this process for the same job become one. */
const coalesceMs = 250

/**
 * Requests runs of jobs, from any process of the shop. A request is a hint: when it is lost, the job still runs at the
 * next full minute.
 */
export interface JobRequests {
  /** Returns at once. Call it after the commit of what the job is to work on. */
  request(name: RequestedJob): void
}

export function createJobRequests({ database, onError }: { database: Database; onError: (error: Error) => void }) {
  const boss = new PgBoss({ db: fromKysely(database), schema: jobSchema })
  boss.on('error', onError)
  const timers = new Map<RequestedJob, NodeJS.Timeout>()

  async function send(name: RequestedJob): Promise<void> {
    clearTimeout(timers.get(name))
    timers.delete(name)
    await boss.send(name).catch(onError)
  }

  return {
    request(name: RequestedJob): void {
      if (!timers.has(name)) timers.set(name, setTimeout(send, coalesceMs, name))
    },
    /** Sends what is still pending. Call it before the database closes. */
    async close(): Promise<void> {
      await Promise.all([...timers.keys()].map(send))
    },
  }
}
