import type { Handover, PieceCondition, ReturnReason } from '#contract/orders/return-states.ts'

export const returnReasonLabels: Readonly<Record<ReturnReason, string>> = {
  'too small': 'Too small',
  'too large': 'Too large',
  'not as shown': 'Not as shown',
  faulty: 'Faulty',
  'wrong item': 'Wrong item',
  late: 'Arrived late',
  'changed my mind': 'Changed their mind',
  other: 'Other',
}

export const conditionLabels: Readonly<Record<PieceCondition, string>> = { new: 'New', worn: 'Worn', faulty: 'Faulty', missing: 'Missing' }

export const handoverLabels: Readonly<Record<Handover, string>> = {
  pickup: 'Our courier picks it up',
  send: 'The shopper brings or sends it',
}
