import type { ReactNode } from 'react'
import type { SettingGroup } from '#contract/settings/setting-groups.ts'
import type { SettingGroupState } from '#contract/settings/settings.ts'
import { UnsavedChanges } from '../../ui/unsaved-changes.tsx'
import { StatusMessage } from '../shared/use-action.tsx'
import { useErrorFocus } from '../shared/use-error-focus.ts'
import { GroupActions } from './group-actions.tsx'
import { useGroup } from './use-group.tsx'

interface GroupFormProps {
  group: SettingGroup
  state: SettingGroupState
  /** the value of the form */
  read: () => Record<string, unknown>
  isDirty: boolean
  /** takes what somebody else has saved into the form; returns the names of the fields that both have changed */
  merge: (theirs: SettingGroupState) => string[]
  onChanged: (state: SettingGroupState) => void
  /** the fields with what is wrong with them, by their path */
  renderFields: (errors: Readonly<Record<string, string>>) => ReactNode
}

/** The form of one group, with its buttons and their outcome. */
export function GroupForm({ group, state, read, isDirty, merge, onChanged, renderFields }: GroupFormProps) {
  const { busy, message, run, save, errors } = useGroup({ group, state, read, isDirty, merge, onChanged })
  const form = useErrorFocus(errors)
  return (
    <form
      ref={form}
      noValidate
      aria-busy={busy}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) save()
      }}
      className="flex max-w-3xl flex-col gap-8"
    >
      {isDirty && <UnsavedChanges />}
      {renderFields(errors)}
      <StatusMessage message={message} />
      <GroupActions group={group} state={state} busy={busy} isDirty={isDirty} save={save} run={run} />
    </form>
  )
}
