import type { ErrorTable } from '../kernel/errors/error-table.ts'

/** Errors of product imports. */
export const importErrors = {
  import_not_found: { status: 404, text: 'This import no longer exists.' },
  import_changed: { status: 409, text: 'This import has changed in the meantime. Please review it and try again.' },
  import_low_prices: { status: 409, text: 'Some prices fall below 30 % of what they were. Please confirm them first.' },
  import_nothing: { status: 409, text: 'There is nothing to import: no product is new or changed.' },
} as const satisfies ErrorTable
