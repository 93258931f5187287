import { paise } from '#contract/kernel/money.ts'
import { adoptOrderPayment } from '../checkout/write-order-payment.ts'
import type { GatewayPayment } from '../provider/gateway.ts'
import type { PaymentContext } from '../provider/gateways.ts'

/** An order at a provider. */
export interface ProviderOrder extends PaymentContext {
  readonly provider: string
  readonly providerOrderId: string
}

/**
 * Works on the captured payments of a checkout that this database does not know, for example after a backup was restored. The payment of an
 * order that exists becomes one of its payments again when it is what the order costs; returns its id. Others are recorded for an
 * administrator to look at, and hold the order that the provider names. Deletes them when they are refunded.
 */
export async function recordUnknownPayments({ database, gateways, provider, providerOrderId }: ProviderOrder): Promise<string | undefined> {
  const gateway = gateways.of(provider)
  const payments = await gateway.fetchPayments(providerOrderId)
  const gone = payments.filter(({ status }) => status !== 'captured').map(({ id }) => id)
  if (gone.length > 0) await database.deleteFrom('unknown_payments').where('provider_payment_id', 'in', gone).execute()
  const captured = payments.filter(({ status }) => status === 'captured')
  if (captured.length === 0) return undefined
  const orderId = await findOrderId({ database, gateways, provider, providerOrderId })
  const [payment] = captured
  if (orderId && payment && captured.length === 1) {
    const adopted = await adoptOrderPayment({ database, provider, providerOrderId, orderId, payment })
    if (adopted) {
      await database.deleteFrom('unknown_payments').where('provider_payment_id', '=', payment.id).execute()
      return adopted
    }
  }
  for (const each of captured) await insertUnknown({ database, provider, providerOrderId, orderId, payment: each })
  return undefined
}

/** The order that the provider's order was created for. */
async function findOrderId({ database, gateways, provider, providerOrderId }: ProviderOrder): Promise<string | null> {
  const number = await gateways.of(provider).fetchOrderNumber(providerOrderId)
  if (!number) return null
  const order = await database.selectFrom('orders').select('id').where('number', '=', number).executeTakeFirst()
  return order?.id ?? null
}

type UnknownPayment = Omit<ProviderOrder, 'gateways'> & { readonly orderId: string | null; readonly payment: GatewayPayment }

async function insertUnknown({ database, provider, providerOrderId, orderId, payment }: UnknownPayment): Promise<void> {
  const { id, amount, contact } = payment
  await database
    .insertInto('unknown_payments')
    .values({
      provider,
      provider_payment_id: id,
      provider_order_id: providerOrderId,
      amount_paise: paise(amount),
      phone: contact ?? null,
      order_id: orderId,
    })
    .onConflict((conflict) => conflict.column('provider_payment_id').doUpdateSet({ order_id: orderId }))
    .execute()
}
