import type { ErrorTable } from '../kernel/errors/error-table.ts'

/** Errors of the export of everything. */
export const shopExportErrors = {
  shop_export_running: { status: 409, text: 'An export is being written already. Please wait until it is ready.' },
  shop_export_not_found: { status: 404, text: 'This export no longer exists.' },
  shop_export_not_ready: { status: 409, text: 'This export is not ready.' },
  shop_export_file_missing: { status: 404, text: 'The file of this export is no longer there. Please export again.' },
} as const satisfies ErrorTable
