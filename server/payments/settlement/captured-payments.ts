import { sql } from 'kysely'
import { type Paise, paise } from '#contract/kernel/money.ts'
import type { Database } from '../../database/schema.ts'
import { forEachSettled } from '../../kernel/for-each-settled.ts'
import type { ListedPayment } from '../provider/gateway.ts'
import type { PaymentContext } from '../provider/gateways.ts'
import { type FoundRefund, findMissingRefunds } from '../refunds/found-refunds.ts'
import { captureDays, reconcileProviderOrder } from './reconcile.ts'
import { isCaptured, recordCaptured } from './record-captured.ts'

/** A restored backup may be a week old, and a payment may be captured `captureDays` after its attempt. */
export const comparedDays = 14

/** A captured payment that was missing in the shop, and what it became. */
export interface FoundPayment {
  readonly id: string
  readonly amount: Paise
  readonly outcome: 'order' | 'refund' | 'review'
  /** the number of the order with this payment */
  readonly orderNumber: string | null
}

/** What the comparison with a provider has found. */
export interface Found {
  readonly payments: FoundPayment[]
  readonly refunds: FoundRefund[]
}

interface Comparison extends PaymentContext {
  readonly provider: string
  /** payments that were captured since then are compared, even if that is longer ago than `comparedDays` */
  readonly since?: Date
  readonly signal?: AbortSignal
}

/**
 * Compares the provider's captured payments and refunds with the shop's, for example because the webhook and all checks failed, or
 * because an older backup was restored. Reconciles payments that are in no order, refund or list, and then stores missing refunds.
 * Throws `GatewayError` when the provider does not answer.
 */
export async function compareWithProvider({ since, ...comparison }: Comparison): Promise<Found> {
  const period = await getPeriod({ database: comparison.database, since })
  const payments = await reconcileMissing({ ...comparison, period })
  return { payments, refunds: await findMissingRefunds({ ...comparison, period }) }
}

type Period = Awaited<ReturnType<typeof getPeriod>>

async function reconcileMissing({ database, gateways, provider, period, signal }: Omit<Comparison, 'since'> & { period: Period }) {
  const missing: CapturedPayment[] = []
  for await (const page of gateways.of(provider).listPayments(period)) {
    await recordCaptured({ database, payments: page.filter(hasOrder) })
    missing.push(...(await selectMissing({ database, payments: page.filter(isCaptured) })))
    if (signal?.aborted) return []
  }
  if (missing.length === 0) return []
  const orderIds = new Set(missing.map(({ orderId }) => orderId))
  await forEachSettled(orderIds, async (providerOrderId) => {
    if (!signal?.aborted) await reconcileProviderOrder({ database, gateways, provider, providerOrderId })
  })
  return readOutcomes({ database, payments: missing })
}

/** By the database's clock. */
async function getPeriod({ database, since }: { database: Database; since: Date | undefined }): Promise<{ from: Date; to: Date }> {
  const to = sql<Date>`clock_timestamp()`
  const daysAgo = sql`clock_timestamp() - make_interval(days => ${comparedDays})`
  const from = sql<Date>`least(${daysAgo}, ${since ?? null}::timestamptz - make_interval(days => ${captureDays}))`
  return database.selectNoFrom([from.as('from'), to.as('to')]).executeTakeFirstOrThrow()
}

interface CapturedPayment extends ListedPayment {
  readonly orderId: string
}

/** A payment without an order at the provider does not belong to the shop. */
const hasOrder = (payment: ListedPayment): payment is CapturedPayment => payment.orderId !== null

/** Selects the payments that are in no order, refund or list. */
async function selectMissing({ database, payments }: { database: Database; payments: readonly ListedPayment[] }) {
  const captured = payments.filter(hasOrder)
  const listed = captured.map(({ id, orderId, status }) => ({ id, orderId, isRefunded: status === 'refunded' }))
  const { rows } = await sql<{ id: string }>`
    select id from jsonb_to_recordset(${JSON.stringify(listed)}) as captured (id text, "orderId" text, "isRefunded" boolean)
    where (not "isRefunded" or exists (select from payments where provider_order_id = captured."orderId" and status <> 'paid'))
      and not exists (select from payments where provider_payment_id = captured.id)
      and not exists (select from payments where provider_order_id = captured."orderId" and discrepancy is not null)
      and not exists (select from unknown_payments where provider_payment_id = captured.id)
      and not exists (
        select from refunds join payments on payments.id = payment_id
        where provider_order_id = captured."orderId" and refunds.provider_payment_id = captured.id
      )
  `.execute(database)
  const missing = new Set(rows.map(({ id }) => id))
  return captured.filter(({ id }) => missing.has(id))
}

async function readOutcomes({ database, payments }: { database: Database; payments: readonly CapturedPayment[] }): Promise<FoundPayment[]> {
  const ids = payments.map(({ id }) => id)
  const refunds = await database.selectFrom('refunds').select('provider_payment_id').where('provider_payment_id', 'in', ids).execute()
  const orders = await database
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select(['provider_payment_id', 'number'])
    .where('provider_payment_id', 'in', ids)
    .execute()
  return payments.map(({ id, amount }) => {
    const orderNumber = orders.find((order) => order.provider_payment_id === id)?.number ?? null
    const isRefunded = refunds.some((refund) => refund.provider_payment_id === id)
    return { id, amount: paise(amount), outcome: isRefunded ? 'refund' : orderNumber ? 'order' : 'review', orderNumber }
  })
}
