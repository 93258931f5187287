import { hash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { SavedAddress } from '#contract/kernel/address.ts'
import { minCardRupees } from '#contract/kernel/business.ts'
import { type Paise, toPaise } from '#contract/kernel/money.ts'
import { calculateOrder } from '#contract/kernel/pricing.ts'
import type { ChargePolicies } from '#contract/orders/charges.ts'
import type { ShopperNote } from '#contract/orders/shopper-note.ts'
import type { Tables } from '../../database/schema.ts'
import { findRule } from '../../delivery-rules/find-rule.ts'
import { lockProducts, takeStock } from '../../inventory/stock.ts'
import { AppError } from '../../kernel/errors.ts'
import { recordUses } from '../../offers/use-offers.ts'
import { isShownAmount, type OrderItem, type ShownAmounts, toLineItems, validateOrder } from '../../orders/order/rules.ts'
import { addOrderCharges } from '../../orders/placing/order-charges.ts'
import { chooseOrderOffers, findOfferError, type OfferRequest } from '../../orders/placing/order-offers.ts'
import { type PurchaseReport, setPaymentReport } from '../../orders/placing/purchase-report.ts'
import { insertPaymentReferral, type Referral } from '../../orders/placing/referral.ts'
import type { Gateway } from '../provider/gateway.ts'
import type { CountHold, HoldSource } from './hold-caps.ts'
import { listProductIds, type lockOpenCheckouts, releaseHold } from './holds.ts'
import type { ChosenShare } from './payment-share.ts'
import { firstCheckSeconds, type Unreconciled, type WrittenPayment, writtenColumns } from './written-payment.ts'

/** What a cart and a guest have in common. */
export interface CheckoutTerms {
  /** takes the payment */
  readonly gateway: Gateway
  /** what the shopper saw */
  readonly shown: ShownAmounts
  readonly share: ChosenShare
  readonly note: ShopperNote
  /** undefined when it is not known where the visit comes from */
  readonly referral?: Referral | undefined
  /** undefined unless the shopper agrees */
  readonly report?: PurchaseReport | undefined
  /** of the moment: their charges are added */
  readonly policies: ChargePolicies
  readonly source: HoldSource
  readonly countHold: CountHold
}

interface NewCheckout extends CheckoutTerms {
  readonly trx: Transaction<Tables>
  /** who pays: an account, or a guest with a phone number in this browser, whose hash `createSourceHash` makes */
  readonly holder: { readonly userId: string } | { readonly phone: string; readonly deviceHash: Buffer }
  readonly items: readonly OrderItem[]
  readonly deliveryAddress: SavedAddress
  readonly offers: OfferRequest
  /** for which the stock is held */
  readonly minutes: number
  /** the items are bought beside the cart */
  readonly leavesCart?: boolean
  /** other checkouts of the holder, locked, which the new one replaces */
  readonly openCheckouts?: Awaited<ReturnType<typeof lockOpenCheckouts>>
  /** open checkouts that were reconciled since the shopper pressed the button */
  readonly reconciledIds?: readonly string[]
}

/**
 * Writes a payment for these items, holds their stock and counts the uses of its offers. Returns the open payment when the holder already has
 * one for the same items, prices and address. Changes nothing when open checkouts must be reconciled before their holds are released.
 * Locks the products by id, the person of an offer, and what `countHold` counts.
 * @throws AppError 409 when the items cannot be ordered at the expected total, when the code does not count, or when nothing is delivered to
 * the address.
 * @throws AppError 409 when an advance is not possible, or is another one.
 * @throws AppError 400 when the amount is too small for the provider.
 * @throws AppError 409 when the person or the address would hold too much of a product, or too many uses of a code.
 * @throws AppError 429 when too much is held for the person or the network, or was held today and not paid.
 */
export async function holdCheckout(checkout: NewCheckout): Promise<WrittenPayment | Unreconciled> {
  const { trx, gateway, holder, items, deliveryAddress, shown, offers, share } = checkout
  const { leavesCart = false, openCheckouts = [], reconciledIds = [] } = checkout
  const { provider } = gateway
  const userId = 'userId' in holder ? holder.userId : null
  const productIds = [...items.map((item) => item.productId), ...listProductIds(openCheckouts)]
  const lockedProducts = await lockProducts({ trx, ids: productIds })
  const lines = toLineItems({ items, products: lockedProducts })
  const findEnding = async () => openCheckouts.map(({ id }) => id)
  const chosen = await chooseOrderOffers({ trx, lines, payment: share.paymentOfOffers, request: offers, findEnding })
  const charged = await addOrderCharges({
    trx,
    policies: checkout.policies,
    pin: deliveryAddress.pinCode,
    lines,
    payment: share.paymentOfOffers,
    adjustments: chosen.adjustments,
  })
  const { total, toPay, adjustments } = calculateOrder({ lines, adjustments: charged })
  const fingerprint = hash('sha256', JSON.stringify([lines, deliveryAddress, ...adjustments]))
  if (isShownAmount({ total, toPay, ...shown })) {
    const { collect } = await share.find({ trx, deliveryAddress, userId, toPay })
    const existing = await findOpenPayment({ trx, holder, leavesCart, provider, fingerprint, collect })
    if (existing) {
      await trx.updateTable('payments').set(toNoteColumns(checkout.note)).where('id', '=', existing.id).execute()
      await setPaymentReport({ trx, paymentId: existing.id, report: checkout.report })
      return existing
    }
  }

  const toReconcile = openCheckouts.filter(({ id, provider_order_id }) => provider_order_id !== null && !reconciledIds.includes(id))
  if (toReconcile.length > 0) return { toReconcile }
  for (const { id } of openCheckouts) await releaseHold({ trx, id })
  // Read again, because the released stock is available now.
  const products = openCheckouts.length > 0 ? await lockProducts({ trx, ids: productIds }) : lockedProducts
  const violation = validateOrder({ items, products, adjustments: charged, ...shown })
  const error = findOfferError({ refusal: chosen.refusal, violation, request: offers })
  if (error) throw error
  const rule = await findRule({ database: trx, pin: deliveryAddress.pinCode })
  if (rule?.deliver === false) throw new AppError('not_delivered')
  if (toPay < toPaise(minCardRupees)) throw new AppError('amount_too_small')
  const { amount, collect, keepsAdvance } = await share.find({ trx, deliveryAddress, userId, toPay })
  const payment = await trx
    .insertInto('payments')
    .values({
      kind: userId === null ? 'guest' : 'cart',
      user_id: userId,
      leaves_cart: leavesCart,
      provider,
      amount_paise: amount,
      collect_paise: collect,
      keeps_advance: keepsAdvance,
      cart_snapshot: JSON.stringify(lines),
      adjustments: JSON.stringify(adjustments),
      delivery_address: JSON.stringify(deliveryAddress),
      ...toNoteColumns(checkout.note),
      fingerprint,
      hold_ends_at: sql<Date>`clock_timestamp() + make_interval(mins => ${checkout.minutes})`,
      next_check_at: sql<Date>`clock_timestamp() + make_interval(secs => ${firstCheckSeconds})`,
    })
    .returning(writtenColumns)
    .executeTakeFirstOrThrow()
  const { id: paymentId } = payment
  if (checkout.referral) await insertPaymentReferral({ trx, paymentId, referral: checkout.referral })
  await setPaymentReport({ trx, paymentId, report: checkout.report })
  const { email } = deliveryAddress
  await checkout.countHold({ trx, holder, email, paymentId, items, products, applied: chosen.applied, source: checkout.source })
  await takeStock({ trx, products, items, context: { cause: 'hold', actorId: userId, reference: paymentId } })
  await recordUses({ trx, applied: chosen.applied, person: offers.person, of: { paymentId } })
  return payment
}

/** What the shopper says about the order that the payment becomes. */
const toNoteColumns = ({ note = '', isGift = false }: ShopperNote) => ({ shopper_note: note, is_gift: isGift })

interface SameCheckout extends Pick<NewCheckout, 'trx' | 'holder'> {
  readonly leavesCart: boolean
  readonly provider: string
  readonly fingerprint: string
  /** of the courier */
  readonly collect: Paise
}

/** An unpaid payment of the same checkout by the same account, or in the same guest's browser, whose hold lasts for another minute or longer. */
function findOpenPayment({ trx, holder, leavesCart, provider, fingerprint, collect }: SameCheckout): Promise<WrittenPayment | undefined> {
  const open = trx
    .selectFrom('payments')
    .select(writtenColumns)
    .where('provider', '=', provider)
    .where('fingerprint', '=', fingerprint)
    .where('collect_paise', '=', collect)
    .where('leaves_cart', '=', leavesCart)
    .where('order_id', 'is', null)
    .where('status', 'in', ['created', 'failed'])
    .where('hold_released_at', 'is', null)
    .where('hold_ends_at', '>', sql<Date>`clock_timestamp() + interval '1 minute'`)
    .orderBy('created_at', 'desc')
  if ('userId' in holder) return open.where('user_id', '=', holder.userId).executeTakeFirst()
  const ofBrowser = trx.selectFrom('hold_sources').select('payment_id').where('device_hash', '=', holder.deviceHash)
  return open.where('guest_token_hash', 'is not', null).where('id', 'in', ofBrowser).executeTakeFirst()
}
