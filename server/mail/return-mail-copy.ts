import type { Policies } from '#contract/kernel/limits/policy-numbers.ts'
import { returnLimits } from '#contract/kernel/limits/return-limits.ts'
import { formatRupees, type Paise, toRupees } from '#contract/kernel/money.ts'
import { formatReturnDay } from '#contract/kernel/return-days.ts'
import type { ReturnChange } from '#contract/orders/order-change.ts'

/** The events of returns for which shoppers get a mail. */
export const returnMailEvents = [
  'Return asked',
  'Return accepted',
  'Return pickup booked',
  'Return declined',
  'Return received',
  'Return settled',
  'Exchange sold out',
  'Exchange ended',
] as const
export type ReturnMailEvent = (typeof returnMailEvents)[number]

export const isReturnMail = (event: string): event is ReturnMailEvent => returnMailEvents.some((mailed) => mailed === event)

const formatPaise = (amount: number) => formatRupees(toRupees(amount as Paise))
const formatRange = ([from, to]: readonly [number, number]) => `${from} to ${to}`

interface ReturnCopyRequest {
  readonly event: ReturnMailEvent
  readonly returned: ReturnChange
  readonly policies: Policies
  /** where items are sent to; empty when it is not set */
  readonly shopAddress: string
}

const describeFee = ({ fee }: ReturnChange): string =>
  fee > 0 ? `, after ${formatPaise(fee)} for the way back` : ', and the way back costs you nothing'

function describeHandover({ returned, policies, shopAddress }: Omit<ReturnCopyRequest, 'event'>): string[] {
  if (returned.handover === 'pickup')
    return [`Our courier picks the items up at your delivery address within ${formatRange(policies.pickupWorkingDays)} working days.`]
  const to = shopAddress === '' ? 'Reply to this email and we tell you where to.' : `The address is: ${shopAddress}.`
  return [
    `Please bring or send us the items within ${returnLimits.receiptDays} days. ${to}`,
    'You can print a slip for the parcel on the page below.',
  ]
}

function describeRefund({ refund, cash }: ReturnChange, policies: Policies): string[] {
  const online = refund - cash
  const shows = `It should appear on your statement within ${formatRange(policies.prepaidRefundShowsDays)} days.`
  return [
    ...(online > 0 ? [`We refund ${formatPaise(online)} to your original payment method. ${shows}`] : []),
    ...(cash > 0
      ? [
          `We transfer ${formatPaise(cash)} to you, because you paid in cash. Please tell us your UPI id or bank account by the link below.`,
          `It should reach you within ${policies.codRefundWorkingDays} working days after that. We never ask for a PIN or an OTP.`,
        ]
      : []),
  ]
}

/** The text of the mail about a return. */
export function buildReturnMailCopy({ event, returned, policies, shopAddress }: ReturnCopyRequest) {
  const { number, refund } = returned
  const reason = (returned.reason ?? '').replace(/\s+/g, ' ')
  const expected = `We expect to pay you back ${formatPaise(refund)}${describeFee(returned)}.`
  if (returned.exchange) return buildExchangeCopy({ event, returned, exchange: returned.exchange, policies, shopAddress })
  switch (event) {
    case 'Return asked':
      return {
        subject: 'has a return request',
        heading: 'We have received your request',
        lead: `You want to return items of your order. The number of your return is ${number}. We answer by email.`,
        nextSteps: ['Please keep the items until then.', expected],
      }
    case 'Return accepted':
      return {
        subject: 'can be returned',
        heading: 'You can return your items',
        lead: `We have accepted your return ${number}. Please pack the items with their labels, in the original packaging if you still have it.`,
        nextSteps: [...describeHandover({ returned, policies, shopAddress }), expected],
      }
    case 'Return pickup booked':
      return {
        subject: 'has a booked pick-up',
        heading: 'The pick-up is booked',
        lead: describePickup(returned),
        nextSteps: ['Please have them packed, with their labels.', expected],
      }
    case 'Return declined':
      return {
        subject: 'cannot be returned',
        heading: 'We cannot accept your return',
        lead: `We have declined your return ${number}: ${reason}`,
        nextSteps: ['If you do not agree, please reply to this email.'],
      }
    case 'Return received':
      return {
        subject: 'has arrived back',
        heading: 'Your return has reached us',
        lead: `We have received your return ${number} and checked it.`,
        nextSteps: [
          refund > 0 ? `We will pay you back ${formatPaise(refund)}${describeFee(returned)}.` : 'Nothing is paid back for it.',
          'If you do not agree, please reply to this email.',
        ],
      }
    case 'Return settled':
      return {
        subject: 'has a settled return',
        heading: 'Your return is settled',
        lead: `Your return ${number} is complete.`,
        nextSteps: refund > 0 ? describeRefund(returned, policies) : ['Nothing is paid back for it.'],
      }
    case 'Exchange sold out':
    case 'Exchange ended':
      return {
        subject: 'is not exchanged',
        heading: 'You get the money instead',
        lead: `The exchange of your return ${number} has ended. You get your money back for the items.`,
        nextSteps: [expected, 'If you do not agree, please reply to this email.'],
      }
  }
}

