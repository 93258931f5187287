import { formatRupees } from '../kernel/money.ts'
import { needsConfirmation, needsPayment, type OrderFlag } from './order-flags.ts'
import { type OrderStatus, returnsParcel } from './order-status.ts'

interface Message {
  readonly storeName: string
  /** the customer's */
  readonly name: string
  /** an address of the shop that the message ends with */
  readonly url?: string | undefined
}

const join = ({ name, url }: Pick<Message, 'name' | 'url'>, text: string): string =>
  [`Hello${name === '' ? '' : ` ${name}`}, ${text}`, url].filter(Boolean).join(' ')

interface OrderMessage extends Message {
  readonly number: string
  readonly status: string
  readonly flags: readonly OrderFlag[]
  /** rupees, what the order costs */
  readonly amount: number
}

/** What an administrator writes to the customer of an order. */
export function describeOrderMessage(message: OrderMessage): string {
  const { storeName, number, status, amount } = message
  const order = `your order ${number} at ${storeName}${amount > 0 ? ` (${formatRupees(amount)})` : ''}`
  if (needsPayment(message)) return join(message, `please pay for ${order} here:`)
  if (needsConfirmation(message)) return join(message, `please confirm ${order} here:`)
  if (returnsParcel(status as OrderStatus))
    return join(message, `the courier could not deliver ${order}. Please tell us how we can help. You can see it here:`)
  return join(message, `you can follow ${order} here:`)
}

interface RefundMessage extends Message {
  /** of the return */
  readonly number: string
  /** rupees */
  readonly amount: number
  readonly state: 'details needed' | 'to be paid' | 'paid'
  /** of the bank */
  readonly reference?: string | null | undefined
  /** `number` is that of an order */
  readonly isOfOrder?: boolean
}

/** What an administrator writes about a refund by transfer. */
export function describeRefundMessage(message: RefundMessage): string {
  const { storeName, number, amount, state, reference, isOfOrder = false } = message
  const refund = `the refund of ${formatRupees(amount)} for your ${isOfOrder ? 'order' : 'return'} ${number} at ${storeName}`
  if (state === 'details needed') return join(message, `please tell us where to transfer ${refund}:`)
  if (state === 'to be paid') return join({ ...message, url: undefined }, `we will transfer ${refund} soon.`)
  return join({ ...message, url: undefined }, `we have transferred ${refund}${reference ? `, reference ${reference}` : ''}.`)
}

interface ReturnMessage extends Message {
  /** of the return */
  readonly number: string
  readonly orderNumber: string
}

/** What an administrator writes about a return. */
export const describeReturnMessage = ({ storeName, number, orderNumber, ...message }: ReturnMessage): string =>
  join(message, `this is about your return ${number} of order ${orderNumber} at ${storeName}.${message.url ? ' You can see it here:' : ''}`)

interface ParcelMessage extends Message {
  readonly number: string
  /** rupees that can be refunded */
  readonly amount: number
}

/** What an administrator writes about a prepaid parcel that came back. */
export const describeParcelMessage = ({ storeName, number, amount, ...message }: ParcelMessage): string =>
  join(
    message,
    `your order ${number} at ${storeName} came back to us undelivered. You have paid ${formatRupees(amount)}. Please tell us how we can help.`,
  )
