import { sql } from 'kysely'
import type { SavedAddress } from '#contract/address.ts'
import { type Paise, toRupees } from '#contract/money.ts'
import type { mismatchKinds } from '#contract/payments.ts'
import type { Database } from '../database/tables.ts'

type Kind = (typeof mismatchKinds)[number]

const mostShown = 200
/** Money that is only held is taken within minutes; after this long something stands in the way. */
const takenWithin = '30 minutes'

const describe: Record<Kind, (detail: string | null) => string> = {
  'another amount': (detail) =>
    `The provider took another amount than the shop asked for: ${detail}. No order was made of it; send it back or ask the shopper.`,
  'paid without an order': () => 'The money is there and no order is. Ask the provider about it, then refund it or order for the shopper.',
  'money not taken': () => 'The bank has reserved the money, and taking it fails. It goes back to the shopper by itself within days.',
  'refund failed': (detail) => `The provider refused to send the money back (${detail}). Refund it on the provider's own page.`,
}

/**
 * Payments where money and orders do not agree. Each kind reads an index that holds nothing else, so looking is cheap
 * while all is well.
 */
export async function findMismatches({ database }: { database: Database }) {
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
    select id, 'another amount' as kind, mismatch as detail, provider_order_id, provider_payment_id as payment_id, amount_paise,
      delivery_address, order_id, created_at
    from payments where mismatch is not null
    union all
    select id, case status when 'authorized' then 'money not taken' else 'paid without an order' end, null, provider_order_id,
      provider_payment_id, amount_paise, delivery_address, order_id, created_at
    from payments
    where order_id is null and (status in ('paid', 'authorized') or provider_payment_id is not null) and mismatch is null
      and (status <> 'authorized' or created_at < clock_timestamp() - ${takenWithin}::interval)
    union all
    select refunds.id, 'refund failed', refunds.reason, payments.provider_order_id, refunds.provider_payment_id, refunds.amount_paise,
      payments.delivery_address, payments.order_id, refunds.created_at
    from refunds join payments on payments.id = refunds.payment_id
    where refunds.status = 'failed' and not exists (
      -- asked again since, and that time it went
      select from refunds later where later.provider_payment_id = refunds.provider_payment_id
        and later.created_at > refunds.created_at and later.status <> 'failed'
    )
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
