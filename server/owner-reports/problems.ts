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

/** What does not work as it should. */
export async function listProblems({ database }: { database: Database }): Promise<Problem[]> {
  const [discrepancies, health] = await Promise.all([findDiscrepancies({ database }), readHealth({ database })])
  const { late, lost, failed } = health
  const backupDays = health.backupDays !== null && health.backupDays >= maxBackupDays ? health.backupDays : 0
  const problems: Problem[] = [
    { kind: 'payments', count: discrepancies.length, text: `${formatCount(discrepancies.length, 'payment')} to review` },
    { kind: 'late mails', count: late, text: `${formatCount(late, 'mail')} not sent yet` },
    { kind: 'lost mails', count: lost, text: `${formatCount(lost, 'mail')} given up in the last week` },
    { kind: 'failed jobs', count: failed.length, text: `failed in the background: ${failed.join(', ')}` },
    { kind: 'backup', count: backupDays, text: `no backup for ${backupDays} days` },
  ]
  return problems.filter(({ count }) => count > 0)
}
