import type { ErrorTable } from '../kernel/errors/error-table.ts'

/** Errors of what is entered for figures. */
export const figureErrors = {
  expense_changed: { status: 409, text: 'Someone else has changed or deleted this expense. Please review it and try again.' },
  profit_rates_changed: { status: 409, text: 'Someone else has changed these figures. Please review them and try again.' },
} as const satisfies ErrorTable
