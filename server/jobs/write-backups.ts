import { type BackupDependencies, runDueBackup } from '../backups/run-backup.ts'
import { everyMinute, type Job } from './job.ts'

/** Writes the backup of the night, and those that administrators request. */
export const createWriteBackupsJob = (dependencies: BackupDependencies): Job => ({
  name: 'write-backups',
  cron: everyMinute,
  changes: 'nothing',
  maxSeconds: 6 * 3_600,
  run: ({ log, signal }) => runDueBackup({ ...dependencies, log, signal }),
})
