import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SettingGroup } from '#contract/settings/setting-groups.ts'
import type { Database } from '../database/schema.ts'
import { defineRoute } from '../http/define-route.ts'
import { requireUser } from '../http/session.ts'
import type { Settings } from '../settings.ts'
import { discardDraft, publishDraft, saveDraft, undoPublication } from './change-settings.ts'
import { listHistory, listSettings } from './list-settings.ts'
import type { KeptShopSettings } from './read-settings.ts'

interface SettingsDependencies {
  readonly database: Database
  readonly settings: Settings
  readonly shopSettings: KeptShopSettings
}

export function settingsRoutes(api: FastifyInstance, { database, settings, shopSettings }: SettingsDependencies): void {
  const reply = async ({ message, group }: { message: string; group: SettingGroup }) => {
    const { [group]: state } = await listSettings({ database, settings })
    if (state === undefined) throw new Error(`There are no settings ${group}.`)
    return { message, state }
  }
  const toChange = ({
    params,
    body,
    request,
  }: {
    params: { group: SettingGroup }
    body: { version: number }
    request: FastifyRequest
  }) => ({
    database,
    group: params.group,
    version: body.version,
    by: requireUser(request).id,
  })

  defineRoute(api, 'getSettings', async () => ({ groups: await listSettings({ database, settings }) }))

  defineRoute(api, 'getSettingsHistory', async ({ params }) => ({
    entries: await listHistory({ database, settings, group: params.group }),
  }))

  defineRoute(api, 'saveSettings', async (context) => {
    await saveDraft({ ...toChange(context), value: context.body.value })
    return reply({ message: 'Draft saved', group: context.params.group })
  })

  defineRoute(api, 'discardSettings', async (context) => {
    await discardDraft(toChange(context))
    return reply({ message: 'Draft deleted', group: context.params.group })
  })

  defineRoute(api, 'publishSettings', async (context) => {
    const at = context.body.at === null ? null : new Date(context.body.at)
    await publishDraft({ ...toChange(context), at })
    await shopSettings.load()
    return reply({ message: at === null ? 'Published' : 'Publication planned', group: context.params.group })
  })

  defineRoute(api, 'undoSettings', async (context) => {
    await undoPublication(toChange(context))
    await shopSettings.load()
    return reply({ message: 'Taken back', group: context.params.group })
  })
}
