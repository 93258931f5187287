/** A name as it is shown: composed Unicode, no white space around it and single spaces within. */
export function cleanName(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, ' ').trim()
}

/**
 * What makes two names the same person: the clean name without regard to case, and without the invisible marks that
 * some scripts need for their shapes and that could otherwise make two names look alike.
 */
export function foldName(name: string): string {
  return cleanName(name)
    .replace(/[\p{Cf}\p{Cc}]/gu, '')
    .toLowerCase()
    .normalize('NFKC')
    .trim()
}
