import type { ErrorTable } from '../kernel/errors/error-table.ts'

/** Errors of the pages that the owner writes. */
export const pageErrors = {
  page_not_found: { status: 404, text: 'This page no longer exists.' },
  page_changed: { status: 409, text: 'Someone else has changed this page. Please review it and try again.' },
  page_exists: { status: 409, text: 'There is a page with this address already.' },
  pages_full: { status: 409, text: 'A shop can have 100 pages. Please delete one first.' },
  page_draft_missing: { status: 409, text: 'There is nothing to publish: please save a change first.' },
  page_not_published: { status: 409, text: 'This page is not published.' },
  page_nothing_to_undo: { status: 409, text: 'Nothing has been published here that could be taken back.' },
  page_version_missing: { status: 404, text: 'This version has no text that could be restored.' },
} as const satisfies ErrorTable
