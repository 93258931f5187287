import { sql } from 'kysely'
import type { Database } from '../database/schema.ts'

export interface BackupState {
  /** also those of commands */
  readonly lastAt: Date | null
  /** of the last try of the shop, when it failed */
  readonly failure: { readonly at: Date; readonly message: string } | null
  /** when a backup was requested that is not written yet */
  readonly requestedAt: Date | null
}

/** When the last backup was written, and what prevents the next one. A backup of a command after a failure ends that failure. */
export async function readBackupState({ database }: { database: Database }): Promise<BackupState> {
  const { rows } = await sql<{ lastAt: Date | null; failedAt: Date | null; error: string | null; requestedAt: Date | null }>`
    select (select max(finished_at) from backups) as "lastAt", last.ended_at as "failedAt", last.error,
      (select requested_at from backup_runs where ended_at is null) as "requestedAt"
    from (values (1)) as one
    left join lateral (select ended_at, error from backup_runs where ended_at is not null order by ended_at desc limit 1) as last on true
  `.execute(database)
  const { lastAt = null, failedAt = null, error = null, requestedAt = null } = rows[0] ?? {}
  const isCurrent = failedAt !== null && error !== null && (lastAt === null || lastAt < failedAt)
  return { lastAt, failure: isCurrent ? { at: failedAt, message: error } : null, requestedAt }
}
