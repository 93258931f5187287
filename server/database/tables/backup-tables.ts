import type { Generated } from 'kysely'

/** When backups were written, not where. */
export interface BackupTables {
  /** every backup, also those of the command */
  backups: { finished_at: Generated<Date> }
  /** those that the shop writes by itself; without an end: requested */
  backup_runs: {
    id: Generated<string>
    requested_at: Generated<Date>
    ended_at: Date | null
    /** why it failed, for the owner */
    error: string | null
  }
}
