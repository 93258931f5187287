import { type RawBuilder, sql } from 'kysely'
import type { SavedAddress } from '#contract/kernel/address.ts'
import { type Paise, toRupees } from '#contract/kernel/money.ts'
import type { Discrepancy } from '#contract/payments/payments.ts'
import type { Database } from '../../database/schema.ts'
import { maxRejections } from '../provider/process-batches.ts'
import { minRefund } from '../refunds/divide-refund.ts'
import { foundRefundKind } from '../refunds/found-refunds.ts'
import { refundRetryDays } from '../refunds/refunds.ts'

const maxRows = 200
/** A payment is captured within minutes of its authorization, unless something is wrong. */
const maxCaptureDelay = '30 minutes'

const descriptions: Readonly<Record<Discrepancy['kind'], (detail: string | null, hasOrder: boolean) => string>> = {
  'another amount': (detail, hasOrder) =>
    `The provider captured a different amount than the shop requested: ${detail}. ${hasOrder ? 'The order was placed with another payment.' : 'No order was placed.'} Refund it or contact the shopper.`,
  'paid without an order': () =>
    'The payment was captured, but it has no order. Check it at the provider, then refund it or place the order for the shopper.',
  'money not taken': () =>
    'The bank has reserved the money, but capturing it fails. The provider returns it to the shopper automatically within days.',
  'paid, checkout unknown': (_, hasOrder) =>
    hasOrder
      ? "The provider captured this payment for the order after the backup that was restored, and it is not what the order costs now. The order is not packed or shipped until this is marked as resolved: refund it in the provider's dashboard, or agree with the shopper what the courier collects."
      : "The provider captured this payment for a checkout that is not in the shop's database, for example after a backup was restored. Refund it in the provider's dashboard, or place the order for the shopper.",
  'refund rejected': (detail) =>
    `The provider keeps rejecting this refund: ${detail}. The shop tries again for ${refundRetryDays} days after the request. If the balance is too low, add funds in the provider's dashboard.`,
  disputed: (detail) => detail ?? '',
  'courier collected too': () =>
    'The courier has collected cash for what was paid online, so this amount is paid twice. Refund it to the shopper.',
  'refund found': (detail) =>
    detail === 'all'
      ? 'This payment was refunded in full at the provider, and the shop did not know it, for example because a backup was restored. The order cannot be shipped: cancel it.'
      : 'A part of this payment was refunded at the provider, and the shop did not know it, for example because a backup was restored. The order is not packed or shipped until this is marked as resolved: first remove the items that were paid back, without another refund.',
  'refund failed': (detail) => `The provider rejected this refund (${detail}). Refund the payment in the provider's dashboard.`,
}

/** Paise that are refunded or will be, of the payment of the outer row of `refunds`. */
const activeRefunds = sql`(
  select coalesce(sum(amount_paise), 0) from refunds as active
  where active.payment_id = refunds.payment_id and active.provider_payment_id = refunds.provider_payment_id
    and active.status <> 'failed'
)`

/**
 * The largest sum in paise that was requested at any one time: the amount that someone meant to refund. A refund that was
 * requested again after it failed counts once; refunds that were open together count both.
 */
const maxRequested = sql`(
  select max((
    select sum(concurrent.amount_paise) from refunds as concurrent
    where concurrent.payment_id = requested.payment_id and concurrent.provider_payment_id = requested.provider_payment_id
      and concurrent.replaced_by is null
      and concurrent.created_at <= requested.created_at
      and (concurrent.id = requested.id or concurrent.status <> 'failed' or concurrent.settled_at > requested.created_at)
  )) from refunds as requested
  where requested.payment_id = refunds.payment_id and requested.provider_payment_id = refunds.provider_payment_id
    and requested.replaced_by is null
)`

/** Paise of the payment of the outer row that are refunded or will be. */
const paymentRefunds = sql`(
  select coalesce(sum(refunds.amount_paise), 0)::bigint from refunds
  where refunds.provider_payment_id = payments.provider_payment_id and refunds.status <> 'failed'
)`

