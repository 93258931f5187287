import { sql } from 'kysely'
import { type Paise, paise, toRupees } from '#contract/kernel/money.ts'
import type { ParcelCondition } from '#contract/orders/order-status.ts'
import type { UndeliveredParcel } from '#contract/payouts/payouts.ts'
import type { Database } from '../../database/schema.ts'
import { isListed } from '../../orders/edits/archive-order.ts'

const maxParcels = 100

interface Row {
  readonly id: string
  readonly number: string
  readonly name: string
  readonly phone: string
  readonly status: string
  readonly condition: ParcelCondition
  readonly received_at: Date
  readonly refunded: Paise
  readonly left: Paise
}

/**
 * Orders that were paid before the delivery and whose parcels came back, until an administrator refunds them: the refund that follows the receipt
 * is the decision. An advance that stays with the shop is none of them. Nothing is refunded here.
 */
export async function listUndelivered({ database, freight }: { database: Database; freight: Paise }): Promise<UndeliveredParcel[]> {
  const { rows } = await sql<Row>`
    select orders.id, number, status, returned_parcel as condition, received_at, paid.refunded, paid.amount - paid.refunded as left,
      trim(concat_ws(' ', delivery_address ->> 'firstName', delivery_address ->> 'lastName')) as name, delivery_address ->> 'phone' as phone
    from orders
    join lateral (
      select max(happened_at) as received_at from order_events where order_id = orders.id and event = 'Parcel received'
    ) as receipt on received_at is not null
    join lateral (
      select coalesce(sum(amount_paise), 0)::bigint as amount, coalesce(sum(refunds.sum), 0)::bigint as refunded, bool_or(refunds.is_decided) as is_decided,
        bool_or(keeps_advance) as keeps_advance
      from payments, lateral (
        select coalesce(sum(amount_paise), 0) as sum, coalesce(bool_or(created_at >= received_at), false) as is_decided
        from refunds where refunds.provider_payment_id = payments.provider_payment_id and status <> 'failed'
      ) as refunds
      where order_id = orders.id and provider_payment_id is not null
      having orders.manual_payment is null
      union all
      select orders.paid_paise, orders.refunded_paise, exists (
        select from cash_refunds where order_id = orders.id and created_at >= received_at
      ), false where orders.manual_payment is not null
    ) as paid on true
    where returned_parcel in ('sellable', 'damaged') and paid_paise > refunded_paise and exchange_return_id is null and ${isListed(sql.ref('orders.id'))}
      and paid.amount > paid.refunded and not is_decided and not (keeps_advance and kind <> 'card')
    order by received_at, orders.id limit ${maxParcels}
  `.execute(database)
  return rows.map((row) => ({
    _id: row.id,
    number: row.number,
    name: row.name,
    phone: row.phone,
    orderStatus: row.status,
    condition: row.condition,
    receivedAt: row.received_at.toISOString(),
    refunded: toRupees(row.refunded),
    left: toRupees(row.left),
    lessFreight: freight > 0 && row.left > freight ? toRupees(paise(row.left - freight)) : null,
  }))
}
