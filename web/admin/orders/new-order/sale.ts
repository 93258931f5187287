import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { type ManualPaymentMethod, manualPaymentMethods, maxDaysAgo } from '#contract/orders/manual-payment.ts'
import { type PhoneOrderPayment, phoneOrderPayments } from '#contract/orders/phone-orders.ts'
import { type OrderChannel, orderChannels } from '#contract/orders/visit-source.ts'

const buyerFields = ['name', 'phone', 'email', 'gstin', 'businessName'] as const
type BuyerField = (typeof buyerFields)[number]

/** How an order is paid and handed over, as it is chosen and typed. */
export interface Sale {
  readonly isTakenAway: boolean
  readonly payment: PhoneOrderPayment
  /** of an order that is paid already */
  readonly method: ManualPaymentMethod
  readonly reference: string
  /** empty: the day of the order */
  readonly paidDay: string
  /** empty: today */
  readonly day: string
  /** how the order has come; empty: not said */
  readonly channel: OrderChannel | ''
  /** who takes the items away */
  readonly buyer: Readonly<Record<BuyerField, string>>
}

export const readText = (value: unknown): string => (typeof value === 'string' ? value : '')
const readChoice = <Choice extends string>(choices: readonly Choice[], value: unknown, usual: Choice): Choice =>
  choices.find((choice) => choice === value) ?? usual

/** A stored draft, which may be anything. */
export function parseSale(stored: unknown): Sale {
  const { isTakenAway, payment, method, reference, paidDay, day, channel, buyer } = (stored ?? {}) as Partial<Record<keyof Sale, unknown>>
  const typed = (buyer ?? {}) as Partial<Record<BuyerField, unknown>>
  return {
    isTakenAway: isTakenAway === true,
    payment: readChoice(phoneOrderPayments, payment, 'on delivery'),
    method: readChoice(manualPaymentMethods, method, 'cash'),
    reference: readText(reference),
    paidDay: readText(paidDay),
    day: readText(day),
    channel: readChoice(['', ...orderChannels], channel, ''),
    buyer: Object.fromEntries(buyerFields.map((field) => [field, readText(typed[field])])) as Sale['buyer'],
  }
}

/** What the next order begins with: at a fair the items are taken away again. */
export const startNextSale = ({ isTakenAway, payment, method, channel }: Sale): Sale => parseSale({ isTakenAway, payment, method, channel })

/** The way of payment that counts: items that are taken away are paid at once. */
export const findPayment = ({ isTakenAway, payment }: Sale): PhoneOrderPayment => (isTakenAway ? 'paid' : payment)

/** The parts of the request that say how an order is paid and handed over. */
export function toSaleBody(sale: Sale) {
  const { isTakenAway, method, reference, paidDay, day, channel, buyer } = sale
  const payment = findPayment(sale)
  return {
    payment,
    ...(payment === 'paid' && { manualPayment: { method, reference, ...(paidDay && { day: paidDay }) } }),
    ...(day && payment !== 'link' && { day }),
    ...(channel && { channel }),
    ...(isTakenAway && { isTakenAway, buyer }),
  }
}

/** The first and the last day that an order can have. */
export const findDayLimits = () => ({ min: toIndianDay(Date.now() - maxDaysAgo * 86_400_000), max: toIndianDay() })