interface DiscrepancyRow extends Pick<Discrepancy, '_id' | 'kind' | 'providerOrderId' | 'paymentId' | 'orderId'> {
  readonly detail: string | null
  readonly amount: Paise
  readonly deliveryAddress: SavedAddress
  readonly createdAt: Date
  /** what is refunded of a payment that can be refunded from the list */
  readonly refunded: Paise | null
}

const unknownShopper = (phone: RawBuilder<unknown>) =>
  sql`jsonb_build_object('firstName', 'Unknown', 'lastName', 'shopper', 'phone', coalesce(${phone}, 'no phone'))`

/** What an administrator should know of the dispute of the outer row of `disputes`. */
const disputeText = sql`case disputes.status
  when 'lost' then 'The bank decided the dispute about this payment for the shopper, and the provider deducts the amount. Do not refund it too.'
  else format('The shopper''s bank disputes this payment (%s). Answer in the provider''s dashboard by %s, or the amount is lost. Do not refund it meanwhile.',
    replace(concat_ws(', ', disputes.phase, disputes.reason), '_', ' '), coalesce(to_char(disputes.respond_by at time zone 'Asia/Kolkata', 'FMDD Mon YYYY, HH24:MI'), 'the time given there'))
end`

/** Each part of the union has an index of its own. */
const listedRows = sql`
    select id as "_id", 'another amount' as kind, discrepancy as detail, provider_order_id as "providerOrderId",
      provider_payment_id as "paymentId", amount_paise as amount, delivery_address as "deliveryAddress", order_id as "orderId",
      created_at as "createdAt"
    from payments where discrepancy is not null
    union all
    select id, case status when 'authorized' then 'money not taken' else 'paid without an order' end, null, provider_order_id,
      provider_payment_id, amount_paise, delivery_address, order_id, created_at
    from payments
    where order_id is null and (status in ('paid', 'authorized') or provider_payment_id is not null) and discrepancy is null and void_reason is null
      and (status <> 'authorized' or created_at < clock_timestamp() - ${maxCaptureDelay}::interval)
    union all
    select refunds.id, 'refund rejected', coalesce(last_rejection, 'no reason given'), payments.provider_order_id, refunds.provider_payment_id,
      refunds.amount_paise, payments.delivery_address, payments.order_id, refunds.created_at
    from refunds join payments on payments.id = refunds.payment_id
    where refunds.status = 'requested' and refunds.rejections >= ${maxRejections}
    union all
    select * from (
      select distinct on (refunds.payment_id, refunds.provider_payment_id) refunds.id, 'refund failed', refunds.reason,
        payments.provider_order_id, refunds.provider_payment_id, missing.paise, payments.delivery_address, payments.order_id,
        refunds.created_at
      from refunds join payments on payments.id = refunds.payment_id
      left join orders on orders.id = payments.order_id and payments.provider_payment_id = refunds.provider_payment_id
      cross join lateral (
        select case orders.status when 'Cancelled' then payments.amount_paise else least(${maxRequested}, payments.amount_paise) end
          - ${activeRefunds} as paise
      ) as missing
      where refunds.status = 'failed' and refunds.replaced_by is null and missing.paise >= ${minRefund}
      order by refunds.payment_id, refunds.provider_payment_id, refunds.created_at desc
    ) as failed
    union all
    select refunds.id, ${foundRefundKind}, case when refunded_paise >= paid_paise and advance_paise = 0 then 'all' else 'part' end, payments.provider_order_id,
      refunds.provider_payment_id, refunds.amount_paise, payments.delivery_address, payments.order_id, found_at
    from refunds
    join payments on payments.id = refunds.payment_id and payments.provider_payment_id = refunds.provider_payment_id
    join orders on orders.id = payments.order_id
    where found_at is not null and refunds.status <> 'failed' and orders.status <> 'Cancelled'
      and not exists (select from refund_answers where refund_id = refunds.id)
    union all
    select unknown_payments.id, 'paid, checkout unknown', null, provider_order_id, provider_payment_id, amount_paise,
      coalesce(orders.delivery_address, ${unknownShopper(sql`phone`)}), order_id, found_at
    from unknown_payments left join orders on orders.id = order_id
    where not exists (select from payments known where known.provider_order_id = unknown_payments.provider_order_id)
    union all
    select disputes.id, 'disputed', ${disputeText}, payments.provider_order_id, disputes.provider_payment_id, disputes.amount_paise,
      coalesce(payments.delivery_address, ${unknownShopper(sql`null`)}), payments.order_id, disputes.created_at
    from disputes left join payments on payments.provider_payment_id = disputes.provider_payment_id
    where disputes.status in ('open', 'lost')
`

