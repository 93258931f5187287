import { isDeepStrictEqual } from 'node:util'
import pLimit from 'p-limit'
import type { PoolConfig } from 'pg'
import { PgBoss, type QueueResult, type Schedule } from 'pg-boss'
import { jobSchema } from '../database/job-schema.ts'
import { everyMinute, type Job, type JobLog } from './job.ts'

/** `short`: one job waits at most, so requests made before it starts are one run, and those made during a run one more. */
const queueOptions = { retryLimit: 3, retryDelay: 30, retryBackoff: true, deleteAfterSeconds: 86_400, expireInSeconds: 900 }

/** Connections of the job queue in each server. */
const maxConnections = 2

/** Seconds between two polls of a queue. */
const pollingSeconds = { frequent: 1, rare: 30 }

/** An outage fails every poll of every queue: one log line per interval is enough. */
const errorLogIntervalMs = 30_000

const timeZone = 'Asia/Kolkata'

interface StartOptions {
  readonly jobs: readonly Job[]
  readonly log: JobLog
  /** announces changed products to all processes */
  readonly publish: () => void
  /** whether a newer version may work on the jobs that this one does not know */
  readonly keepsOtherJobs?: boolean
}

interface Scheduled {
  readonly job: Job
  /** undefined: no earlier start has created it */
  readonly queue: QueueResult | undefined
  readonly schedule: Schedule | undefined
}

/**
 * Runs the jobs of the shop through pg-boss; all servers share them. Uses connections of its own, so that shoppers never
 * wait behind a job.
 */
export function createJobQueue({ connection }: { connection: PoolConfig }) {
  const boss = new PgBoss({ ...(connection as object), schema: jobSchema, max: maxConnections, application_name: 'shop jobs' })
  const stopping = new AbortController()
  let jobNames: readonly string[] = []
  let starting: Promise<unknown> = Promise.resolve()
  let log: JobLog | undefined
  let errorLoggedAt = Number.NEGATIVE_INFINITY
  boss.on('error', (err) => {
    if (performance.now() - errorLoggedAt < errorLogIntervalMs) return
    errorLoggedAt = performance.now()
    log?.error({ err }, 'The job queue failed')
  })
  boss.on('warning', (warning) => log?.warn({ warning }, 'Warning of the job queue'))

  async function startAll({ jobs, log, publish, keepsOtherJobs = false }: StartOptions): Promise<void> {
    await boss.start()
    jobNames = jobs.map(({ name }) => name)
    const [queues, schedules] = await Promise.all([boss.getQueues(), boss.getSchedules()])
    // Schedules of earlier versions would create jobs that no server works on.
    const others = schedules.filter(({ name }) => !jobNames.includes(name))
    if (!keepsOtherJobs) for (const { name } of others) await boss.deleteQueue(name)
    // All at once, the last ones would wait longer for a connection than the pool allows on a busy machine, and the server would not start.
    await pLimit(maxConnections).map(jobs, (job) =>
      scheduleJob({ job, queue: queues.find(({ name }) => name === job.name), schedule: schedules.find(({ name }) => name === job.name) }),
    )
    for (const job of jobs) await workOnJob({ job, log, publish })
  }

  /** Creates the queue and the schedule of a job, or changes those of an earlier version. */
  async function scheduleJob({ job: { name, cron, runsAtStart, maxSeconds }, queue, schedule }: Scheduled): Promise<void> {
    const options = { ...queueOptions, ...(maxSeconds !== undefined && { expireInSeconds: maxSeconds }) }
    if (!queue) await boss.createQueue(name, { policy: 'short', ...options })
    else if (!isDeepStrictEqual({ ...queue, ...options }, queue)) await boss.updateQueue(name, options)
    if (schedule?.cron !== cron || schedule.timezone !== timeZone) await boss.schedule(name, cron, null, { tz: timeZone })
    // Work that became due while no server was running is done at once.
    if (cron === everyMinute || runsAtStart) await boss.send(name)
  }

  async function workOnJob({ job: { name, cron, changes, run }, log, publish }: { job: Job } & Omit<StartOptions, 'jobs'>): Promise<void> {
    const pollingIntervalSeconds = cron === everyMinute ? pollingSeconds.frequent : pollingSeconds.rare
    await boss.work(name, { pollingIntervalSeconds }, async ([job]) => {
      try {
        await run({ log, publish, signal: job ? AbortSignal.any([job.signal, stopping.signal]) : stopping.signal })
      } catch (err) {
        log.error({ err, job: name }, 'A job failed')
        throw err
      } finally {
        if (changes === 'products') publish()
      }
    })
  }

  return {
    async start(options: StartOptions): Promise<void> {
      log = options.log
      const started = startAll(options)
      starting = started.catch(() => {})
      await started
    },
    /** Waits for running jobs, also when the start is not over yet. Call it before the database closes. */
    async stop(): Promise<void> {
      await starting
      stopping.abort()
      await Promise.all(jobNames.map((name) => boss.offWork(name)))
      await boss.stop()
    },
  }
}
