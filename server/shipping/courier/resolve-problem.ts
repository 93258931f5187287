import type { Database } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'

interface Resolution {
  readonly database: Database
  readonly reference: string
  /** as the administrator has read it */
  readonly problem: string
  /** what was done about it */
  readonly note: string
  /** the administrator's id */
  readonly actorId: string
}

/**
 * Takes the problem of a parcel off the lists until there is another one. What was done is a note of the order.
 * @throws AppError 409 when the parcel has another problem now, or none.
 */
export async function resolveProblem({ database, reference, problem, note, actorId }: Resolution): Promise<void> {
  await database.transaction().execute(async (trx) => {
    const parcel = await trx
      .updateTable('courier_parcels')
      .set({ resolved_problem: problem })
      .where('reference', '=', reference)
      .where('problem', '=', problem)
      .where('resolved_problem', '<>', problem)
      .returning('order_id')
      .executeTakeFirstOrThrow(() => new AppError('parcel_problem_changed'))
    const text = `${problem} ${note}`
    await trx.insertInto('order_notes').values({ order_id: parcel.order_id, author_id: actorId, text }).execute()
  })
}
