import { hash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { SavedAddress } from '#contract/kernel/address.ts'
import { minCardRupees } from '#contract/kernel/business.ts'
import { toPaise } from '#contract/kernel/money.ts'
import { type Adjustment, calculateOrder } from '#contract/kernel/pricing.ts'
import type { Tables } from '../../database/schema.ts'
import { findRule } from '../../delivery-rules/find-rule.ts'
import { type LockedProducts, takeStock } from '../../inventory/stock.ts'
import { AppError } from '../../kernel/errors.ts'
import { recordUses } from '../../offers/use-offers.ts'
import { type LineItem, type OrderItem, type ShownAmounts, toLineItems, validateOrder } from '../../orders/order/rules.ts'
import { type chooseOrderOffers, findOfferError, type OfferRequest } from '../../orders/placing/order-offers.ts'
import type { Gateway } from '../provider/gateway.ts'
import type { CountHold, HoldSource } from './hold-caps.ts'
import type { ChosenShare } from './payment-share.ts'

/** By then most shoppers have paid, and the browser or the webhook has reported it. */
export const firstCheckSeconds = 150

/** `providerOrderId` is null until the provider has created its order. */
export const openPaymentColumns = [
  'id',
  'amount_paise as amount',
  'collect_paise as collect',
  'provider_order_id as providerOrderId',
] as const

interface Ordered {
  readonly lines: readonly LineItem[]
  readonly deliveryAddress: SavedAddress
  readonly adjustments: readonly Adjustment[]
}

/** The same for the same items, prices and address. */
export const createFingerprint = ({ lines, deliveryAddress, adjustments }: Ordered): string =>
  hash('sha256', JSON.stringify([lines, deliveryAddress, ...adjustments]))

/** Servers of the version before know a payment of an order by this text. */
export const createOrderFingerprint = (orderId: string): string => `order ${orderId}`

interface NewPayment {
  readonly trx: Transaction<Tables>
  /** takes the payment */
  readonly gateway: Gateway
  readonly holder: Parameters<CountHold>[0]['holder']
  readonly deliveryAddress: SavedAddress
  readonly items: readonly OrderItem[]
  /** locked */
  readonly products: LockedProducts
  /** what the shopper saw */
  readonly shown: ShownAmounts
  readonly offers: OfferRequest
  readonly chosen: Awaited<ReturnType<typeof chooseOrderOffers>>
  readonly share: ChosenShare
  /** for which the stock is held */
  readonly minutes: number
  readonly source: HoldSource
  readonly countHold: CountHold
}

/**
 * Writes a payment for these items, holds their stock and counts the uses of its offers.
 * @throws AppError 409 when the items cannot be ordered at the expected total, when the code does not count, or when nothing is delivered to
 * the address.
 * @throws AppError 409 when an advance is not possible, or is another one.
 * @throws AppError 400 when the amount is too small for the provider.
 * @throws AppError 409 when the person or the address would hold too much of a product, or too many uses of a code.
 * @throws AppError 429 when too much is held for the person or the network, or was held today and not paid.
 */
export async function holdItems({ trx, gateway, holder, deliveryAddress, items, products, minutes, ...payment }: NewPayment) {
  const { offers, chosen, shown } = payment
  const violation = validateOrder({ items, products, adjustments: chosen.adjustments, ...shown })
  const error = findOfferError({ refusal: chosen.refusal, violation, request: offers })
  if (error) throw error
  const rule = await findRule({ database: trx, pin: deliveryAddress.pinCode })
  if (rule?.deliver === false) throw new AppError('not_delivered')
  const lines = toLineItems({ items, products })
  const { toPay, adjustments } = calculateOrder({ lines, adjustments: chosen.adjustments })
  if (toPay < toPaise(minCardRupees)) throw new AppError('amount_too_small')
  const userId = 'userId' in holder ? holder.userId : null
  const share = await payment.share.find({ trx, deliveryAddress, userId, toPay })
  const row = await trx
    .insertInto('payments')
    .values({
      kind: userId === null ? 'guest' : 'cart',
      user_id: userId,
      provider: gateway.provider,
      amount_paise: share.amount,
      collect_paise: share.collect,
      keeps_advance: share.keepsAdvance,
      cart_snapshot: JSON.stringify(lines),
      adjustments: JSON.stringify(adjustments),
      delivery_address: JSON.stringify(deliveryAddress),
      fingerprint: createFingerprint({ lines, deliveryAddress, adjustments }),
      hold_ends_at: sql<Date>`clock_timestamp() + make_interval(mins => ${minutes})`,
      next_check_at: sql<Date>`clock_timestamp() + make_interval(secs => ${firstCheckSeconds})`,
    })
    .returning(openPaymentColumns)
    .executeTakeFirstOrThrow()
  const { email } = deliveryAddress
  await payment.countHold({ trx, holder, email, paymentId: row.id, items, products, applied: chosen.applied, source: payment.source })
  await takeStock({ trx, products, items, context: { cause: 'hold', actorId: userId, reference: row.id } })
  await recordUses({ trx, applied: chosen.applied, person: offers.person, of: { paymentId: row.id } })
  return row
}
