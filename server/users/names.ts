/** A name as it is shown: composed Unicode, no white space around it and single spaces within. */
export function cleanName(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, ' ').trim()
}

/** What makes two names the same person: the clean name without regard to case. */
export function foldName(name: string): string {
  return cleanName(name).toLowerCase().normalize('NFKC')
}
