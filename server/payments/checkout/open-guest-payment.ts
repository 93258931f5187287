import { sql, type Transaction } from 'kysely'
import type { DeliveryAddress } from '#contract/kernel/address.ts'
import type { Paise } from '#contract/kernel/money.ts'
import { calculateOrder } from '#contract/kernel/pricing.ts'
import { claimKey, type IdempotencyKey, storeAnswer } from '../../database/idempotency.ts'
import { retryTransaction } from '../../database/retry.ts'
import type { Database, Tables } from '../../database/schema.ts'
import { lockProducts } from '../../inventory/stock.ts'
import { AppError } from '../../kernel/errors.ts'
import { isShownAmount, mergeItems, type OrderItem, type ShownAmounts, toLineItems } from '../../orders/order/rules.ts'
import { chooseOrderOffers, type OfferRequest } from '../../orders/placing/order-offers.ts'
import type { Gateway } from '../provider/gateway.ts'
import type { GuestTokens } from './guest-tokens.ts'
import type { CountHold, HoldSource } from './hold-caps.ts'
import { createFingerprint, holdItems, openPaymentColumns } from './hold-items.ts'
import { cancelGuestCheckoutsWithCode, lockPayment, type PaymentRow } from './holds.ts'
import { createProviderOrder } from './open-payment.ts'
import type { ChosenShare } from './payment-share.ts'

interface GuestCheckout {
  readonly database: Database
  /** takes the payment */
  readonly gateway: Gateway
  readonly tokens: GuestTokens
  readonly claim: IdempotencyKey
  readonly items: readonly OrderItem[]
  readonly deliveryAddress: DeliveryAddress
  /** what the guest saw */
  readonly shown: ShownAmounts
  readonly offers: OfferRequest
  readonly share: ChosenShare
  /** for which the stock is held */
  readonly minutes: number
  readonly source: HoldSource & { readonly deviceHash: Buffer }
  readonly countHold: CountHold
}

/** What is stored under the idempotency key. */
interface StoredAnswer {
  readonly paymentId: string
}

interface OpenedPayment {
  readonly providerOrderId: string
  readonly amount: Paise
  readonly collect: Paise
  readonly token: string
}

/**
 * Holds the stock of a guest's items and creates an order for them at the provider. Returns the open payment when the idempotency key,
 * or this browser with the same items and address, already has one. After an error nothing is held.
 * @throws AppError 409 when the items cannot be ordered, when an advance is not possible, or when the key came with another body.
 * @throws AppError 429 when too much is held for the phone, the browser or the network.
 * @throws AppError 503 when the provider does not answer.
 */
export async function openGuestPayment(checkout: GuestCheckout): Promise<OpenedPayment> {
  const { database, gateway, tokens } = checkout
  const write = () => retryTransaction(() => database.transaction().execute((trx) => writeGuestPayment({ trx, ...checkout })))
  const held = await write().catch(async (error: unknown) => {
    if (!isUsed(error) || !(await endOwnUses(checkout))) throw error
    return write()
  })
  const { id, amount, collect, ...payment } = held
  const providerOrderId = payment.providerOrderId ?? (await createProviderOrder({ database, gateway, id, amount }))
  // The hold ended during the call to the provider: start again.
  return providerOrderId ? { providerOrderId, amount, collect, token: tokens.create(id) } : openGuestPayment(checkout)
}

const isUsed = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'offer_used_before' || error.code === 'offer_used_up')

/** Ends unpaid payments of this browser that use the same code. Returns whether there were any. */
async function endOwnUses({ database, source, offers }: GuestCheckout): Promise<boolean> {
  const { code } = offers
  if (code === null) return false
  const { deviceHash } = source
  return retryTransaction(() => database.transaction().execute((trx) => cancelGuestCheckoutsWithCode({ trx, deviceHash, code })))
}

type GuestPaymentContext = Omit<GuestCheckout, 'database'> & { readonly trx: Transaction<Tables> }

