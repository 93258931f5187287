import type { BackupState } from '../backups/read-backup-state.ts'
import type { Database } from '../database/schema.ts'
import type { ProblemKind } from '../database/tables/push-tables.ts'
import { readHealth } from '../first-day/read-health.ts'
import { findDiscrepancies } from '../payments/review/discrepancies.ts'
import { formatCount } from './format-count.ts'

export interface Problem {
  readonly kind: ProblemKind
  readonly count: number
  /** without personal data */
  readonly text: string
}

/** A backup is written every night. */
const maxBackupDays = 2
const dayMs = 24 * 3_600_000

/** A failure, or how old the last backup is. A shop that never had one has no problem. */
function describeBackup({ lastAt, failure }: BackupState): Problem {
  const days = lastAt === null ? 0 : Math.floor((Date.now() - lastAt.getTime()) / dayMs)
  if (failure) return { kind: 'backup', count: Math.max(days, 1), text: `the backup failed: ${failure.message.replace(/\.$/, '')}` }
  return { kind: 'backup', count: days >= maxBackupDays ? days : 0, text: `no backup for ${days} days` }
}

/** What does not work as it should. */
export async function listProblems({ database }: { database: Database }): Promise<Problem[]> {
  const [discrepancies, health] = await Promise.all([findDiscrepancies({ database }), readHealth({ database })])
  const { late, lost, failed, webhooks } = health
  const problems: Problem[] = [
    { kind: 'payments', count: discrepancies.length, text: `${formatCount(discrepancies.length, 'payment')} to review` },
    { kind: 'late mails', count: late, text: `${formatCount(late, 'mail')} not sent yet` },
    { kind: 'lost mails', count: lost, text: `${formatCount(lost, 'mail')} given up in the last week` },
    { kind: 'failed jobs', count: failed.length, text: `failed in the background: ${failed.join(', ')}` },
    { kind: 'webhooks', count: webhooks, text: `${formatCount(webhooks, 'webhook')} disabled after failures` },
    describeBackup(health.backup),
  ]
  return problems.filter(({ count }) => count > 0)
}
