import type { TicketAccess, TicketThread } from '#contract/contact/tickets.ts'
import { generalErrors } from '#contract/kernel/errors/general-errors.ts'
import { ApiError, type Call, NetworkError } from '../../api/client.ts'

/** A ticket with what opens it, which its replies need again. */
export interface OpenTicket {
  readonly thread: TicketThread
  readonly access: TicketAccess
}

export type TicketLookup =
  | { readonly ticket: OpenTicket; readonly error: undefined }
  | { readonly ticket: undefined; readonly error: string }

/** Looks up a ticket. Expected failures are returned as text: not found, too many requests, no connection. */
export async function findTicket({ call, access }: { call: Call; access: TicketAccess }): Promise<TicketLookup> {
  try {
    return { ticket: { thread: await call('POST /tickets/find', { body: access }), access }, error: undefined }
  } catch (error) {
    if (error instanceof NetworkError) return { ticket: undefined, error: error.message }
    if (!(error instanceof ApiError)) throw error
    if (error.status >= 500 || error.code === 'unknown') return { ticket: undefined, error: generalErrors.unavailable.text }
    return { ticket: undefined, error: error.message }
  }
}
