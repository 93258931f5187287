import type { ErrorTable } from '../kernel/errors/error-table.ts'

/** Errors of links by which a buyer takes over the cart of an assistant. */
export const continueErrors = {
  continue_link_invalid: { status: 404, text: 'This link is not complete, or its cart was deleted. Ask your assistant for a new one.' },
  continue_link_over: { status: 410, text: 'This link is no longer valid. Ask your assistant for a new one.' },
  continue_link_ordered: { status: 410, text: 'You have ordered these items already. The confirmation is in your email.' },
} as const satisfies ErrorTable
