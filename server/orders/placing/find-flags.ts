import type { SavedAddress } from '#contract/kernel/address.ts'
import { confirmationLimits as limits } from '#contract/kernel/limits/confirmation-limits.ts'
import { toPaise } from '#contract/kernel/money.ts'
import { calculateOrder } from '#contract/kernel/pricing.ts'
import type { OrderFlag, paymentLink } from '#contract/orders/order-flags.ts'
import type { ShopSettings } from '#contract/settings/setting-groups.ts'
import { isPinCodeOfState } from '../../pin-codes/pin-codes.ts'
import { type LineItem, sumItems } from '../order/rules.ts'
import { isDisposableEmail } from './disposable-email.ts'

/** The other orders of the same phone, mailbox or device. An IP address is not a person. */
export interface OrderHistory {
  readonly openOrders: number
  /** an order of the phone was refused on delivery */
  readonly hasRefused: boolean
  /** whether the person has received or paid for an order; missing unless the settings ask for it */
  readonly hasReceived?: boolean
}

/** Which orders are confirmed by their link. */
export type Confirmation = ShopSettings['orders']['codConfirmation']

interface FlagQuery {
  readonly deliveryAddress: SavedAddress
  readonly lines: readonly LineItem[]
  readonly history: OrderHistory
  readonly confirmation: Confirmation
}

/** Why the shop asks for a confirmation of a new order that is paid on delivery; empty for most orders. */
export function findFlags({ deliveryAddress, lines, history, confirmation }: FlagQuery): OrderFlag[] {
  const flags: Record<Exclude<OrderFlag, typeof paymentLink>, boolean> = {
    value: calculateOrder({ lines }).total > toPaise(limits.maxRupees),
    quantity: sumItems(lines) > limits.maxItems,
    'open orders': history.openOrders >= limits.maxOpenOrders,
    'refused before': history.hasRefused,
    'PIN code': !isPinCodeOfState(deliveryAddress),
    'disposable email': isDisposableEmail(deliveryAddress.email),
    'first order': confirmation === 'first' && !history.hasReceived,
    'every order': confirmation === 'all',
  }
  return (Object.keys(flags) as (keyof typeof flags)[]).filter((flag) => flags[flag])
}
