import { type Policies, policy } from '#contract/kernel/limits/policy-numbers.ts'
import { returnLimits } from '#contract/kernel/limits/return-limits.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import { hasCharges } from '#contract/orders/charges.ts'
import { describeShipping } from '#contract/orders/shipping-texts.ts'

/** The day on which the texts of the policy pages last changed; update it with them. */
const textsChangedOn = '2026-11-28'

/** The day on which texts or figures last changed. */
export const findLastUpdated = (figuresChangedOn = ''): string => (figuresChangedOn > textsChangedOn ? figuresChangedOn : textsChangedOn)

const range = ([from, to]: readonly [number, number]) => `${from} to ${to}`

const { days, from, to } = policy.serviceHours

/** Unless the owner has written others. */
export const serviceHoursText = `${days}, ${from} to ${to}`

/** What an exchange is and costs, in sentences; undefined where items are not exchanged. */
function describeExchange(policies: Policies) {
  // A server of the version before says nothing about it.
  if (policies.exchanges !== 'on') return undefined
  const fee = formatRupees(policies.reverseShippingFeeRupees)
  return {
    offer: `You can exchange an item for another size or colour of the same style at the same price, if it is in stock, within ${policies.returnWindowDays} days of delivery.`,
    hold: `When we accept an exchange, we hold the new item for ${returnLimits.receiptDays} days. If it is sold out before, we offer you your money back.`,
    sending:
      policies.exchangesSent === 'accepted'
        ? 'We send the new item when we have accepted the exchange.'
        : 'We send the new item after yours has reached us and we have checked it.',
    cost:
      policies.exchangeFee === 'link'
        ? `An exchange costs the reverse shipping fee of ${fee}, which you pay online by a link. It is free for a wrong or faulty item.`
        : 'An exchange is free.',
    again:
      'An item that was sent in exchange can be returned once for the money that you paid for the first one. It cannot be exchanged again.',
  }
}

/** What becomes of charges when items come back. */
const describeChargeRefunds = (policies: Policies): string =>
  hasCharges(policies)
    ? 'Shipping and cash-on-delivery charges are non-refundable when you return items. We refund them when all items of an order come back because they are wrong or faulty, and when the order is cancelled before it is packed. Your order shows what they were.'
    : 'Shipping and cash-on-delivery charges are non-refundable. We currently do not charge for either; if an order ever includes such a charge, it is shown before you order.'

/** The figures of the policies as texts; those of the specification when the settings could not be read. */
export const buildTerms = ({ undeliveredFreightRupees = 0, ...policies }: Policies = policy, serviceHours = serviceHoursText) => ({
  /** the charges for shipping and cash on delivery */
  shipping: describeShipping(policies),
  charges: describeChargeRefunds(policies),
  returnWindow: `${policies.returnWindowDays} days`,
  reverseFee: formatRupees(policies.reverseShippingFeeRupees),
  pickup: `${range(policies.pickupWorkingDays)} working days`,
  prepaidRefund: `${range(policies.prepaidRefundWorkingDays)} working days`,
  prepaidShows: `${range(policies.prepaidRefundShowsDays)} days`,
  codRefund: `${policies.codRefundWorkingDays} working days`,
  refusedAdvance: `If we asked for an advance, ${policies.refusedAdvance === 'kept' ? 'we keep it then' : 'we refund it then'}.`,
  /** undefined when the shop keeps nothing */
  undelivered:
    undeliveredFreightRupees > 0
      ? `If a parcel that you have paid for online comes back to us because nobody accepted it, we refund what you paid less ${formatRupees(undeliveredFreightRupees)} for the freight.`
      : undefined,
  exchange: describeExchange(policies),
  dispatch: `${range(policies.dispatchHours)} hours`,
  delivery: `${range(policies.deliveryDays)} days`,
  serviceHours,
})
export type Terms = ReturnType<typeof buildTerms>

/** Names the grievance officer, as Indian law requires. */
export const buildGrievanceText = (grievanceOfficer: string | null) =>
  grievanceOfficer === null ? null : `For complaints, contact our grievance officer: ${grievanceOfficer.replace(/\.$/, '')}.`
