import { useState } from 'react'
import type { SettingGroup } from '#contract/settings/setting-groups.ts'
import type { SettingGroupState } from '#contract/settings/settings.ts'
import { callSignedIn } from '../../session/call-signed-in.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { formatPlannedTime, toIso } from '../kit/format-time.ts'
import { openPreview } from '../shared/open-preview.ts'

interface GroupActionsProps {
  group: SettingGroup
  state: SettingGroupState
  busy: boolean
  /** whether the form differs from what is saved */
  isDirty: boolean
  /** the id of the text that says which upload the buttons wait for */
  waitsFor: string | undefined
  /** saves the form, if it differs, and returns the state of the group; undefined when it was refused */
  save: () => Promise<SettingGroupState | undefined>
  /** runs one request at a time and shows its outcome */
  run: (request: () => Promise<{ message: string; state?: SettingGroupState; isError?: boolean }>) => Promise<void>
}

/** Save, preview, publish now or later, and delete the draft. */
export function GroupActions({ group, state, busy, isDirty, waitsFor, save, run }: GroupActionsProps) {
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
