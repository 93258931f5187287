import type { EventType } from '#contract/webhooks/event-types.ts'
import type { WebhookDelivery, WebhookEndpoint } from '#contract/webhooks/webhooks.ts'
import { formatDateTime } from '../../kit/format-time.ts'

export const eventLabels: Readonly<Record<EventType, string>> = {
  'order.placed': 'An order is placed',
  'order.changed': 'An order changes: status, payment, refund, address or items',
  'parcel.changed': 'A parcel of an order changes',
  'return.changed': 'A return or exchange changes',
  'stock.changed': 'The stock of a product changes',
  'document.issued': 'An invoice or credit note is issued',
  'customer.consented': 'A customer gives or withdraws consent',
  'ticket.opened': 'A message to the shop arrives',
}

const disabledTexts = {
  'by hand': 'Disabled',
  gone: 'Disabled: the receiver is gone (410)',
  failing: 'Disabled: failed for a week',
} as const

/** What an endpoint does now, and whether somebody should look at it. */
export function describeEndpoint({ disabledReason, failingSince, lastSuccessAt, waiting }: WebhookEndpoint): {
  text: string
  isGood: boolean
} {
  if (disabledReason) return { text: disabledTexts[disabledReason], isGood: false }
  if (failingSince) return { text: `Failing since ${formatDateTime(failingSince)}`, isGood: false }
  if (waiting > 0) return { text: waiting === 1 ? '1 event to send' : `${waiting.toLocaleString('en-IN')} events to send`, isGood: true }
  return { text: lastSuccessAt ? 'Works' : 'Nothing sent yet', isGood: true }
}

/** The outcome of the last attempt to send an event. */
export function describeDelivery({ state, status, attempts, nextAt, durationMs }: WebhookDelivery): string {
  if (attempts === 0) return state === 'given up' ? 'Not sent' : 'Waiting'
  const answer = status === null ? 'no answer' : `answer ${status}`
  const tries = attempts === 1 ? '1 attempt' : `${attempts} attempts`
  if (state === 'delivered') return `Delivered: ${answer} in ${(durationMs ?? 0).toLocaleString('en-IN')} ms, ${tries}`
  if (state === 'given up') return `Given up: ${answer}, ${tries}`
  return `Failed: ${answer}, ${tries}${nextAt === null ? '' : `; next ${formatDateTime(nextAt)}`}`
}
