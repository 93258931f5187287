import type { ErrorTable } from '../kernel/errors/error-table.ts'

export const backupErrors = {
  backup_not_found: { status: 404, text: 'This backup is not there any more.' },
} as const satisfies ErrorTable
