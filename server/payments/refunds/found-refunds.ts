import { sql } from 'kysely'
import type { Paise } from '#contract/money.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import type { ListedRefund } from '../gateway.ts'
import type { PaymentContext } from '../gateways.ts'
import { forEachSettled } from '../settlement/process-batches.ts'
import { syncRefunds } from './process-refunds.ts'

// A refund that only the provider knows: it was made after the backup that was restored, or its webhook was lost. What it has paid back is
// not shipped. A refund of the whole payment ends the order by itself; one of a part holds it until an administrator has looked.

/** A refund that was missing in the shop. */
export interface FoundRefund {
  readonly paymentId: string
  readonly amount: Paise
  /** the number of the order with this payment */
  readonly orderNumber: string | null
  /** nothing of the payment is left */
  readonly isWhole: boolean
}

interface Comparison extends PaymentContext {
  readonly provider: string
  readonly period: { readonly from: Date; readonly to: Date }
  readonly signal?: AbortSignal | undefined
}

/**
 * Compares the provider's refunds of a period with the shop's and stores those that are missing, whatever the age of their payments.
 * `processDueRefunds` fetches their status. Throws `GatewayError` when the provider does not answer.
 */
export async function findMissingRefunds({ database, gateways, provider, period, signal }: Comparison): Promise<FoundRefund[]> {
  const gateway = gateways.of(provider)
  const missing: MissingRefund[] = []
  for await (const page of gateway.listRefunds(period)) {
    missing.push(...(await selectMissing({ database, refunds: page.filter(({ status }) => status !== 'failed') })))
    if (signal?.aborted) return []
  }
  const payments = new Map(missing.map(({ paymentId, providerPaymentId }) => [providerPaymentId, paymentId]))
  await forEachSettled(payments, async ([providerPaymentId, paymentId]) => {
    if (!signal?.aborted) await syncRefunds({ database, gateway, paymentId, providerPaymentId, isComparison: true })
  })
  return readFound({ database, refundIds: missing.map(({ id }) => id) })
}

interface MissingRefund {
  readonly id: string
  readonly paymentId: string
  readonly providerPaymentId: string
}

/** Selects the refunds of the shop's payments that it does not know. */
async function selectMissing({ database, refunds }: { database: Database; refunds: readonly ListedRefund[] }): Promise<MissingRefund[]> {
  const pairs = refunds.map(({ id, paymentId }) => ({ id, payment_id: paymentId }))
  const { rows } = await sql<MissingRefund>`
    select listed.id, captured_payments.payment_id as "paymentId", provider_payment_id as "providerPaymentId"
    from jsonb_to_recordset(${JSON.stringify(pairs)}) as listed (id text, payment_id text)
    join captured_payments on provider_payment_id = listed.payment_id
    where not exists (select from refunds where provider_refund_id = listed.id)
      and not exists (
        select from refunds where refunds.payment_id = captured_payments.payment_id
          and refunds.provider_payment_id = listed.payment_id and status = 'processed' and provider_refund_id is null
      )
  `.execute(database)
  return rows
}

async function readFound({ database, refundIds }: { database: Database; refundIds: readonly string[] }): Promise<FoundRefund[]> {
  const { rows } = await sql<FoundRefund>`
    select refunds.provider_payment_id as "paymentId", refunds.amount_paise as amount, number as "orderNumber",
      coalesce(refunded_paise >= paid_paise, false) as "isWhole"
    from refunds
    left join payments on payments.id = payment_id and payments.provider_payment_id = refunds.provider_payment_id
    left join orders on orders.id = order_id
    where provider_refund_id = any(${refundIds}) and found_at is not null
    order by refunds.created_at
  `.execute(database)
  return rows
}

/** The kind of the discrepancy that lists a found refund. */
export const foundRefundKind = 'refund found'

/** Whether the order has a refund that the comparison has found, and that no administrator has marked as resolved. */
export async function hasFoundRefund({ trx, orderId }: { trx: Transaction; orderId: string }): Promise<boolean> {
  const found = await trx
    .selectFrom('refunds')
    .innerJoin('payments', (join) =>
      join.onRef('payments.id', '=', 'payment_id').onRef('payments.provider_payment_id', '=', 'refunds.provider_payment_id'),
    )
    .select('refunds.id')
    .where('order_id', '=', orderId)
    .where('found_at', 'is not', null)
    .where('refunds.status', '<>', 'failed')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('resolved_discrepancies')
            .select('subject_id')
            .whereRef('subject_id', '=', 'refunds.id')
            .where('kind', '=', foundRefundKind),
        ),
      ),
    )
    .executeTakeFirst()
  return found !== undefined
}