/** Orders with an online payment for which the courier has paid more than it had to collect, as open lines of its lists say. */
const collectedTwice = sql`
  select orders.id as "_id", 'courier collected too' as kind, null as detail, provider_order_id as "providerOrderId",
    provider_payment_id as "paymentId", least(collected.paise - orders.collect_paise, paid.paise - paid.refunded) as amount,
    orders.delivery_address as "deliveryAddress", orders.id as "orderId", collected.at as "createdAt", paid.refunded
  from (
    select order_id, sum(amount_paise)::bigint as paise, max(entered_at) as at
    from cod_remittance_lines as lines join cod_remittances on cod_remittances.id = remittance_id
    where order_id in (select order_id from cod_remittance_lines where outcome in ('not due', 'over') and resolved_at is null)
    group by order_id
  ) as collected
  join orders on orders.id = collected.order_id
  cross join lateral (
    -- An advance and its rest are two payments.
    select min(provider_order_id) as provider_order_id, min(provider_payment_id) as provider_payment_id,
      coalesce(sum(amount_paise), 0)::bigint as paise, coalesce(sum(${paymentRefunds}), 0)::bigint as refunded
    from payments where order_id = orders.id and provider_payment_id is not null
  ) as paid
  where collected.paise > orders.collect_paise
    -- What the shopper has paid in all, above what the order costs.
    and paid.paise - paid.refunded + collected.paise > to_pay_paise and paid.paise - paid.refunded >= ${minRefund}
`

/** Payments, refunds and disputes that an administrator must look at, newest first, without resolved ones. */
export async function findDiscrepancies({ database }: { database: Database }): Promise<Discrepancy[]> {
  return (await readListedRows({ database })).map(toDiscrepancy)
}

/** The ids of the orders among them. */
export async function listOrdersToReview({ database }: { database: Database }): Promise<string[]> {
  const rows = await readListedRows({ database })
  return [...new Set(rows.flatMap(({ orderId }) => orderId ?? []))]
}

export async function readListedRows({ database }: { database: Database }): Promise<DiscrepancyRow[]> {
  const { rows } = await sql<DiscrepancyRow>`
    select * from (select *, null::bigint as refunded from (${listedRows}) as payments union all ${collectedTwice}) as listed
    where not exists (
      select from resolved_discrepancies as resolved
      where subject_id = "_id" and resolved.kind = listed.kind and resolved.detail is not distinct from listed.detail
        and resolved.amount_paise = listed.amount
    )
    order by "createdAt" desc limit ${maxRows}
  `.execute(database)
  return rows
}

export function toDiscrepancy({
  detail,
  amount,
  deliveryAddress: { firstName, lastName, phone },
  createdAt,
  refunded,
  ...row
}: DiscrepancyRow): Discrepancy {
  const message = descriptions[row.kind](detail, row.orderId !== null)
  return {
    ...row,
    message,
    words: message,
    amount: toRupees(amount),
    shopper: { name: `${firstName} ${lastName}`.trim(), phone },
    createdAt: createdAt.toISOString(),
    ...(refunded !== null && { refunded: toRupees(refunded) }),
  }
}
