import { sql } from 'kysely'
import { recordActivity } from '../../activity/record-activity.ts'
import { isUuid } from '../../database/is-uuid.ts'
import type { Database } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'

interface Resolution {
  readonly database: Database
  readonly id: string
  readonly note: string
  /** the administrator's id */
  readonly resolvedBy: string
}

/** Records why a row that does not match is right. @throws AppError 409 when somebody has explained it already, or it is unknown */
export async function resolveSettlementRow({ database, id, note, resolvedBy }: Resolution): Promise<void> {
  if (!isUuid(id)) throw new AppError('settlement_row_resolved')
  await database.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable('settlement_rows')
      .set({ note, resolved_by: resolvedBy, resolved_at: sql<Date>`clock_timestamp()` })
      .where('id', '=', id)
      .where('resolved_at', 'is', null)
      .returning(['entity_id'])
      .executeTakeFirstOrThrow(() => new AppError('settlement_row_resolved'))
    const changes = { note: { before: null, after: note } }
    await recordActivity({
      database: trx,
      actorId: resolvedBy,
      call: 'resolveSettlementRow',
      subject: { id, name: row.entity_id },
      changes,
    })
  })
}
