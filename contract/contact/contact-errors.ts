import type { ErrorTable } from '../kernel/errors/error-table.ts'

/** Errors of messages and tickets. */
export const contactErrors = {
  contact_message_missing: { status: 400, text: 'Please write us a message.' },
  contact_message_too_long: { status: 400, text: 'The message is too long.' },
  ticket_not_found: { status: 404, text: 'No message has this number and email address.' },
  ticket_link_expired: { status: 410, text: 'This link has expired. Please use the link in our newest email, or write to us again.' },
  ticket_link_invalid: { status: 404, text: 'This link is not valid. Please enter the number and your email address.' },
  ticket_link_needed: {
    status: 403,
    text: 'Please open the link in our email to read and answer this message, or sign in if you were signed in when you wrote it.',
  },
  ticket_gone: { status: 404, text: 'This ticket no longer exists.' },
  ticket_changed: { status: 409, text: 'This ticket has changed in the meantime. Please review it and try again.' },
  ticket_of_data_request: { status: 409, text: 'This ticket is about data: mark its data request as done.' },
  ticket_without_email: { status: 409, text: 'This ticket has no email address.' },
  ticket_closed: { status: 409, text: 'This request is done. Please send us a new message.' },
} as const satisfies ErrorTable
