import { sql } from 'kysely'
import type { CourierKey } from '#contract/shipping/couriers.ts'
import { isUuid } from '../database/is-uuid.ts'
import { retryTransaction } from '../database/retry.ts'
import type { Database, Transaction } from '../database/schema.ts'
import { AppError } from '../kernel/errors.ts'
import { lineCourier } from './find-parcels.ts'
import { compareOrders, describePayer, lockLists, lockOrders, recordPayments } from './match-lines.ts'

interface Undo {
  readonly database: Database
  readonly id: string
  /** the version of the list that the administrator saw */
  readonly version: number
  /** the administrator's id */
  readonly undoneBy: string
}

/**
 * Takes back a list of what a courier has paid. Its lines are kept in the list, which can be entered again.
 * @throws AppError 404 for an unknown list.
 * @throws AppError 409 when it is undone already, or when one of its lines was resolved in the meantime.
 */
export async function undoRemittance({ database, id, version, undoneBy }: Undo): Promise<void> {
  if (!isUuid(id)) throw new AppError('not_found')
  await retryTransaction(() =>
    database.transaction().execute(async (trx) => {
      await lockLists.execute(trx)
      const list = await trx
        .selectFrom('cod_remittances')
        .select(['undone_at', 'version', 'fingerprint'])
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirstOrThrow(() => new AppError('not_found'))
      if (list.undone_at !== null) throw new AppError('remittance_undone')
      if (list.version !== version) throw new AppError('remittance_changed')
      const lines = await findLines({ trx, id })
      const paid = lines.flatMap(({ orderId, amount, courier, reference }) =>
        orderId === null ? [] : [{ orderId, amount, from: describePayer({ courier: courier ?? 'other', reference }) }],
      )
      const orderIds = paid.map(({ orderId }) => orderId)
      await lockOrders({ trx, ids: orderIds })
      await trx
        .updateTable('cod_remittances')
        .set({
          undone_at: sql<Date>`clock_timestamp()`,
          undone_by: undoneBy,
          undone_lines: JSON.stringify(lines),
          // The same list can be entered again.
          fingerprint: `${list.fingerprint} undone ${id}`,
        })
        .where('id', '=', id)
        .execute()
      await trx.deleteFrom('cod_remittance_lines').where('remittance_id', '=', id).execute()
      await compareOrders({ trx, orderIds })
      await recordPayments({ trx, lines: paid, isUndone: true, actorId: undoneBy })
    }),
  )
}

const findLines = ({ trx, id }: { trx: Transaction; id: string }) =>
  trx
    .selectFrom('cod_remittance_lines')
    .innerJoin('cod_remittances', 'cod_remittances.id', 'remittance_id')
    .select(['line', 'tracking_number as trackingNumber', 'amount_paise as amount', 'reference', 'paid_on as paidOn', 'outcome', 'note'])
    .select(['order_id as orderId', sql<CourierKey | null>`${lineCourier}`.as('courier')])
    .where('remittance_id', '=', id)
    .orderBy('line')
    .execute()
