import { isDeepStrictEqual } from 'node:util'
import { type SettingGroup, settingGroupNames } from '#contract/settings/setting-groups.ts'
import { shopImportTexts as texts } from '#contract/shop-import/shop-import-limits.ts'
import { countRows } from '../../database/count-rows.ts'
import { publishDraft, saveDraft } from '../../shop-settings/change-settings.ts'
import { readShopSettings } from '../../shop-settings/read-settings.ts'
import { FileRefusedError, type OpenExport } from '../read/open-export.ts'
import { describeProblem, type ImportContext, type ImportPart, type ItemResult, saveBatches } from './import-part.ts'

const file = 'settings.json'

/** The groups of settings. Each one is published, so that it can be taken back on its screen. */
export const settingsPart: ImportPart = {
  part: 'settings',
  file,
  count: async (source) => (await readGroups(source)).length,
  countHere: (database) =>
    countRows(database.selectFrom('settings').where((eb) => eb.or([eb('value', 'is not', null), eb('draft', 'is not', null)]))),
  async *run(context, skip) {
    const groups = await readGroups(context.file)
    yield* saveBatches({
      items: (async function* () {
        yield* groups.entries()
      })(),
      skip,
      size: 1,
      save: async ([first]) => (first ? [await saveGroup({ context, line: first[0] + 1, ...first[1] })] : []),
    })
  },
}

interface FileGroup {
  readonly group: SettingGroup
  readonly value: Record<string, unknown>
}

/** @throws FileRefusedError for a file that is no object of groups */
async function readGroups(source: OpenExport): Promise<FileGroup[]> {
  const settings = await source.readJson(file)
  if (settings === undefined) return []
  if (settings === null || typeof settings !== 'object') throw new FileRefusedError(texts.settings)
  const values = settings as Partial<Record<SettingGroup, unknown>>
  return settingGroupNames.flatMap((group) => {
    const value = values[group]
    return value !== null && typeof value === 'object' ? [{ group, value: value as Record<string, unknown> }] : []
  })
}

async function saveGroup({ context, line, group, value }: FileGroup & { context: ImportContext; line: number }): Promise<ItemResult> {
  const { database, settings, actorId: by, choice } = context
  const shown = { line, name: group }
  try {
    const here = (await readShopSettings({ database, settings }))[group] as Record<string, unknown>
    // A field that an older file lacks stays as it is.
    const wanted = { ...here, ...value }
    const row = await database.selectFrom('settings').select(['value', 'draft', 'version']).where('key', '=', group).executeTakeFirst()
    const isEntered = row !== undefined && (row.value !== null || row.draft !== null)
    if (isDeepStrictEqual(wanted, here) || (isEntered && choice === 'mine')) return { ...shown, outcome: 'unchanged', reason: null }
    const version = row?.version ?? 0
    await saveDraft({ database, group, by, version, value: wanted })
    await publishDraft({ database, group, by, version: version + 1, at: null })
    return { ...shown, outcome: isEntered ? 'changed' : 'new', reason: null }
  } catch (error) {
    return { ...shown, outcome: 'refused', reason: describeProblem({ ...context, error }) }
  }
}
