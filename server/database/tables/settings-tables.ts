import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { EnteredProvider } from '#contract/settings/provider-keys.ts'
import type { SettingGroup } from '#contract/settings/setting-groups.ts'
import type { SettingHistoryEntry } from '#contract/settings/settings.ts'

type JsonObject = JSONColumnType<Record<string, unknown> | null, string | null | undefined, string | null>

/** The settings that administrators change. */
export interface SettingsTables {
  /** one row: the mail server that an administrator has entered */
  mail_server: {
    id: Generated<boolean>
    host: string
    port: number
    username: string
    /** encrypted */
    password: Buffer
    password_end: string
    entered_at: Generated<Date>
  }
  /** one row for each provider whose keys an administrator has entered */
  provider_keys: {
    provider: EnteredProvider
    /** the public key id or the user name */
    account: string
    /** encrypted, as JSON */
    secrets: Buffer
    secret_end: string
    entered_at: Generated<Date>
  }
  settings: {
    key: SettingGroup
    /** null: the defaults */
    value: JsonObject
    draft: JsonObject
    publish_at: Date | null
    version: Generated<number>
    changed_at: Generated<Date>
    changed_by: string | null
  }
  /** the days of which the shop has got a report */
  daily_reports: { day: string; queued_at: Generated<Date> }
  settings_history: {
    id: GeneratedAlways<number>
    key: SettingGroup
    version: number
    kind: SettingHistoryEntry['kind']
    value: JsonObject
    changed_at: Generated<Date>
    changed_by: string | null
  }
}
