import type { DeliveryAddress } from '#contract/kernel/address.ts'
import { claimKey, type IdempotencyKey, storeAnswer } from '../../database/idempotency.ts'
import { retryTransaction } from '../../database/retry.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { mergeItems, type OrderItem } from '../../orders/order/rules.ts'
import type { OfferRequest } from '../../orders/placing/order-offers.ts'
import type { Gateway } from '../provider/gateway.ts'
import type { GuestTokens } from './guest-tokens.ts'
import { type CheckoutTerms, holdCheckout } from './hold-checkout.ts'
import { cancelGuestCheckoutsWithCode, lockPayment, type PaymentRow } from './holds.ts'

interface GuestCheckout extends Omit<CheckoutTerms, 'source'> {
  readonly database: Database
  readonly tokens: GuestTokens
  readonly claim: IdempotencyKey
  readonly items: readonly OrderItem[]
  readonly deliveryAddress: DeliveryAddress
  readonly offers: OfferRequest
  /** for which the stock is held */
  readonly minutes: number
  readonly source: CheckoutTerms['source'] & { readonly deviceHash: Buffer }
}

/** What is stored under the idempotency key. */
interface StoredAnswer {
  readonly paymentId: string
}

/**
 * Holds the stock of a guest's items. Returns the open payment when the idempotency key, or this browser with the same items and address,
 * already has one. Ends unpaid payments of this browser when their uses of the code are missing.
 * @throws AppError 409 when the key came with another body; and as `holdCheckout`.
 */
export async function writeGuestPayment({ database, ...checkout }: GuestCheckout) {
  const { offers, source } = checkout
  const write = () => retryTransaction(() => database.transaction().execute((trx) => writePayment({ trx, ...checkout })))
  return write().catch(async (error: unknown) => {
    const isUsed = error instanceof AppError && (error.code === 'offer_used_before' || error.code === 'offer_used_up')
    if (!isUsed || offers.code === null) throw error
    const uses = { deviceHash: source.deviceHash, code: offers.code }
    const hasEnded = await retryTransaction(() => database.transaction().execute((trx) => cancelGuestCheckoutsWithCode({ trx, ...uses })))
    if (!hasEnded) throw error
    return write()
  })
}

/** Locks the idempotency key and its payment first. */
async function writePayment({ trx, tokens, claim, ...checkout }: Omit<GuestCheckout, 'database'> & { readonly trx: Transaction }) {
  const { gateway, source, deliveryAddress } = checkout
  const answered = await claimKey<StoredAnswer>({ trx, claim })
  const repeated = answered && (await findRepeated({ trx, answered, gateway }))
  if (repeated) return repeated
  const holder = { phone: deliveryAddress.phone, deviceHash: source.deviceHash }
  const payment = await holdCheckout({ trx, ...checkout, holder, items: mergeItems(checkout.items) })
  if ('toReconcile' in payment) return payment
  const token = tokens.create(payment.id)
  await trx
    .updateTable('payments')
    .set({ guest_token_hash: tokens.hash(token) })
    .where('id', '=', payment.id)
    .execute()
  await storeAnswer({ trx, claim, answer: { paymentId: payment.id } satisfies StoredAnswer })
  return payment
}

/** An unpaid payment whose hold has ended, or that another provider has: it is not paid in a new window. */
const isOver = ({ status, order_id, void_reason, hold_released_at, provider }: PaymentRow, gateway: Gateway): boolean =>
  order_id === null &&
  void_reason === null &&
  (status === 'created' || status === 'failed') &&
  (hold_released_at !== null || provider !== gateway.provider)

/** The payment of an earlier request with the same key; undefined when its hold has ended, so that the guest can try again. */
async function findRepeated({ trx, answered, gateway }: { trx: Transaction; answered: StoredAnswer; gateway: Gateway }) {
  const payment = await lockPayment({ trx, id: answered.paymentId })
  if (isOver(payment, gateway)) return undefined
  return { id: payment.id, amount: payment.amount_paise, collect: payment.collect_paise, providerOrderId: payment.provider_order_id }
}