/** Locks, in this order: idempotency key, its payment, products by id, the person of an offer, phone, browser, network. */
async function writeGuestPayment({ trx, ...checkout }: GuestPaymentContext) {
  const { gateway, tokens, claim, deliveryAddress, shown, offers, share, minutes, source, countHold } = checkout
  const answered = await claimKey<StoredAnswer>({ trx, claim })
  const repeated = answered && (await findRepeated({ trx, answered, gateway }))
  if (repeated) return repeated
  const items = mergeItems(checkout.items)
  const products = await lockProducts({ trx, ids: items.map((item) => item.productId) })
  const lines = toLineItems({ items, products })
  const chosen = await chooseOrderOffers({ trx, lines, payment: share.paymentOfOffers, request: offers })
  const { total, toPay, adjustments } = calculateOrder({ lines, adjustments: chosen.adjustments })
  const findExisting = async () => {
    const { collect } = await share.find({ trx, deliveryAddress, userId: null, toPay })
    const fingerprint = createFingerprint({ lines, deliveryAddress, adjustments })
    return findOpenPayment({ trx, gateway, fingerprint, collect, deviceHash: source.deviceHash })
  }
  const existing = isShownAmount({ total, toPay, ...shown }) ? await findExisting() : undefined
  const held = { holder: { phone: deliveryAddress.phone }, deliveryAddress, items, products, shown, offers, chosen, share, minutes }
  const payment = existing ?? (await holdItems({ trx, gateway, ...held, source, countHold }))
  const { id } = payment
  await trx
    .updateTable('payments')
    .set({ guest_token_hash: tokens.hash(tokens.create(id)) })
    .where('id', '=', id)
    .execute()
  await storeAnswer({ trx, claim, answer: { paymentId: id } satisfies StoredAnswer })
  return payment
}

/** An unpaid payment whose hold has ended, or that another provider has: it is not paid in a new window. */
const isOver = ({ status, order_id, void_reason, hold_released_at, provider }: PaymentRow, gateway: Gateway): boolean =>
  order_id === null &&
  void_reason === null &&
  (status === 'created' || status === 'failed') &&
  (hold_released_at !== null || provider !== gateway.provider)

interface Repetition {
  readonly trx: Transaction<Tables>
  readonly answered: StoredAnswer
  readonly gateway: Gateway
}

/** The payment of an earlier request with the same key; undefined when its hold has ended, so that the guest can try again. */
async function findRepeated({ trx, answered, gateway }: Repetition) {
  const payment = await lockPayment({ trx, id: answered.paymentId })
  if (isOver(payment, gateway)) return undefined
  return { id: payment.id, amount: payment.amount_paise, collect: payment.collect_paise, providerOrderId: payment.provider_order_id }
}

interface SameCheckout {
  readonly trx: Transaction<Tables>
  readonly gateway: Gateway
  readonly fingerprint: string
  /** of the courier */
  readonly collect: Paise
  readonly deviceHash: Buffer
}

/** An unpaid payment of the same items and address that this browser has opened, whose hold lasts for another minute or longer. */
async function findOpenPayment({ trx, gateway, fingerprint, collect, deviceHash }: SameCheckout) {
  return trx
    .selectFrom('payments')
    .innerJoin('hold_sources', 'payment_id', 'payments.id')
    .select(openPaymentColumns)
    .where('guest_token_hash', 'is not', null)
    .where('device_hash', '=', deviceHash)
    .where('provider', '=', gateway.provider)
    .where('fingerprint', '=', fingerprint)
    .where('collect_paise', '=', collect)
    .where('order_id', 'is', null)
    .where('status', 'in', ['created', 'failed'])
    .where('hold_released_at', 'is', null)
    .where('hold_ends_at', '>', sql<Date>`clock_timestamp() + interval '1 minute'`)
    .orderBy('payments.created_at', 'desc')
    .executeTakeFirst()
}
