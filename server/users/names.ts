/** A name as it is shown: as typed, without white space around it and with single spaces within. */
export function cleanName(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/**
 * What makes two names the same person: the clean name without regard to case and Unicode form, and without the invisible
 * marks that some scripts need for their shapes and that could otherwise make two names look alike.
 */
export function foldName(name: string): string {
  return cleanName(name.normalize('NFKC'))
    .replace(/[\p{Cf}\p{Cc}]/gu, '')
    .toLowerCase()
    .normalize('NFKC')
    .trim()
}
