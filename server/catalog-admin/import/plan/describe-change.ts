import { type ImportField, importFields } from '#contract/catalog-admin/import-fields.ts'
import { cutText } from '#contract/kernel/cut-text.ts'
import type { Changes } from './plan-context.ts'

const maxShownLength = 80

const shorten = (text: string): string => (text.length > maxShownLength ? `${cutText(text, maxShownLength)}…` : text.toWellFormed())

/** A change of a field as the screen shows it; none when it stays. */
export function describeChange(field: ImportField, before: string | undefined, after: string | undefined): Changes {
  if (before === after || after === undefined) return []
  return [{ field: importFields[field], before: shorten(before ?? ''), after: shorten(after) }]
}
