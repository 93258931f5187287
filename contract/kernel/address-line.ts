/** An address of several lines as one, such as `4 Mill Road, Mumbai 400013`. */
export const toAddressLine = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .map((line) => (line.endsWith(',') ? line.slice(0, -1) : line))
    .filter(Boolean)
    .join(', ')
