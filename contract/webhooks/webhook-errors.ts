import type { ErrorTable } from '../kernel/errors/error-table.ts'

/** Errors of webhooks. */
export const webhookErrors = {
  order_unknown: { status: 404, text: 'There is no order with this number or id.' },
  webhook_not_public: { status: 400, text: 'This address is not on the public internet, so the shop sends nothing to it.' },
  webhook_unknown_host: { status: 400, text: 'There is no server with this name. Please check the address.' },
  webhooks_full: { status: 409, text: 'A shop can have 20 webhooks. Please delete one first.' },
  webhook_changed: { status: 409, text: 'Someone else has changed or deleted this webhook. Please review it and try again.' },
  webhook_not_found: { status: 404, text: 'This webhook does not exist any more.' },
  delivery_not_sendable: { status: 409, text: 'This event is deleted, or the webhook is disabled. Enable the webhook first.' },
} as const satisfies ErrorTable
