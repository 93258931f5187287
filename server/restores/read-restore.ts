import { sql } from 'kysely'
import { type Paise, toRupees } from '#contract/kernel/money.ts'
import { openReturnStates } from '#contract/orders/return-states.ts'
import type { OpenRestore, RestoredRefund } from '#contract/restores/restores.ts'
import { writeDocumentNumber } from '#contract/tax/documents.ts'
import { countRows } from '../database/count-rows.ts'
import type { Database, Transaction } from '../database/schema.ts'
import { isUnanswered } from '../payments/refunds/found-refunds.ts'
import { findOpenRestore } from './record-restore.ts'

const maxListed = 200

interface TransferRow {
  readonly id: string
  readonly kind: 'refund to pay' | 'open return'
  readonly number: string
  readonly order_id: string
  readonly order_number: string
  readonly name: string
  readonly phone: string
  readonly amount: Paise
}

/** What is to be answered after a restore; null when money is not held. */
export async function readRestore({ database }: { database: Database }): Promise<OpenRestore | null> {
  const restore = await findOpenRestore({ database })
  if (!restore) return null
  const transfers = await listTransfers({ database, restoreId: restore.id })
  const gaps = await listGaps({ database, since: restore.made_at })
  return {
    cause: restore.cause,
    madeAt: restore.made_at.toISOString(),
    foundAt: restore.found_at.toISOString(),
    comparedAt: restore.compared_at?.toISOString() ?? null,
    transfers: transfers.map(({ id, order_id, order_number, amount, ...row }) => ({
      _id: id,
      ...row,
      order: { _id: order_id, number: order_number },
      amount: toRupees(amount),
    })),
    gaps,
    parcels: await countParcels({ database }),
  }
}

/** Transfers that nobody has answered, the oldest first. */
export async function listTransfers({ database, restoreId }: { database: Database | Transaction; restoreId: string }) {
  const { rows } = await sql<TransferRow>`
    select transfers.id, case when payout_id is null then 'open return' else 'refund to pay' end as kind, coalesce(returns.number, orders.number) as number,
      orders.id as order_id, orders.number as order_number, delivery_address ->> 'phone' as phone,
      trim(concat_ws(' ', delivery_address ->> 'firstName', delivery_address ->> 'lastName')) as name,
      coalesce(payouts.amount_paise, returns.refund_paise) as amount
    from restore_transfers as transfers
    left join payouts on payouts.id = payout_id
    left join returns on returns.id = coalesce(transfers.return_id, payouts.return_id)
    join orders on orders.id = coalesce(returns.order_id, payouts.order_id)
    where restore_id = ${restoreId} and answer is null
    order by transfers.id
  `.execute(database)
  return rows
}

/** Refunds that the comparison has found and nobody has answered, the oldest first. */
export async function listFoundRefunds({ database }: { database: Database }): Promise<RestoredRefund[]> {
  const { rows } = await sql<{ id: string; order_id: string; number: string; amount: Paise; open_return: string | null; found_at: Date }>`
    select refunds.id, order_id, orders.number, refunds.amount_paise as amount, found_at,
      (select number from returns where returns.order_id = orders.id and state = any(${openReturnStates}) order by id limit 1) as open_return
    from refunds
    join payments on payments.id = payment_id and payments.provider_payment_id = refunds.provider_payment_id
    join orders on orders.id = order_id
    where found_at is not null and refunds.status <> 'failed' and orders.status <> 'Cancelled' and ${isUnanswered}
    order by found_at, refunds.id limit ${maxListed}
  `.execute(database)
  return rows.map(({ id, order_id, number, amount, open_return, found_at }) => ({
    _id: id,
    order: { _id: order_id, number },
    amount: toRupees(amount),
    openReturn: open_return,
    foundAt: found_at.toISOString(),
  }))
}

/** The cancelled numbers as they are written on documents. */
async function listGaps({ database, since }: { database: Database; since: Date }) {
  const rows = await database.selectFrom('cancelled_numbers').selectAll().where('cancelled_at', '>=', since).orderBy('series').execute()
  return rows.map(({ series, year, first_number, last_number }) => ({
    first: writeDocumentNumber({ series, year, number: first_number }),
    last: writeDocumentNumber({ series, year, number: last_number }),
  }))
}

/** Orders that may have left since: nothing but the courier knows. */
export async function countParcels({ database }: { database: Database }): Promise<number> {
  return countRows(database.selectFrom('orders').where('status', 'in', ['Confirmed', 'Packed']))
}
