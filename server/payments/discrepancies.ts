import { sql } from 'kysely'
import type { SavedAddress } from '#contract/address.ts'
import { type Paise, toRupees } from '#contract/money.ts'
import type { discrepancyKinds } from '#contract/payments.ts'
import type { Database } from '../database/schema.ts'
import { minRefund } from './refunds.ts'

type Kind = (typeof discrepancyKinds)[number]

const mostShown = 200
/** Money that is only held is taken within minutes; after this long something stands in the way. */
const takenWithin = '30 minutes'

const describe: Record<Kind, (detail: string | null) => string> = {
  'another amount': (detail) =>
    `The provider took another amount than the shop asked for: ${detail}. No order was made of it; send it back or ask the shopper.`,
  'paid without an order': () => 'The money is there and no order is. Ask the provider about it, then refund it or order for the shopper.',
  'money not taken': () => 'The bank has reserved the money, and taking it fails. It goes back to the shopper by itself within days.',
  'paid, checkout unknown': () =>
    'The provider took this money for a checkout that the shop does not know, as after a restored backup. Send it back there, or order for the shopper.',
  'refund failed': (detail) => `The provider refused to send the money back (${detail}). Refund it on the provider's own page.`,
}

/** Of the payment that `refunds` speaks of: what went back or is on its way, in paise. */
const notFailed = sql`(
  select coalesce(sum(amount_paise), 0) from refunds as sent
  where sent.payment_id = refunds.payment_id and sent.provider_payment_id = refunds.provider_payment_id and sent.status <> 'failed'
)`

/**
 * The most that had gone back or was on its way at one moment: so much somebody meant to send. A refund that was asked
 * for again after it had failed is counted once, two that were on their way together are counted both.
 */
const mostPromised = sql`(
  select max((
    select sum(beside.amount_paise) from refunds as beside
    where beside.payment_id = asked.payment_id and beside.provider_payment_id = asked.provider_payment_id
      and beside.created_at <= asked.created_at
      and (beside.id = asked.id or beside.status <> 'failed' or beside.settled_at > asked.created_at)
  )) from refunds as asked
  where asked.payment_id = refunds.payment_id and asked.provider_payment_id = refunds.provider_payment_id
)`

/**
 * Payments where money and orders do not agree. Each kind reads an index that holds nothing else, so looking is cheap
 * while all is well.
 */
export async function findDiscrepancies({ database }: { database: Database }) {
  const { rows } = await sql<{
    id: string
    kind: Kind
    detail: string | null
    provider_order_id: string | null
    payment_id: string | null
    amount_paise: Paise
    delivery_address: SavedAddress
    order_id: string | null
    created_at: Date
  }>`
    select id, 'another amount' as kind, discrepancy as detail, provider_order_id, provider_payment_id as payment_id, amount_paise,
      delivery_address, order_id, created_at
    from payments where discrepancy is not null
    union all
    select id, case status when 'authorized' then 'money not taken' else 'paid without an order' end, null, provider_order_id,
      provider_payment_id, amount_paise, delivery_address, order_id, created_at
    from payments
    where order_id is null and (status in ('paid', 'authorized') or provider_payment_id is not null) and discrepancy is null and void_reason is null
      and (status <> 'authorized' or created_at < clock_timestamp() - ${takenWithin}::interval)
    union all
    select * from (
      select distinct on (refunds.payment_id, refunds.provider_payment_id) refunds.id, 'refund failed', refunds.reason,
        payments.provider_order_id, refunds.provider_payment_id, missing.paise, payments.delivery_address, payments.order_id,
        refunds.created_at
      from refunds join payments on payments.id = refunds.payment_id
      left join orders on orders.id = payments.order_id and payments.provider_payment_id = refunds.provider_payment_id
      cross join lateral (
        select case orders.status when 'Cancelled' then payments.amount_paise else least(${mostPromised}, payments.amount_paise) end
          - ${notFailed} as paise
      ) as missing
      where refunds.status = 'failed' and missing.paise >= ${minRefund}
      order by refunds.payment_id, refunds.provider_payment_id, refunds.created_at desc
    ) as failed
    union all
    select id, 'paid, checkout unknown', null, provider_order_id, provider_payment_id, amount_paise,
      jsonb_build_object('firstName', 'Unknown', 'lastName', 'shopper', 'phone', coalesce(phone, 'no phone')), null, found_at
    from unknown_payments
    where not exists (select from payments known where known.provider_order_id = unknown_payments.provider_order_id)
    order by created_at desc limit ${mostShown}
  `.execute(database)
  return rows.map((row) => ({
    _id: row.id,
    kind: row.kind,
    words: describe[row.kind](row.detail),
    providerOrderId: row.provider_order_id,
    paymentId: row.payment_id,
    amount: toRupees(row.amount_paise),
    shopper: {
      name: `${row.delivery_address.firstName} ${row.delivery_address.lastName}`.trim(),
      phone: row.delivery_address.phone,
    },
    orderId: row.order_id,
    createdAt: row.created_at.toISOString(),
  }))
}
