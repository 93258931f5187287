import { sql } from 'kysely'
import type { ActivityChanges } from '#contract/activity/activity.ts'
import { type RecordedCall, recordedCalls } from '#contract/activity/recorded-calls.ts'
import { inTransaction } from '../database/in-transaction.ts'
import type { Database, Transaction } from '../database/schema.ts'

export interface NewActivity {
  readonly database: Database
  /** the administrator's id */
  readonly actorId: string
  readonly call: RecordedCall
  readonly subject?: { readonly id: string; readonly name: string } | undefined
  readonly changes?: ActivityChanges
}

/** Records what an administrator has done, in the transaction of the change if `database` is one. */
export async function recordActivity({ database, actorId, call, subject, changes = {} }: NewActivity): Promise<void> {
  await database
    .insertInto('activity')
    .values({
      actor_id: actorId,
      actor_name: sql<string>`(select name from users where id = ${actorId})`,
      action: call,
      subject_kind: recordedCalls[call].kind,
      subject_id: subject?.id ?? null,
      ...(subject && { subject_name: subject.name }),
      changes: JSON.stringify(changes),
    })
    .execute()
}

/** Makes a change and records it, in one transaction. */
export function recordInTransaction<Result>(activity: NewActivity, work: (trx: Transaction) => Promise<Result>): Promise<Result> {
  return inTransaction(activity.database, async (trx) => {
    const result = await work(trx)
    await recordActivity({ ...activity, database: trx })
    return result
  })
}
