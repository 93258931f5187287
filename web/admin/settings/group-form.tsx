import { type ReactNode, useId } from 'react'
import { UnsavedChanges } from '../../ui/unsaved-changes.tsx'
import { UploadNotice, UploadsContext, useOpenUploads } from '../kit/open-uploads.tsx'
import { StatusMessage } from '../kit/use-action.tsx'
import { useErrorFocus } from '../kit/use-error-focus.ts'
import { GroupActions } from './group-actions.tsx'
import { type GroupOptions, useGroup } from './use-group.tsx'

interface GroupFormProps extends GroupOptions {
  /** the fields with what is wrong with them, by their path */
  renderFields: (errors: Readonly<Record<string, string>>) => ReactNode
}

/** The form of one group, with its buttons and their outcome. */
export function GroupForm({ renderFields, ...options }: GroupFormProps) {
  const { group, form } = options
  const { busy, message, run, save, errors } = useGroup(options)
  const { isUploading, report } = useOpenUploads()
  const noticeId = useId()
  const element = useErrorFocus(errors)
  return (
    <form
      ref={element}
      noValidate
      aria-busy={busy}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy && !isUploading) save()
      }}
      className="flex max-w-3xl flex-col gap-8"
    >
      {(form.isDirty || isUploading) && <UnsavedChanges />}
      <UploadsContext value={report}>{renderFields(errors)}</UploadsContext>
      <StatusMessage message={message} />
      <UploadNotice id={noticeId} isUploading={isUploading} />
      <GroupActions
        group={group}
        state={form.base}
        busy={busy}
        isDirty={form.isDirty}
        waitsFor={isUploading ? noticeId : undefined}
        save={save}
        run={run}
      />
    </form>
  )
}
