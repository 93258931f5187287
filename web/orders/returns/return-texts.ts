import type { Policies } from '#contract/limits/policy-numbers.ts'
import { formatRupees } from '#contract/money.ts'
import { formatReturnDay } from '#contract/returns/return-days.ts'
import type { ReturnReason, ReturnState } from '#contract/returns/return-states.ts'
import type { ShopperReturn } from '#contract/returns/returns.ts'

export const reasonLabels: Readonly<Record<ReturnReason, string>> = {
  'too small': 'Too small',
  'too large': 'Too large',
  'not as shown': 'Not as shown in the shop',
  faulty: 'Faulty',
  'wrong item': 'Not the item I ordered',
  late: 'Arrived late',
  'changed my mind': 'I changed my mind',
  other: 'Something else',
}

export const stateLabels: Readonly<Record<ReturnState, string>> = {
  asked: 'Asked for',
  accepted: 'Accepted',
  'picked up': 'On its way to us',
  received: 'Received',
  settled: 'Settled',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  'not received': 'Not received',
}

function describePayout({ cash, payout }: ShopperReturn, policies: Policies): string {
  const amount = formatRupees(cash)
  if (payout?.state === 'paid') return `We have transferred ${amount} to you. Reference of the bank: ${payout.reference}.`
  if (payout?.state === 'details needed')
    return `We transfer ${amount} to you. Please tell us where to${payout.link ? '.' : ', by the link in our email.'}`
  return `We transfer ${amount} to you within ${policies.codRefundWorkingDays} working days.`
}

function describeRefund(returned: ShopperReturn, policies: Policies): string {
  const { refund, cash } = returned
  if (refund === 0) return 'Nothing was paid back for it.'
  const online = refund - cash
  const shows = policies.prepaidRefundShowsDays.join(' to ')
  return [
    online > 0 &&
      `${formatRupees(online)} was refunded to your original payment method and appears on your statement within ${shows} days.`,
    cash > 0 && describePayout(returned, policies),
  ]
    .filter(Boolean)
    .join(' ')
}

/** What the state of a return means for its shopper. */
export function describeReturn({ returned, policies }: { returned: ShopperReturn; policies: Policies }): string {
  const { state, handover, pickup, sendBy, refund, declineReason } = returned
  const amount = refund > 0 ? `You get back ${formatRupees(refund)}.` : 'Nothing is paid back for it.'
  switch (state) {
    case 'asked':
      return 'We answer your request by email. Please keep the items until then.'
    case 'accepted':
      if (pickup) return `${pickup.courier} picks the items up at your delivery address. Reference: ${pickup.reference}.`
      return handover === 'pickup'
        ? `Our courier picks the items up at your delivery address within ${policies.pickupWorkingDays.join(' to ')} working days.`
        : `Please bring or send us the items${sendBy ? ` by ${formatReturnDay(sendBy)}` : ''}.`
    case 'picked up':
      return 'We check the items when they reach us, and write to you.'
    case 'received':
      return `We have checked the items. ${amount}`
    case 'settled':
      return describeRefund(returned, policies)
    case 'declined':
      return declineReason ?? ''
    case 'withdrawn':
      return 'You have withdrawn this return.'
    case 'not received':
      return 'The items have not reached us. Did you send them? Please write to us.'
  }
}
