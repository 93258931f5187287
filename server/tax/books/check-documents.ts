import { sql } from 'kysely'
import type { BookCheck } from '#contract/tax/document-list.ts'
import type { Database } from '../../database/schema.ts'

/** What is listed of each. */
const maxListed = 200

type Faults = NonNullable<BookCheck['faults']>
type Missing = NonNullable<BookCheck['missing']>

/**
 * Documents that contradict themselves: amounts of lines that do not add up, taxes that are not those of the rate or of the place of supply,
 * a date before that of the order or of the number before. Credit notes divide what is left of a line, so their taxes are within a rupee.
 */
export async function findFaults({ database }: { database: Database }): Promise<Faults> {
  const { rows } = await sql<Faults[number]>`
    with sums as (
      select documents.id,
        sum((line ->> 'taxable')::bigint) as taxable, sum((line ->> 'cgst')::bigint) as cgst, sum((line ->> 'sgst')::bigint) as sgst,
        sum((line ->> 'igst')::bigint) as igst, sum((line ->> 'total')::bigint) as total,
        bool_or((line ->> 'total')::bigint <> (line ->> 'taxable')::bigint + (line ->> 'cgst')::bigint + (line ->> 'sgst')::bigint + (line ->> 'igst')::bigint)
          as has_odd_line,
        bool_or(abs(
          (line ->> 'total')::numeric - (line ->> 'taxable')::numeric - (line ->> 'taxable')::numeric * (line ->> 'rate')::numeric / 10000
        ) > case kind when 'credit note' then 100 else 2 end) as has_odd_rate
      from documents, jsonb_array_elements(lines) as line group by documents.id
    ),
    ordered as (
      select id, lag(issued_at) over (partition by series, year order by number) as issued_before from documents
    ),
    checked as (
      select written, documents.issued_at, case
        when sums.total is distinct from documents.total_paise or sums.taxable is distinct from documents.taxable_paise or sums.cgst is distinct from documents.cgst_paise
          or sums.sgst is distinct from documents.sgst_paise or sums.igst is distinct from documents.igst_paise then 'sums'
        when has_odd_line or documents.total_paise <> documents.taxable_paise + documents.cgst_paise + documents.sgst_paise + documents.igst_paise then 'line'
        when has_odd_rate or abs(documents.cgst_paise - documents.sgst_paise) > jsonb_array_length(documents.lines) then 'rate'
        when (supplier ->> 'stateCode' = place_of_supply and documents.igst_paise > 0)
          or (supplier ->> 'stateCode' <> place_of_supply and documents.cgst_paise + documents.sgst_paise > 0) then 'place'
        when documents.issued_at < orders.placed_at then 'before order'
        when documents.issued_at < issued_before then 'before number'
      end as fault
      from documents join orders on orders.id = order_id
      left join sums on sums.id = documents.id join ordered on ordered.id = documents.id
    )
    select written, fault from checked where fault is not null order by issued_at, written limit ${maxListed}
  `.execute(database)
  return rows
}

/** Orders that have left, or were delivered, without a document. Those from before the first document of the shop do not count. */
export async function findMissingDocuments({ database }: { database: Database }): Promise<Missing> {
  const { rows } = await sql<{ id: string; number: string }>`
    select id, number from orders
    where status in ('Shipped', 'Delivered') and placed_at >= (select min(issued_at) - interval '7 days' from documents)
      and not exists (select from documents where order_id = orders.id)
      and not exists (select from archived_orders where order_id = orders.id)
    order by placed_at, number limit ${maxListed}
  `.execute(database)
  return rows.map(({ id, number }) => ({ _id: id, number }))
}
