import { sql } from 'kysely'
import type { Transaction } from '../../database/schema.ts'

/** Rows of settlements with the payment or refund that they are about. `fits`: the shop has it, and all amounts fit. */
export const matchedRows = sql`
  select settled.*, to_char(settled_on, 'YYYY-MM-DD') as day, captured.amount_paise as captured_paise, back.amount_paise as refunded_paise,
    coalesce(payments.order_id, refunded.order_id) as order_id,
    coalesce(case settled.kind
      when 'payment' then captured.amount_paise = settled.amount_paise and debit_paise = 0 and credit_paise = settled.amount_paise - fee_paise
      when 'refund' then back.amount_paise = settled.amount_paise and credit_paise = 0 and debit_paise = settled.amount_paise + fee_paise
    end, false) as fits
  from settlement_rows as settled
  left join captured_payments as captured on settled.kind = 'payment' and captured.provider_payment_id = entity_id
  left join payments on payments.id = captured.payment_id
  left join refunds as back on settled.kind = 'refund' and back.provider_refund_id = entity_id
  left join payments as refunded on refunded.id = back.payment_id`

/** Marks the rows that fit, so that lists only compare those that did not. */
export async function markMatched({ trx }: { trx: Transaction }): Promise<void> {
  await sql`
    update settlement_rows set is_matched = true
    where id in (select id from (${matchedRows}) as matched where fits and not is_matched and resolved_at is null)
  `.execute(trx)
}
