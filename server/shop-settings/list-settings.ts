import { type SettingGroup, settingGroupNames } from '#contract/settings/setting-groups.ts'
import type { Database } from '../database/schema.ts'
import type { Settings } from '../kernel/settings.ts'
import { toDefaultSettings } from './default-settings.ts'
import { completeGroup } from './read-settings.ts'

const maxHistoryEntries = 50

/** All groups with their drafts, by name. */
export async function listSettings({ database, settings }: { database: Database; settings: Settings }) {
  const rows = await database
    .selectFrom('settings')
    .leftJoin('users', 'users.id', 'changed_by')
    .select(['key', 'value', 'draft', 'publish_at', 'settings.version', 'changed_at', 'users.name as changed_by'])
    .execute()
  const defaults = toDefaultSettings(settings)
  return Object.fromEntries(
    settingGroupNames.map((group) => {
      const row = rows.find(({ key }) => key === group)
      const draft = row?.draft ? completeGroup({ group, stored: row.draft, defaults }) : null
      return [
        group,
        {
          value: completeGroup({ group, stored: row?.value ?? null, defaults }),
          draft,
          publishAt: row?.publish_at?.toISOString() ?? null,
          version: row?.version ?? 0,
          changedAt: row?.changed_at.toISOString() ?? null,
          changedBy: row?.changed_by ?? null,
        },
      ]
    }),
  )
}

/** The publications of a group, newest first. */
export async function listHistory({ database, settings, group }: { database: Database; settings: Settings; group: SettingGroup }) {
  const rows = await database
    .selectFrom('settings_history')
    .leftJoin('users', 'users.id', 'changed_by')
    .select(['settings_history.version', 'kind', 'value', 'changed_at', 'users.name as changed_by'])
    .where('key', '=', group)
    .orderBy('settings_history.id', 'desc')
    .limit(maxHistoryEntries)
    .execute()
  const defaults = toDefaultSettings(settings)
  return rows.map(({ version, kind, value, changed_at, changed_by }) => ({
    version,
    kind,
    value: completeGroup({ group, stored: value, defaults }),
    changedAt: changed_at.toISOString(),
    changedBy: changed_by,
  }))
}
