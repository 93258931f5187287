import type { Generated, GeneratedAlways } from 'kysely'
import type { PushKind } from '#contract/accounts/push-devices.ts'

export type ProblemKind = 'payments' | 'late mails' | 'lost mails' | 'failed jobs' | 'backup' | 'webhooks'

/** Notifications on the devices of administrators. */
export interface PushTables {
  push_devices: {
    id: Generated<string>
    user_id: string
    /** the browser's token */
    device_hash: Buffer
    endpoint: string
    p256dh: string
    auth: string
    user_agent: string
    kinds: PushKind[]
    created_at: Generated<Date>
    /** the last event that the device has got, or did not want */
    last_event_id: number
    last_sent_at: Date | null
    /** since the last success */
    failures: Generated<number>
    next_attempt_at: Date | null
  }
  /** either an order or a problem */
  push_events: { id: GeneratedAlways<number>; order_id: string | null; problem: ProblemKind | null; created_at: Generated<Date> }
  push_problems: { problem: ProblemKind; count: number; raised_at: Generated<Date> }
}
