import type { ErrorTable } from '../kernel/errors/error-table.ts'

/** Errors of redirects. */
export const redirectErrors = {
  redirect_exists: { status: 409, text: 'There is a redirect from this address already. Change that one.' },
  redirect_changed: { status: 409, text: 'Someone else has changed or deleted this redirect. Please review it and try again.' },
  redirects_full: { status: 409, text: 'A shop can have 50,000 redirects. Please delete some first.' },
} as const satisfies ErrorTable
