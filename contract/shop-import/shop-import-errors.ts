import type { ErrorTable } from '../kernel/errors/error-table.ts'

/** Errors of the import of another shop's export. */
export const shopImportErrors = {
  shop_import_open: { status: 409, text: 'Another import has not ended. Please run, stop or delete it first.' },
  shop_import_not_found: { status: 404, text: 'This import no longer exists.' },
  shop_import_changed: { status: 409, text: 'This import has changed meanwhile. Please reload the page.' },
  shop_import_part: { status: 400, text: 'This part of the file does not fit. Please choose the file again.' },
} as const satisfies ErrorTable
