import type { ErrorTable } from '../kernel/errors/error-table.ts'

/** Errors after a restore. */
export const restoreErrors = {
  money_held: {
    status: 409,
    text: 'A backup was restored, so money is held: it may have been paid since. Answer what is listed under “After a restore” first.',
  },
  transfer_answered: { status: 409, text: 'This transfer is answered already.' },
} as const satisfies ErrorTable
