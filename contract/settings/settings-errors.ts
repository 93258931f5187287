import type { ErrorTable } from '../kernel/errors/error-table.ts'

/** Errors of settings. */
export const settingsErrors = {
  settings_changed: { status: 409, text: 'Someone else has changed these settings. Please review them and try again.' },
  settings_draft_missing: { status: 409, text: 'There is nothing to publish: please save a change first.' },
  settings_publication_passed: { status: 400, text: 'This time has passed. Choose a later one, or publish at once.' },
  settings_nothing_to_undo: { status: 409, text: 'Nothing has been published here that could be taken back.' },
  mail_not_sent: { status: 409, text: ({ reason }: { reason: string }) => reason },
  provider_keys_failed: { status: 409, text: ({ reason }: { reason: string }) => reason },
} as const satisfies ErrorTable
