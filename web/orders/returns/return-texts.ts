import type { Policies } from '#contract/kernel/limits/policy-numbers.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import { formatReturnDay } from '#contract/kernel/return-days.ts'
import type { ReturnReason, ReturnState } from '#contract/orders/return-states.ts'
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

/** How the items of an accepted return reach the shop. */
function describeHandover({ handover, pickup, sendBy }: ShopperReturn, policies: Policies): string {
  if (pickup) return `${pickup.courier} picks the items up at your delivery address. Reference: ${pickup.reference}.`
  return handover === 'pickup'
    ? `Our courier picks the items up at your delivery address within ${policies.pickupWorkingDays.join(' to ')} working days.`
    : `Please bring or send us the items${sendBy ? ` by ${formatReturnDay(sendBy)}` : ''}.`
}

interface Exchange {
  readonly returned: ShopperReturn
  readonly exchange: NonNullable<ShopperReturn['exchange']>
  readonly policies: Policies
}

function describeSent({ order, toPay }: Exchange['exchange']): string {
  if (!order) return 'Nothing is sent for them.'
  const sent = `The new items are in order ${order.number}.`
  const isToBePaid = toPay > 0 && order.status === 'Placed'
  return isToBePaid ? `${sent} Please pay ${formatRupees(toPay)} for the way back by the link in our email: we pack them after that.` : sent
}

/** What the state of an exchange means for its shopper. */
function describeExchange({ returned, exchange, policies }: Exchange): string {
  const { state, declineReason } = returned
  const { isSoldOut, heldUntil, money, order } = exchange
  switch (state) {
    case 'asked':
      return isSoldOut
        ? `What you want is sold out. You can take ${formatRupees(money)} instead, or withdraw this and ask for another size or colour.`
        : 'We answer your request by email. Please keep the items until then. Nothing is held for you yet.'
    case 'accepted':
      return [
        describeHandover(returned, policies),
        order ? describeSent(exchange) : heldUntil && `We hold the new items for you until ${formatReturnDay(heldUntil)}.`,
      ]
        .filter(Boolean)
        .join(' ')
    case 'picked up':
      return order ? describeSent(exchange) : 'We send the new items when yours have reached us.'
    case 'received':
    case 'settled':
      return `We have checked the items. ${describeSent(exchange)}`
    case 'declined':
      return declineReason ?? ''
    case 'withdrawn':
      return 'You have withdrawn this exchange.'
    case 'not received':
      return 'The items have not reached us. Did you send them? Please write to us.'
  }
}

/** What the state of a return means for its shopper. */
export function describeReturn({ returned, policies }: { returned: ShopperReturn; policies: Policies }): string {
  const { state, refund, declineReason, exchange } = returned
  if (exchange) return describeExchange({ returned, exchange, policies })
  const amount = refund > 0 ? `You get back ${formatRupees(refund)}.` : 'Nothing is paid back for it.'
  switch (state) {
    case 'asked':
      return 'We answer your request by email. Please keep the items until then.'
    case 'accepted':
      return describeHandover(returned, policies)
    case 'picked up':
      return 'We check the items when they reach us, and email you.'
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
