import { sql } from 'kysely'
import { type SettingGroup, type ShopSettings, settingGroupNames, settingGroups } from '#contract/settings/setting-groups.ts'
import type { Database, Transaction } from '../database/schema.ts'
import type { Settings } from '../kernel/settings.ts'
import { toDefaultSettings } from './default-settings.ts'

/**
 * A stored value with the fields that a newer version has added. A value that no longer fits, after an older version has run again,
 * counts as the default.
 */
export function completeGroup<Group extends SettingGroup>({
  group,
  stored,
  defaults,
}: {
  group: Group
  stored: Readonly<Record<string, unknown>> | null
  defaults: ShopSettings
}): ShopSettings[Group] {
  const parsed = settingGroups[group].safeParse({ ...defaults[group], ...stored })
  return (parsed.success ? parsed.data : defaults[group]) as ShopSettings[Group]
}

interface ReadOptions {
  readonly database: Database | Transaction
  readonly settings: Settings
  /** shows drafts in place of what is published */
  readonly withDrafts?: boolean
}

/** The settings of the shop: what administrators have published, else the defaults. */
export async function readShopSettings({ database, settings, withDrafts = false }: ReadOptions): Promise<ShopSettings> {
  const rows = await database.selectFrom('settings').select(['key', 'value', 'draft']).execute()
  const defaults = toDefaultSettings(settings)
  const entries = settingGroupNames.map((group) => {
    const row = rows.find(({ key }) => key === group)
    const stored = (withDrafts ? row?.draft : undefined) ?? row?.value ?? null
    return [group, completeGroup({ group, stored, defaults })]
  })
  return Object.fromEntries(entries) as ShopSettings
}

/** The settings as this process keeps them: read without a query, and loaded again when they have changed. */
export function createShopSettings({ database, settings }: Omit<ReadOptions, 'withDrafts'>) {
  let current = toDefaultSettings(settings)
  let policiesChangedOn: string | undefined
  return {
    get current(): ShopSettings {
      return current
    },
    /** the day in India on which figures or texts of policies were last published; undefined while they are the defaults */
    get policiesChangedOn(): string | undefined {
      return policiesChangedOn
    },
    async load(): Promise<void> {
      current = await readShopSettings({ database, settings })
      policiesChangedOn = await readPoliciesDay(database)
    },
  }
}

async function readPoliciesDay(database: Database | Transaction): Promise<string | undefined> {
  const row = await database
    .selectFrom('settings_history')
    .select(sql<string>`to_char(changed_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD')`.as('day'))
    .where('key', 'in', ['policies', 'policy-texts'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.day
}

export type CachedShopSettings = ReturnType<typeof createShopSettings>
