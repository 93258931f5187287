import { sql } from 'kysely'
import { paise, toRupees } from '#contract/kernel/money.ts'
import type { BookCheck } from '#contract/tax/document-list.ts'
import type { Database } from '../../database/schema.ts'
import { findFaults, findMissingDocuments } from './check-documents.ts'

/** What is listed of gaps and differences. */
const maxListed = 200

/**
 * Looks for numbers without a document, for documents that contradict themselves, for deliveries without a document, and for orders whose
 * documents have another sum than the order: nothing for one that is cancelled, what is kept of one that came back, else its price less what
 * has reduced it or was returned or exchanged. The items of an exchange have the price of those that
 * came back; what is refunded for them counts here and not in the order that was paid.
 */
export async function checkBooks({ database }: { database: Database }): Promise<BookCheck> {
  const { rows: counts } = await sql<{ documents: number; orders: number }>`
    select count(*)::int as documents, count(distinct order_id)::int as orders from documents
  `.execute(database)
  return {
    ...(counts[0] ?? { documents: 0, orders: 0 }),
    gaps: await findGaps({ database }),
    differences: await findDifferences({ database }),
    faults: await findFaults({ database }),
    missing: await findMissingDocuments({ database }),
  }
}

async function findGaps({ database }: { database: Database }): Promise<BookCheck['gaps']> {
  const { rows } = await sql<BookCheck['gaps'][number]>`
    with used as (
      select series, year, max(number) as last from documents group by series, year
      union all
      select series, year, last_number from document_series
    ),
    series as (select series, year, max(last) as last from used group by series, year)
    select series.series, series.year, (array_agg(wanted.number order by wanted.number))[1:20] as missing
    from series, generate_series(1, last) as wanted (number)
    where not exists (
      select from documents where documents.series = series.series and documents.year = series.year and documents.number = wanted.number
    ) and not exists (
      select from cancelled_numbers as cancelled where cancelled.series = series.series and cancelled.year = series.year
        and wanted.number between first_number and last_number
    )
    group by series.series, series.year
    order by series.year, series.series
    limit ${maxListed}
  `.execute(database)
  return rows
}

interface DifferenceRow {
  readonly id: string
  readonly number: string
  readonly documents: number
  readonly expected: number
}

async function findDifferences({ database }: { database: Database }): Promise<BookCheck['differences']> {
  const { rows } = await sql<DifferenceRow>`
    with sums as (
      select order_id, sum(case when kind = 'credit note' then -total_paise else total_paise end)::bigint as documents
      from documents group by order_id
    ),
    reductions as (select order_id, sum(amount_paise)::bigint as amount from price_reductions group by order_id),
    online_refunds as (
      select payments.order_id, sum(refunds.amount_paise)::bigint as amount
      from refunds join payments on payments.id = refunds.payment_id where refunds.status <> 'failed' group by payments.order_id
    ),
    cash as (select order_id, sum(amount_paise)::bigint as amount from cash_refunds group by order_id),
    payable as (select order_id, sum(amount_paise)::bigint as amount from payouts where paid_at is null group by order_id),
    settled as (
      select returns.order_id, paid.order_id as paid_order_id, coalesce(sum(exchanged_paise), 0)::bigint as exchanged,
        coalesce(sum(lines.refund_paise), 0)::bigint as refunded,
        coalesce(sum(coalesce(credit_paise, lines.refund_paise)), 0)::bigint as credited
      from returns join return_lines as lines on lines.return_id = returns.id join orders on orders.id = returns.order_id
      left join returns as paid on paid.id = orders.exchange_return_id
      where returns.state = 'settled' group by returns.order_id, paid.order_id
    ),
    worth as (select order_id, sum(exchange_paise)::bigint as amount from order_lines where exchange_paise is not null group by order_id),
    orders_with_documents as (
      select orders.id, orders.number, sums.documents,
        case
          when orders.status = 'Cancelled' then 0
          -- What is kept of a parcel that came back: an advance, or the freight.
          when orders.returned_parcel <> 'on its way' then greatest(0, orders.paid_paise - orders.refunded_paise)
          else orders.to_pay_paise + coalesce(worth.amount, 0) - least(
            coalesce(reductions.amount, 0) + coalesce((select sum(credited + exchanged) from settled where order_id = orders.id), 0),
            greatest(orders.refunded_paise, coalesce(online_refunds.amount, 0) + coalesce(cash.amount, 0)) + coalesce(payable.amount, 0)
              + coalesce((select sum(exchanged) from settled where order_id = orders.id), 0)
              + coalesce((select sum(refunded) from settled where order_id = orders.id and paid_order_id is not null), 0)
              - coalesce((select sum(refunded) from settled where paid_order_id = orders.id), 0)
          )
        end::bigint as expected
      from sums
      join orders on orders.id = sums.order_id
      left join reductions on reductions.order_id = sums.order_id
      left join online_refunds on online_refunds.order_id = sums.order_id
      left join cash on cash.order_id = sums.order_id
      left join payable on payable.order_id = sums.order_id
      left join worth on worth.order_id = sums.order_id
    )
    select id, number, documents, expected from orders_with_documents where documents <> expected order by number limit ${maxListed}
  `.execute(database)
  return rows.map(({ id, number, documents, expected }) => ({
    order: { _id: id, number },
    documents: toRupees(paise(Number(documents))),
    expected: toRupees(paise(Number(expected))),
  }))
}
