/** What belongs to the character before it: marks, modifiers of emoji and what joins characters. */
const joinsPrevious = /^[\p{M}\p{Emoji_Modifier}\u200c\u200d]/u

/** Joins the character after it: between emoji, or the viramas between the consonants of Indian scripts. */
const joinsNext = /[\u200d\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d]$/

/** Flags are pairs of these. */
const regionalIndicator = /^\p{RI}/u

/** A text of marks only is cut between them. */
const maxSteps = 40

function isBoundary(text: string, index: number): boolean {
  const [before, after] = [text.slice(Math.max(0, index - maxSteps), index), text.slice(index, index + 2)]
  if (joinsPrevious.test(after) || joinsNext.test(before)) return false
  if (!regionalIndicator.test(after)) return true
  const indicators = [...before].toReversed().findIndex((character) => !regionalIndicator.test(character))
  return (indicators < 0 ? [...before].length : indicators) % 2 === 0
}

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff

/** What `toWellFormed` does, which the oldest browsers that are served lack. */
const replaceHalves = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd')

/**
 * The beginning of a text, at most `maxLength` UTF-16 units, never cut inside a character. What is left is well-formed: PostgreSQL refuses
 * half of a surrogate pair in JSON.
 */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return replaceHalves(text)
  const last = isLowSurrogate(text.charCodeAt(maxLength)) ? maxLength - 1 : maxLength
  for (let end = last; end > last - maxSteps; end -= 1) {
    if (end <= 0) return ''
    if (!isLowSurrogate(text.charCodeAt(end)) && isBoundary(text, end)) return replaceHalves(text.slice(0, end))
  }
  return replaceHalves(text.slice(0, last))
}
