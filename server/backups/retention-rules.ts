import { toIndianDay } from '#contract/kernel/indian-time.ts'

/** How many days, weeks and months keep their newest backup. Those without a backup do not count. */
const periods = [
  { count: 7, name: (day: string) => day },
  { count: 4, name: toMonday },
  { count: 12, name: (day: string) => day.slice(0, 7) },
]

function toMonday(day: string): string {
  const date = new Date(day)
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return date.toISOString().slice(0, 10)
}

/** The backups that are no longer needed: all but the newest of the last 7 days, 4 weeks and 12 months in India that have one. */
export function listExpiredBackups<Backup extends { readonly madeAt: Date }>(backups: readonly Backup[]): Backup[] {
  const newestFirst = backups.toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime())
  const retained = periods.flatMap(({ count, name }) => {
    const newest = new Map<string, Backup>()
    for (const backup of newestFirst) {
      const period = name(toIndianDay(backup.madeAt))
      if (!newest.has(period) && newest.size < count) newest.set(period, backup)
    }
    return [...newest.values()]
  })
  return newestFirst.filter((backup) => !retained.includes(backup))
}

const dayMs = 24 * 3_600_000
/** 02:30 in India. */
const nightMs = 21 * 3_600_000
/** After a failure. */
const retryMs = 3_600_000

interface BackupHistory {
  readonly now: Date
  /** when the shop was created */
  readonly createdAt: Date
  readonly succeededAt: Date | null
  readonly failedAt: Date | null
}

/** Whether the nightly backup is to be written: since the last 02:30 in India there is none, and none has failed in the last hour. */
export function isNightlyBackupDue({ now, createdAt, succeededAt, failedAt }: BackupHistory): boolean {
  const night = Math.floor((now.getTime() - nightMs) / dayMs) * dayMs + nightMs
  const isMissing = createdAt.getTime() < night && (succeededAt === null || succeededAt.getTime() < night)
  return isMissing && (failedAt === null || now.getTime() - failedAt.getTime() >= retryMs)
}
