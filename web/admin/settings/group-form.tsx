import { type ReactNode, useId, useState } from 'react'
import type { SettingGroup } from '#contract/settings/setting-groups.ts'
import type { SettingGroupState } from '#contract/settings/settings.ts'
import { ApiError } from '../../api/client.ts'
import { callSignedIn } from '../../session/call-signed-in.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { UnsavedChanges } from '../../ui/unsaved-changes.tsx'
import { formatPlannedTime, toIso } from '../kit/format-time.ts'
import { UploadNotice, UploadsContext, useOpenUploads } from '../kit/open-uploads.tsx'
import { StatusMessage, useAction } from '../kit/use-action.tsx'
import { useErrorFocus } from '../kit/use-error-focus.ts'
import { openPreview } from '../shared/open-preview.ts'
import { findLabel } from './field-labels.ts'
import type { useGroupValues } from './use-group-values.ts'

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
      <GroupActions group={group} form={form} busy={busy} waitsFor={isUploading ? noticeId : undefined} save={save} run={run} />
    </form>
  )
}

interface GroupActionsProps extends Pick<GroupOptions, 'group' | 'form'>, Pick<ReturnType<typeof useGroup>, 'busy' | 'save' | 'run'> {
  /** the id of the text that says which upload the buttons wait for */
  waitsFor: string | undefined
}

/** Save, preview, publish now or later, and delete the draft. */
function GroupActions({ group, form: { base: state, isDirty }, busy, waitsFor, save, run }: GroupActionsProps) {
  const [isPlanning, setPlanning] = useState(false)
  const [time, setTime] = useState('')
  const { draft, publishAt } = state
  const canAct = !busy && waitsFor === undefined
  const canPublish = canAct && (isDirty || draft !== null)
  /** A button that does nothing while the form waits. */
  const action = (isEnabled: boolean, act: () => void) => ({
    'aria-disabled': !isEnabled,
    'aria-describedby': waitsFor,
    onClick: () => isEnabled && act(),
  })

  const publish = async (at: string | null) => {
    const saved = await save()
    if (saved === undefined) return
    await run(() => callSignedIn('POST /settings/:group/publish', { params: { group }, body: { version: saved.version, at } }) as never)
    setPlanning(false)
  }
  const fetchHref = async () => {
    const { href } = await callSignedIn('POST /settings/preview', {})
    // A policy shows its text, the front page all the others.
    return group === 'policy-texts' ? href.replace(/^\/buy/, '/returnPolicy') : href
  }
  const discard = () =>
    run(() => callSignedIn('POST /settings/:group/discard', { params: { group }, body: { version: state.version } }) as never)

  return (
    <div className="flex flex-col gap-4">
      {draft !== null && (
        <p className="border-l-4 border-thread bg-raised px-4 py-2">
          {publishAt === null
            ? 'This is a draft: the shop does not show it yet.'
            : `This is published on ${formatPlannedTime(publishAt)} (Indian time).`}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" {...action(canPublish, () => publish(null))}>
          {busy ? 'Saving…' : 'Publish'}
        </Button>
        <Button type="submit" aria-disabled={!canAct || !isDirty} aria-describedby={waitsFor}>
          Save draft
        </Button>
        <Button {...action(canAct, () => openPreview({ save, run, fetchHref }))}>Preview</Button>
        <Button aria-expanded={isPlanning} onClick={() => setPlanning(!isPlanning)}>
          Publish later
        </Button>
        {draft !== null && (
          <Button variant="quiet" {...action(canAct, discard)}>
            Delete draft
          </Button>
        )}
      </div>
      {isPlanning && (
        <div className="flex flex-wrap items-end gap-3">
          <TextField
            label="Date and time, Indian time"
            type="datetime-local"
            value={time}
            onChange={({ target }) => setTime(target.value)}
          />
          <Button variant="ink" {...action(canAct && time !== '', () => publish(toIso(time)))}>
            Publish then
          </Button>
        </div>
      )}
    </div>
  )
}

interface GroupOptions {
  readonly group: SettingGroup
  readonly form: Pick<ReturnType<typeof useGroupValues>, 'base' | 'isDirty' | 'merge' | 'accept'>
  /** the value of the form */
  readonly read: () => Record<string, unknown>
  readonly onChanged: (state: SettingGroupState) => void
}

/** Saves and publishes one group. `errors` are those of its fields. A stale version takes the new one and keeps what was typed. */
function useGroup({ group, form: { base: state, isDirty, merge, accept }, read, onChanged }: GroupOptions) {
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
