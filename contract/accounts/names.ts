/** A name as it is shown: without surrounding white space and with single spaces within. */
export function cleanName(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/**
 * The form by which an account is found: without regard to case and Unicode form, and without control and format characters, which
 * are invisible.
 */
export function normalizeName(name: string): string {
  return cleanName(name.normalize('NFKC'))
    .replace(/[\p{Cf}\p{Cc}]/gu, '')
    .toLowerCase()
    .normalize('NFKC')
    .trim()
}
