import type { Generated, JSONColumnType } from 'kysely'
import type { ActivityChanges } from '#contract/activity/activity.ts'
import type { ActivityKind, RecordedCall } from '#contract/activity/recorded-calls.ts'

/** What administrators have done that no other table records. */
export interface ActivityTables {
  activity: {
    id: Generated<string>
    happened_at: Generated<Date>
    actor_id: string
    actor_name: string
    action: RecordedCall
    subject_kind: ActivityKind
    subject_id: string | null
    subject_name: Generated<string>
    changes: JSONColumnType<ActivityChanges>
  }
}
