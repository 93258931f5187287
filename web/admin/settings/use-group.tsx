import { useState } from 'react'
import type { SettingGroup } from '#contract/settings/setting-groups.ts'
import type { SettingGroupState } from '#contract/settings/settings.ts'
import { ApiError } from '../../api/client.ts'
import { callSignedIn } from '../../auth/call-signed-in.ts'
import { useAction } from '../shared/use-action.tsx'

interface GroupOptions {
  readonly group: SettingGroup
  readonly state: SettingGroupState
  /** the value of the form */
  readonly read: () => Record<string, unknown>
  readonly isDirty: boolean
  readonly onChanged: (state: SettingGroupState) => void
}

/** Saves and publishes one group. `errors` are those of its fields; a stale version keeps what was typed. */
export function useGroup({ group, state, read, isDirty, onChanged }: GroupOptions) {
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const { busy, message, run: runAction } = useAction()

  const run = (request: () => Promise<{ message: string; state?: SettingGroupState }>) =>
    runAction(async () => {
      const reply = await request()
      if (reply.state) onChanged(reply.state)
      return reply
    })

  async function save(): Promise<SettingGroupState | undefined> {
    if (!isDirty) return state
    let saved: SettingGroupState | undefined
    setErrors({})
    await run(async () => {
      try {
        const reply = await callSignedIn('PATCH /settings/:group', { params: { group }, body: { version: state.version, value: read() } })
        saved = reply.state as unknown as SettingGroupState
        return { message: reply.message, state: saved }
      } catch (error) {
        if (error instanceof ApiError) setErrors(error.fields)
        throw error
      }
    })
    return saved
  }

  return { busy, message, run, save, errors }
}
