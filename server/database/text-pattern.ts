/** A text for `like`, in which no character stands for others. */
export const escapePattern = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** Finds a text inside of another one with `like` or `ilike`. */
export const containsPattern = (text: string): string => `%${escapePattern(text.trim())}%`