function describePickup({ number, pickup }: ReturnChange): string {
  const reference = pickup ? ` Reference: ${pickup.reference}.` : ''
  return `${pickup?.courier ?? 'Our courier'} picks up the items of your return ${number}.${reference}`
}

type ExchangeCopyRequest = ReturnCopyRequest & { readonly exchange: NonNullable<ReturnChange['exchange']> }

function describeExchangeFee({ toPay }: ExchangeCopyRequest['exchange']): string[] {
  return toPay > 0 ? [`The way back costs ${formatPaise(toPay)}. We send you a link to pay it online, before we pack the new items.`] : []
}

/** The text of the mail about an exchange. */
function buildExchangeCopy({ event, returned, exchange, policies, shopAddress }: ExchangeCopyRequest) {
  const { number, refund, items } = returned
  const { heldUntil } = exchange
  const reason = (returned.reason ?? '').replace(/\s+/g, ' ')
  const names = items.map(({ exchange: item, quantity }) => `${quantity} × ${item?.name ?? ''}${item?.size ? `, size ${item.size}` : ''}`)
  const money = formatPaise(refund)
  switch (event) {
    case 'Return asked':
      return {
        subject: 'has an exchange request',
        heading: 'We have received your request',
        lead: `You want to exchange items of your order for ${names.join('; ')}. The number of your return is ${number}. We answer by email.`,
        nextSteps: [
          'Please keep the items until then. Nothing is held for you before we have accepted it.',
          ...describeExchangeFee(exchange),
        ],
      }
    case 'Return accepted':
      return {
        subject: 'can be exchanged',
        heading: 'You can exchange your items',
        lead: `We have accepted your exchange ${number} for ${names.join('; ')}. Please pack the items with their labels, in the original packaging if you still have it.`,
        nextSteps: [
          heldUntil === null
            ? 'We get the new items ready for you.'
            : `We hold the new items for you until ${formatReturnDay(heldUntil)}, and send them after yours have reached us.`,
          ...describeHandover({ returned, policies, shopAddress }),
          ...describeExchangeFee(exchange),
        ],
      }
    case 'Return pickup booked':
      return {
        subject: 'has a booked pick-up for an exchange',
        heading: 'The pick-up is booked',
        lead: describePickup(returned),
        nextSteps: ['Please have them packed, with their labels.'],
      }
    case 'Return declined':
      return {
        subject: 'cannot be exchanged',
        heading: 'We cannot accept your exchange',
        lead: `We have declined your exchange ${number}: ${reason}`,
        nextSteps: ['If you do not agree, please reply to this email.'],
      }
    case 'Return received':
      return {
        subject: 'has arrived back',
        heading: 'Your items have reached us',
        lead: `We have received the items of your exchange ${number} and checked them.`,
        nextSteps: ['You can see on the page below what is sent for them. If you do not agree, please reply to this email.'],
      }
    case 'Return settled':
      return {
        subject: 'has a completed exchange',
        heading: 'Your exchange is complete',
        lead: `Your exchange ${number} is complete. Nothing is paid back for it.`,
        nextSteps: ['The new items can be returned once, for the money that you paid for the first ones.'],
      }
    case 'Exchange sold out':
    case 'Exchange ended':
      return {
        subject: 'cannot be exchanged: sold out',
        heading: 'The new item is sold out',
        lead: `We are sorry. What you wanted in exchange ${number} is sold out: ${names.join('; ')}.`,
        nextSteps: [
          `Would you like the money instead? You would get back ${money}${describeFee(returned)}. Please choose it on the page below.`,
          'You can also withdraw the exchange there and ask for another size or colour. Please keep the items until then.',
        ],
      }
  }
}

/** The amounts of a return as the rows of its mail. */
export function listReturnRows({ fee, refund, cash, exchange }: ReturnChange) {
  if (exchange) {
    const payment = exchange.toPay > 0 ? 'By a link, online' : 'Exchange'
    return { totals: [{ label: 'To pay', amount: formatPaise(exchange.toPay) }], payment }
  }
  const rows = [
    ...(fee > 0 ? [{ label: 'Deducted for the way back', amount: formatPaise(fee) }] : []),
    { label: 'Refund', amount: formatPaise(refund) },
  ]
  return { totals: rows, payment: cash > 0 ? 'By transfer, as far as you paid in cash' : 'To the way you paid' }
}
