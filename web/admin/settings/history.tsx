import type { SettingGroup } from '#contract/settings/setting-groups.ts'
import type { SettingGroupState, SettingHistoryEntry } from '#contract/settings/settings.ts'
import { callSignedIn } from '../../session/call-signed-in.ts'
import { Button } from '../../ui/button.tsx'
import { formatDateTime } from '../kit/format-time.ts'
import { Section } from '../kit/section.tsx'
import { StatusMessage, useAction } from '../kit/use-action.tsx'
import { findLabel } from './field-labels.ts'

interface Change {
  readonly group: SettingGroup
  readonly entry: SettingHistoryEntry
  readonly before: SettingHistoryEntry | undefined
}

/** The fields that differ from the publication before, as the form calls them. */
function listChanges({ group, entry, before }: Change): string {
  if (before === undefined) return 'First change'
  const names = Object.keys(entry.value).filter((name) => JSON.stringify(entry.value[name]) !== JSON.stringify(before.value[name]))
  return names.length === 0 ? 'No field differs' : `Changed: ${names.map((name) => findLabel({ group, name })).join('; ')}`
}

interface HistoryProps {
  group: SettingGroup
  state: SettingGroupState
  entries: readonly SettingHistoryEntry[]
  onChanged: (state: SettingGroupState) => void
}

/** What was published in a group, and a button that takes back the last publication. */
export function History({ group, state, entries, onChanged }: HistoryProps) {
  const { busy, message, ask, dialog } = useAction()
  const undo = () =>
    ask(
      {
        title: 'Take back the last publication?',
        text: 'The shop shows again what was published before. A draft stays as it is.',
        action: 'Take back',
      },
      () => callSignedIn('POST /settings/:group/undo', { params: { group }, body: { version: state.version } }),
      (reply) => onChanged(reply.state as unknown as SettingGroupState),
    )
  if (entries.length === 0) return null
  return (
    <Section title="Published before">
      <ol className="flex flex-col">
        {entries.map((entry, index) => (
          <li key={entry.version} className="border-b border-line py-2">
            <span className="font-medium">{formatDateTime(entry.changedAt)}</span>{' '}
            <span className="text-soft">
              {entry.kind} by {entry.changedBy ?? 'a deleted account'}. {listChanges({ group, entry, before: entries[index + 1] })}
            </span>
          </li>
        ))}
      </ol>
      <div>
        <Button aria-disabled={busy} onClick={undo}>
          Take back the last publication
        </Button>
      </div>
      <StatusMessage message={message} />
      {dialog}
    </Section>
  )
}
