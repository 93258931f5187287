import type { Logger } from '../kernel/logger.ts'

export type JobLog = Pick<Logger, 'warn' | 'error'>

export const everyMinute = '* * * * *'

interface JobContext {
  readonly log: JobLog
  readonly signal: AbortSignal
  /** announces changed products before the run ends */
  readonly publish: () => void
}

/** Work of the shop that no request waits for. What is due is in the database, so a lost run loses nothing. */
export interface Job {
  readonly name: string
  /** when it runs, as a cron expression in Indian time. Jobs of every minute also run on request. */
  readonly cron: string
  /** Runs also when a server starts, as jobs of every minute do. */
  readonly runsAtStart?: boolean
  /** how long a run may take; 15 minutes by default. After that it is aborted and tried again. */
  readonly maxSeconds?: number
  /** `products`: after each run, also a failed one, cached lists and product pages are dropped */
  readonly changes: 'products' | 'nothing'
  /** May run on several servers at the same time and again after a crash. Ends soon after `signal` is aborted. */
  readonly run: (context: JobContext) => Promise<unknown>
}
