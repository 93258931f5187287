import { randomBytes } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { holdMinutes } from '#contract/kernel/business.ts'
import type { Paise } from '#contract/kernel/money.ts'
import { calculateOrder } from '#contract/kernel/pricing.ts'
import { findAddress } from '../../accounts/profile/address-book.ts'
import { withShopperLock } from '../../accounts/users/lock-shopper.ts'
import { findCartCode } from '../../cart/cart-code.ts'
import { listCartItems } from '../../cart/repository.ts'
import { retryTransaction } from '../../database/retry.ts'
import type { Database, Tables } from '../../database/schema.ts'
import { lockProducts } from '../../inventory/stock.ts'
import { AppError } from '../../kernel/errors.ts'
import type { GetPersonKey } from '../../offers/offer-person.ts'
import { isShownAmount, type ShownAmounts, toLineItems } from '../../orders/order/rules.ts'
import { chooseOrderOffers } from '../../orders/placing/order-offers.ts'
import { type Gateway, GatewayError } from '../provider/gateway.ts'
import type { PaymentContext } from '../provider/gateways.ts'
import { reconcile } from '../settlement/reconcile.ts'
import type { CountHold, HoldSource } from './hold-caps.ts'
import { createFingerprint, holdItems, openPaymentColumns } from './hold-items.ts'
import { listProductIds, lockOpenCheckouts, lockPayment, releaseHold } from './holds.ts'
import type { ChosenShare } from './payment-share.ts'

interface CardCheckout extends PaymentContext {
  /** takes the payment */
  readonly gateway: Gateway
  readonly userId: string
  /** what the shopper saw */
  readonly shown: ShownAmounts
  readonly getPersonKey: GetPersonKey
  readonly share: ChosenShare
  readonly source: HoldSource
  readonly countHold: CountHold
  /** open checkouts that were reconciled since the shopper pressed the button */
  readonly reconciledIds?: readonly string[]
}

/**
 * Takes a snapshot of the cart, holds its stock and creates an order for it at the provider. Returns the open payment when
 * the same cart already has one. After an error nothing is held.
 * @throws AppError 409 when the cart cannot be ordered, or an advance is not possible.
 * @throws AppError 400 without a delivery address.
 * @throws AppError 429 when too much is held for the account, the browser or the network.
 * @throws AppError 503 when the provider does not answer.
 */
export async function openPayment(checkout: CardCheckout): Promise<{ providerOrderId: string; amount: Paise; collect: Paise }> {
  const { database, gateway, gateways, userId, reconciledIds = [] } = checkout
  const held = await withShopperLock({ database, userId }, ({ trx }) => holdCart({ trx, ...checkout }))
  if ('toReconcile' in held) {
    // Outside of the transaction. A checkout that is paid becomes an order now, and its items leave the cart.
    for (const payment of held.toReconcile) await reconcile({ database, gateways, payment }).catch(rejectUnanswered)
    return openPayment({ ...checkout, reconciledIds: [...reconciledIds, ...held.toReconcile.map((payment) => payment.id)] })
  }
  const { id, amount, collect, ...payment } = held
  const providerOrderId = payment.providerOrderId ?? (await createProviderOrder({ database, gateway, id, amount }))
  // The hold ended during the call to the provider, because the shopper placed an order or changed the cart: start again.
  return providerOrderId ? { providerOrderId, amount, collect } : openPayment(checkout)
}

function rejectUnanswered(error: unknown): void {
  if (!(error instanceof GatewayError)) throw error
  if (error.kind === 'unknown') throw new AppError('order_creation_failed', { retryAfterSeconds: 10 })
}

/**
 * Runs with the shopper locked. Locks the shopper's open checkouts, then the products of these and of the cart. Changes nothing
 * when open checkouts must be reconciled before their holds are released.
 */
