import { sql } from 'kysely'
import { readBackupState } from '../backups/read-backup-state.ts'
import type { Database } from '../database/schema.ts'

/** Mails that should have been sent. */
export const lateMails = sql<number>`(
  select count(*) from outbox_mails where state = 'waiting' and due_at < clock_timestamp() - interval '10 minutes'
)`

/** Mails of the last week that could not be sent. */
export const lostMails = sql<number>`(
  select count(*) from outbox_mails where state = 'given up' and settled_at > clock_timestamp() - interval '7 days'
)`

/** Webhooks that get no more events since their receiver failed or is gone. */
export const disabledWebhooks = sql<number>`(
  select count(*) from webhook_endpoints where disabled_reason in ('gone', 'failing') and not is_assistant
)`

/** The tables of the job queue exist once a server has started it. */
export const hasJobTables = sql<boolean>`to_regclass('jobs.job') is not null`

/** The last finished run of the job of every minute, and the jobs that failed in the last day after all retries. */
export async function readJobs({ database, hasJobs }: { database: Database; hasJobs: boolean }) {
  if (!hasJobs) return { lastRunAt: null, failed: [] }
  const { rows } = await sql<{ lastRunAt: Date | null; failed: string[] }>`
    select max(completed_on) filter (where state = 'completed' and name = 'send-mails') as "lastRunAt",
      coalesce(array_agg(distinct name order by name) filter (where state = 'failed'), '{}') as failed
    from jobs.job
  `.execute(database)
  return { lastRunAt: rows[0]?.lastRunAt ?? null, failed: rows[0]?.failed ?? [] }
}

/** What does not work as it should, apart from payments. */
export async function readHealth({ database }: { database: Database }) {
  const { rows } = await sql<{ late: number; lost: number; webhooks: number; hasJobs: boolean }>`
    select ${lateMails} as late, ${lostMails} as lost, ${disabledWebhooks} as webhooks, ${hasJobTables} as "hasJobs"
  `.execute(database)
  const { hasJobs = false, late = 0, lost = 0, webhooks = 0 } = rows[0] ?? {}
  const [{ failed }, backup] = await Promise.all([readJobs({ database, hasJobs }), readBackupState({ database })])
  return { late, lost, failed, backup, webhooks }
}
