const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const iso = /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})(?:[T ]\d{1,2}:.*)?$/
const indian = /^(?<day>\d{1,2})[-/. ](?<month>\d{1,2}|[a-z]{3,9})[-/., ] ?(?<year>\d{4}|\d{2})(?: \d{1,2}:.*)?$/i

/** `22-11-2026`, `22 Nov 26` or `2026-11-22 10:30:00` as `2026-11-22`; undefined for any other text. */
export function parseDay(text: string): string | undefined {
  if (text.length > 40) return undefined
  const { year = '', month = '', day = '' } = (iso.exec(text) ?? indian.exec(text))?.groups ?? {}
  const number = /^\d/.test(month) ? month : String(months.indexOf(month.slice(0, 3).toLowerCase()) + 1)
  const date = `${year.length === 2 ? `20${year}` : year}-${number.padStart(2, '0')}-${day.padStart(2, '0')}`
  const parsed = new Date(`${date}T00:00:00Z`)
  return Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== date ? undefined : date
}