async function holdCart({ trx, ...checkout }: CardCheckout & { trx: Transaction<Tables> }) {
  const { gateway, userId, shown, getPersonKey, share, source, countHold, reconciledIds = [] } = checkout
  const items = await listCartItems({ trx, userId })
  if (items.length === 0) throw new AppError('cart_empty')
  const deliveryAddress = await findAddress({ database: trx, userId })
  if (!deliveryAddress) throw new AppError('address_missing')

  const openCheckouts = await lockOpenCheckouts({ trx, userId })
  const productIds = [...items.map((item) => item.productId), ...listProductIds(openCheckouts)]
  const lines = toLineItems({ items, products: await lockProducts({ trx, ids: productIds }) })
  const person = getPersonKey({ userId, device: source.device, deliveryAddress })
  const offers = { person, code: await findCartCode({ database: trx, userId }), shownToPay: shown.shownToPay }
  const findEnding = async () => openCheckouts.map(({ id }) => id)
  const chosen = await chooseOrderOffers({ trx, lines, payment: share.paymentOfOffers, request: offers, findEnding })
  const { total, toPay, adjustments } = calculateOrder({ lines, adjustments: chosen.adjustments })
  if (isShownAmount({ total, toPay, ...shown })) {
    const fingerprint = createFingerprint({ lines, deliveryAddress, adjustments })
    const { collect } = await share.find({ trx, deliveryAddress, userId, toPay })
    const existing = await findOpenPayment({ trx, userId, provider: gateway.provider, fingerprint, collect })
    if (existing) return existing
  }

  const toReconcile = openCheckouts.filter(({ id, provider_order_id }) => provider_order_id !== null && !reconciledIds.includes(id))
  if (toReconcile.length > 0) return { toReconcile }
  for (const { id } of openCheckouts) await releaseHold({ trx, id })
  // Read again, because the released stock is available now.
  const products = await lockProducts({ trx, ids: productIds })
  const holder = { userId }
  const held = { deliveryAddress, items, products, shown, offers, chosen, share, minutes: holdMinutes }
  return holdItems({ trx, gateway, holder, ...held, source, countHold })
}

interface SameCheckout {
  readonly trx: Transaction<Tables>
  readonly userId: string
  readonly provider: string
  readonly fingerprint: string
  /** of the courier */
  readonly collect: Paise
}

/** An unpaid checkout of the same cart and address at this provider, whose hold lasts for another minute or longer. */
async function findOpenPayment({ trx, userId, provider, fingerprint, collect }: SameCheckout) {
  return trx
    .selectFrom('payments')
    .select(openPaymentColumns)
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .where('fingerprint', '=', fingerprint)
    .where('collect_paise', '=', collect)
    .where('status', 'in', ['created', 'failed'])
    .where('hold_released_at', 'is', null)
    .where('hold_ends_at', '>', sql<Date>`clock_timestamp() + interval '1 minute'`)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
}

interface NewProviderOrder {
  readonly database: Database
  readonly gateway: Gateway
  /** the id of the payment */
  readonly id: string
  readonly amount: Paise
  /** of an order that exists, so that its payment is found again after a restore */
  readonly orderNumber?: string
}

/** Creates the order of a payment at the provider. Returns undefined when the hold ended during the call. Throws `AppError` (503) when the provider does not answer. */
export async function createProviderOrder({ database, gateway, id, amount, orderNumber }: NewProviderOrder) {
  // At most 40 characters. Unique, because the provider may refuse a receipt that it has seen before.
  const receipt = `${id.replaceAll('-', '')}-${randomBytes(3).toString('hex')}`
  let isAmountTooLarge = false
  const created = await gateway.createOrder({ amount, receipt, orderNumber }).catch((error: unknown) => {
    if (!(error instanceof GatewayError)) throw error
    isAmountTooLarge = error.isAmountTooLarge
  })
  const providerOrderId = await retryTransaction(() =>
    database.transaction().execute((trx) => recordProviderOrder({ trx, id, createdId: created?.id })),
  )
  if (isAmountTooLarge) throw new AppError('amount_too_large')
  if (!created && !providerOrderId) throw new AppError('order_creation_failed', { retryAfterSeconds: 10 })
  return providerOrderId
}

/** A double click creates two orders at the provider for one payment: the first one counts. Without any the hold is released. */
async function recordProviderOrder({ trx, id, createdId }: { trx: Transaction<Tables>; id: string; createdId: string | undefined }) {
  const payment = await lockPayment({ trx, id })
  if (payment.provider_order_id !== null) return payment.provider_order_id
  if (createdId === undefined) await releaseHold({ trx, id })
  if (createdId === undefined || payment.hold_released_at !== null) return undefined
  await trx.updateTable('payments').set({ provider_order_id: createdId }).where('id', '=', id).execute()
  return createdId
}
