/** Why the shop asks for a confirmation of an order that is paid on delivery. The order is accepted as any other. */

import { confirmationLimits as limits } from '../kernel/limits/confirmation-limits.ts'
import { formatRupees } from '../kernel/money.ts'
import { isBeforePacking, type OrderStatus } from './order-status.ts'

/** An administrator has taken the order, and it is to be paid online by its link. */
export const paymentLink = 'payment link'

export const orderFlags = [
  'value',
  'quantity',
  'open orders',
  'refused before',
  'PIN code',
  'disposable email',
  'first order',
  'every order',
  paymentLink,
] as const
export type OrderFlag = (typeof orderFlags)[number]

/** The reasons as an administrator reads them. */
export const orderFlagTexts: Record<OrderFlag, string> = {
  value: `Value over ${formatRupees(limits.maxRupees)}`,
  quantity: `More than ${limits.maxItems} items`,
  'open orders': `The phone, device or IP address already has ${limits.maxOpenOrders} or more open orders`,
  'refused before': 'The phone has refused a parcel before',
  'PIN code': 'PIN code unknown or of another state',
  'disposable email': 'Disposable email address',
  'first order': 'The person has not received an order yet',
  'every order': 'Your settings ask for it',
  [paymentLink]: 'To be paid online by its link',
}

/** How the administrator's list names and filters orders that are not confirmed. */
export const toConfirm = 'To confirm'

/** An order that is not confirmed although its shopper was reminded: an administrator decides. */
export const noAnswer = 'No answer'

/** How lists filter the cancelled orders that they leave out otherwise. */
export const archived = 'Archived'

interface FlaggedOrder {
  readonly status: string
  readonly flags: readonly OrderFlag[]
}

/** Whether the shop waits for the confirmation of an order. */
export const needsConfirmation = ({ status, flags }: FlaggedOrder): boolean => status === 'Placed' && flags.length > 0

/** Whether the shop waits until an order is paid online. */
export const needsPayment = (order: FlaggedOrder): boolean => needsConfirmation(order) && order.flags.includes(paymentLink)

interface OrderOnDelivery {
  readonly kind: string
  readonly status: OrderStatus
  /** how it was paid to the shop itself; null for every other order */
  readonly manual_payment: string | null
}

/** Whether an order on delivery, or the rest of its advance, can be paid online instead: until it is packed, because then its label asks for cash. */
export const canBePaidOnline = ({ kind, status, manual_payment }: OrderOnDelivery): boolean =>
  kind !== 'card' && manual_payment === null && isBeforePacking(status)
