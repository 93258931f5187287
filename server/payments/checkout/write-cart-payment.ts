import { holdMinutes } from '#contract/kernel/business.ts'
import { findAddress } from '../../accounts/profile/address-book.ts'
import { withShopperLock } from '../../accounts/users/lock-shopper.ts'
import { findCartCode } from '../../cart/cart-code.ts'
import { listCartItems } from '../../cart/repository.ts'
import type { Database } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import type { GetPersonKey } from '../../offers/offer-person.ts'
import type { OrderItem } from '../../orders/order/rules.ts'
import { type CheckoutTerms, holdCheckout } from './hold-checkout.ts'
import { lockOpenCheckouts } from './holds.ts'

interface CartCheckout extends CheckoutTerms {
  readonly database: Database
  readonly userId: string
  readonly getPersonKey: GetPersonKey
  /** one item that is paid for instead of the cart */
  readonly bought: { readonly item: OrderItem; readonly offerCode: string | null } | undefined
  readonly reconciledIds: readonly string[]
}

/**
 * Takes a snapshot of the cart, or of one item beside it, and holds its stock. Returns the open payment when the same items already have one.
 * Locks the shopper and the shopper's open checkouts first.
 * @throws AppError 409 when the cart is empty; 400 without a delivery address; and as `holdCheckout`.
 */
export function writeCartPayment({ database, userId, getPersonKey, bought, ...terms }: CartCheckout) {
  return withShopperLock({ database, userId }, async ({ trx }) => {
    const items = bought ? [bought.item] : await listCartItems({ trx, userId })
    if (items.length === 0) throw new AppError('cart_empty')
    const deliveryAddress = await findAddress({ database: trx, userId })
    if (!deliveryAddress) throw new AppError('address_missing')
    const openCheckouts = await lockOpenCheckouts({ trx, userId })
    const person = getPersonKey({ userId, device: terms.source.device, deliveryAddress })
    const code = bought ? bought.offerCode : await findCartCode({ database: trx, userId })
    const checkout = { holder: { userId }, items, deliveryAddress, minutes: holdMinutes, openCheckouts, leavesCart: bought !== undefined }
    return holdCheckout({ trx, ...terms, ...checkout, offers: { person, code, shownToPay: terms.shown.shownToPay } })
  })
}
