import { useState } from 'react'
import type { SettingGroup } from '#contract/settings/setting-groups.ts'
import type { SettingGroupState } from '#contract/settings/settings.ts'
import { ApiError } from '../../api/client.ts'
import { callSignedIn } from '../../session/call-signed-in.ts'
import { useAction } from '../kit/use-action.tsx'
import { findLabel } from './field-labels.ts'
import type { useGroupValues } from './use-group-values.ts'

export interface GroupOptions {
  readonly group: SettingGroup
  readonly form: Pick<ReturnType<typeof useGroupValues>, 'base' | 'isDirty' | 'merge' | 'accept'>
  /** the value of the form */
  readonly read: () => Record<string, unknown>
  readonly onChanged: (state: SettingGroupState) => void
}

/** Saves and publishes one group. `errors` are those of its fields. A stale version takes the new one and keeps what was typed. */
export function useGroup({ group, form: { base: state, isDirty, merge, accept }, read, onChanged }: GroupOptions) {
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const { busy, message, run: runAction } = useAction()

  const run = (request: () => Promise<{ message: string; state?: SettingGroupState; isError?: boolean }>) =>
    runAction(async () => {
      try {
        const reply = await request()
        if (reply.state) {
          accept(reply.state)
          onChanged(reply.state)
        }
        return reply
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'settings_changed')) throw error
        return { message: `${error.message} ${await mergeTheirs()}`, isError: true }
      }
    })

  async function mergeTheirs(): Promise<string> {
    const { groups } = await callSignedIn('GET /settings', {})
    const both = merge(groups[group] as unknown as SettingGroupState)
    const labels = [...new Set(both.map((name) => findLabel({ group, name })))].join('; ')
    return labels === ''
      ? 'Their change is in the form now, beside yours.'
      : `Their change is in the form now, except where you both changed the same, and yours is still there: ${labels}.`
  }

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
