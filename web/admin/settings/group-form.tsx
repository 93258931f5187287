import { type ReactNode, useId } from 'react'
import type { SettingGroup } from '#contract/settings/setting-groups.ts'
import type { SettingGroupState } from '#contract/settings/settings.ts'
import { UnsavedChanges } from '../../ui/unsaved-changes.tsx'
import { UploadNotice, UploadsContext, useOpenUploads } from '../kit/open-uploads.tsx'
import { StatusMessage } from '../kit/use-action.tsx'
import { useErrorFocus } from '../kit/use-error-focus.ts'
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
  /** takes the reply to what this form has sent */
  accept: (reply: SettingGroupState) => void
  onChanged: (state: SettingGroupState) => void
  /** the fields with what is wrong with them, by their path */
  renderFields: (errors: Readonly<Record<string, string>>) => ReactNode
}

/** The form of one group, with its buttons and their outcome. */
export function GroupForm({ group, state, read, isDirty, merge, accept, onChanged, renderFields }: GroupFormProps) {
  const { busy, message, run, save, errors } = useGroup({ group, state, read, isDirty, merge, accept, onChanged })
  const { isUploading, report } = useOpenUploads()
  const noticeId = useId()
  const form = useErrorFocus(errors)
  return (
    <form
      ref={form}
      noValidate
      aria-busy={busy}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy && !isUploading) save()
      }}
      className="flex max-w-3xl flex-col gap-8"
    >
      {(isDirty || isUploading) && <UnsavedChanges />}
      <UploadsContext value={report}>{renderFields(errors)}</UploadsContext>
      <StatusMessage message={message} />
      <UploadNotice id={noticeId} isUploading={isUploading} />
      <GroupActions
        group={group}
        state={state}
        busy={busy}
        isDirty={isDirty}
        waitsFor={isUploading ? noticeId : undefined}
        save={save}
        run={run}
      />
    </form>
  )
}
