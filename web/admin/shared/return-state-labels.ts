import type { ReturnState } from '#contract/orders/return-states.ts'

export const returnStateLabels: Readonly<Record<ReturnState, string>> = {
  asked: 'Asked for',
  accepted: 'Accepted',
  'picked up': 'On its way',
  received: 'Received',
  settled: 'Settled',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  'not received': 'Not received',
}
