import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Transaction } from 'kysely'
import type { PoolConfig } from 'pg'
import { fromKysely, PgBoss } from 'pg-boss'
import type { Tables } from '../database/schema.ts'
import { type Rounds, startRounds } from './poller.ts'

type JobLog = Pick<FastifyBaseLogger, 'warn' | 'error'>

export interface Job {
  readonly name: string
  /**
   * When it runs by itself. `cron`: a cron line in Indian time, taken by one of the servers. `everySeconds`: on every
   * server, so its work must share itself out by row locks. Neither: whenever it is sent.
   */
  readonly cron?: string
  readonly everySeconds?: number
  /** May run twice for one request (a crash, a retry), so it must not mind. `data` may be of an older version: check it. */
  readonly work: (task: { data: unknown; log: JobLog; ending: AbortSignal }) => Promise<void>
}

export interface JobRequest {
  readonly name: string
  readonly data?: object
  /** the job exists exactly when this transaction is committed */
  readonly trx?: Transaction<Tables>
  readonly startAfterSeconds?: number
  /** of the waiting jobs of one name and key there is one */
  readonly singletonKey?: string
}

/** Failed jobs come back after 10 s, 20 s, 40 s … up to an hour; after two days they stay as failed, to be looked at. */
const retries = { retryLimit: 48, retryDelay: 10, retryBackoff: true, retryDelayMax: 3_600 }

/** Seconds between looks at a queue. */
const polling = { cron: 30, sent: 2 }

/**
 * The jobs of the shop, kept in its own database (schema `jobs`) and shared by all servers. Connections of its own:
 * its upkeep opens transactions by hand, and a failed one must not be left in a connection that serves shoppers.
 */
export function createJobQueue({ connection }: { connection: PoolConfig }) {
  const boss = new PgBoss({ ...(connection as object), schema: 'jobs', max: 2, application_name: 'shop jobs' })
  const ending = new AbortController()
  const rounds: Rounds[] = []
  const worked: string[] = []
  let started: Promise<unknown> = Promise.resolve()
  // An error before the start is also thrown to whoever asked; one after it is only told here.
  let log: JobLog | undefined
  boss.on('error', (err) => log?.error({ err }, 'The job queue failed'))
  boss.on('warning', (warning) => log?.warn({ warning }, 'The job queue warns'))

  async function startAll({ jobs, log }: { jobs: readonly Job[]; log: JobLog }): Promise<void> {
    await boss.start()
    await Promise.all(jobs.map((job) => startOne({ job, log })))
  }

  async function startOne({ job, log }: { job: Job; log: JobLog }): Promise<void> {
    const { name, cron, everySeconds, work } = job
    const run = ({ data, signal }: { data: unknown; signal: AbortSignal }) =>
      work({ data, log, ending: AbortSignal.any([signal, ending.signal]) }).catch((err: unknown) => {
        log.error({ err, job: name }, 'A job failed')
        throw err
      })
    if (everySeconds !== undefined) {
      rounds.push(startRounds({ everyMs: everySeconds * 1000, work: (signal) => run({ data: null, signal }) }))
      return
    }
    await boss.createQueue(name, { policy: 'short', ...retries })
    // The queue may be there from an earlier version.
    await boss.updateQueue(name, retries)
    if (cron) await boss.schedule(name, cron, null, { tz: 'Asia/Kolkata', singletonKey: 'cron' })
    await boss.work<unknown>(name, { pollingIntervalSeconds: cron ? polling.cron : polling.sent }, async (tasks) => {
      for (const { data, signal } of tasks) await run({ data, signal })
    })
    worked.push(name)
  }

  return {
    async send({ name, data, trx, startAfterSeconds, singletonKey = randomUUID() }: JobRequest): Promise<void> {
      const startAfter = startAfterSeconds === undefined ? {} : { startAfter: startAfterSeconds }
      await boss.send(name, data ?? null, { singletonKey, ...startAfter, ...(trx && { db: fromKysely(trx) }) })
    },
    async start(given: { jobs: readonly Job[]; log: JobLog }): Promise<void> {
      log = given.log
      const starting = startAll(given)
      started = starting.catch(() => {})
      await starting
    },
    /** Ends after the work in hand, also when the start is not over yet. Call it before the database closes. */
    async stop(): Promise<void> {
      await started
      ending.abort()
      await Promise.all([...rounds.map((round) => round.stop()), ...worked.map((name) => boss.offWork(name, { wait: true }))])
      await boss.stop()
    },
  }
}
