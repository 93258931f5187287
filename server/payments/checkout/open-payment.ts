import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import { retryTransaction } from '../../database/retry.ts'
import type { Database, Tables } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { type Gateway, GatewayError } from '../provider/gateway.ts'
import type { PaymentContext } from '../provider/gateways.ts'
import { reconcile } from '../settlement/reconcile.ts'
import { lockPayment, releaseHold } from './holds.ts'
import type { Unreconciled, WrittenPayment } from './written-payment.ts'

interface PaymentToOpen<Payment> extends PaymentContext {
  /** takes the payment */
  readonly gateway: Gateway
  /** Writes the payment in a transaction, or finds the one that is open. `reconciledIds`: payments that were reconciled during this call */
  readonly write: (reconciledIds: readonly string[]) => Promise<Payment | Unreconciled>
  readonly reconciledIds?: readonly string[]
}

/**
 * Opens the payment of a cart, of a guest's items or of an order: writes it, and creates an order for it at the provider unless it has one.
 * After an error it holds nothing.
 * @throws AppError 503 when the provider does not answer.
 * @throws AppError 400 when the amount is too large for the provider.
 */
export async function openPayment<Payment extends WrittenPayment>(
  opening: PaymentToOpen<Payment>,
): Promise<Payment & { readonly providerOrderId: string }> {
  const { database, gateway, gateways, write, reconciledIds = [] } = opening
  const payment = await write(reconciledIds)
  if ('toReconcile' in payment) {
    // Outside of the transaction. A checkout that is paid becomes an order now, and its items leave the cart.
    for (const each of payment.toReconcile) await reconcile({ database, gateways, payment: each }).catch(rejectUnanswered)
    return openPayment({ ...opening, reconciledIds: [...reconciledIds, ...payment.toReconcile.map(({ id }) => id)] })
  }
  const providerOrderId = payment.providerOrderId ?? (await createProviderOrder({ database, gateway, ...payment }))
  // The payment was closed during the call to the provider, for example because the shopper placed an order or changed the cart: start again.
  return providerOrderId ? { ...payment, providerOrderId } : openPayment(opening)
}

function rejectUnanswered(error: unknown): void {
  if (!(error instanceof GatewayError)) throw error
  if (error.kind === 'unknown') throw new AppError('order_creation_failed', { retryAfterSeconds: 10 })
}

type NewProviderOrder = WrittenPayment & { readonly database: Database; readonly gateway: Gateway }

/** Creates the order of a payment at the provider. Returns undefined when the payment was closed during the call. */
async function createProviderOrder({ database, gateway, id, amount, orderNumber }: NewProviderOrder): Promise<string | undefined> {
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
