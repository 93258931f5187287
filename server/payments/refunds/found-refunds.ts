import { sql } from 'kysely'
import type { Paise } from '#contract/kernel/money.ts'
import { isUuid } from '../../database/is-uuid.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import { forEachSettled } from '../../kernel/for-each-settled.ts'
import { ignoreGatewayError, type ListedRefund } from '../provider/gateway.ts'
import type { PaymentContext } from '../provider/gateways.ts'
import { syncRefunds } from './process-refunds.ts'
import { dashboardRefund } from './refunds.ts'

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

/**
 * Stores the refunds of an order that were made in the provider's dashboard and whose events have not arrived, before an administrator
 * refunds once more. A provider that does not answer changes nothing.
 */
export async function syncRefundsOfOrder({ database, gateways, orderId }: PaymentContext & { orderId: string }): Promise<void> {
  if (!isUuid(orderId)) return
  const payments = await database
    .selectFrom('payments')
    .select(['id', 'provider', 'provider_payment_id'])
    .where('order_id', '=', orderId)
    .where('status', '=', 'paid')
    .execute()
  for (const { id, provider, provider_payment_id: providerPaymentId } of payments) {
    if (providerPaymentId === null) continue
    try {
      await syncRefunds({ database, gateway: gateways.of(provider), paymentId: id, providerPaymentId })
    } catch (error) {
      ignoreGatewayError(error)
    }
  }
}

/** The kind of the discrepancy that lists a found refund. */
export const foundRefundKind = 'refund found'

/** Whether no administrator has said what the refund of the outer row of `refunds` was. */
export const isUnanswered = sql<boolean>`not exists (select from refund_answers where refund_id = refunds.id)
  and not exists (select from resolved_discrepancies where subject_id = refunds.id and kind = ${foundRefundKind})`

/** Whether the provider has captured a payment of the order that the shop does not know, and that no administrator has marked as resolved. */
export async function hasUnknownPayment({ trx, orderId }: { trx: Transaction; orderId: string }): Promise<boolean> {
  const found = await trx
    .selectFrom('unknown_payments')
    .select('id')
    .where('order_id', '=', orderId)
    .where(sql<boolean>`not exists (select from payments where payments.provider_order_id = unknown_payments.provider_order_id)`)
    .where(sql<boolean>`not exists (select from resolved_discrepancies where subject_id = unknown_payments.id)`)
    .executeTakeFirst()
  return found !== undefined
}

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
    .where(isUnanswered)
    .executeTakeFirst()
  return found !== undefined
}

/** A refund that the shop did not make. */
export interface ForeignRefund {
  readonly id: string
  readonly amount: Paise
  readonly createdAt: Date
}

/**
 * Refunds of an order that the shop did not make and that no administrator has answered: those that the comparison has found, and those
 * that were made in the provider's dashboard since a return was asked for.
 */
export async function listUnansweredRefunds({
  database,
  orderId,
  since,
}: {
  database: Database | Transaction
  /** the order that was paid */
  orderId: string
  since: Date
}): Promise<ForeignRefund[]> {
  return database
    .selectFrom('refunds')
    .innerJoin('payments', (join) =>
      join.onRef('payments.id', '=', 'payment_id').onRef('payments.provider_payment_id', '=', 'refunds.provider_payment_id'),
    )
    .select(['refunds.id', 'refunds.amount_paise as amount', 'refunds.created_at as createdAt'])
    .where('order_id', '=', orderId)
    .where('refunds.status', '<>', 'failed')
    .where('requested_by', 'is', null)
    .where(({ eb, or, and }) =>
      or([eb('found_at', 'is not', null), and([eb('reason', '=', dashboardRefund), eb('refunds.created_at', '>=', since)])]),
    )
    .where(isUnanswered)
    .orderBy('refunds.created_at')
    .orderBy('refunds.id')
    .execute()
}
