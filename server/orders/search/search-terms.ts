const maxTerms = 8
/** A phone number, a PIN code or a part of one, such as `+91`, `98765-` or `(080)`. */
const isDigitGroup = (word: string) => /^[+\d().-]+$/.test(word) && /\d/.test(word)
/** Whether a term is a complete mobile number of India. */
export const isMobileNumber = (term: string): boolean => /^[6-9]\d{9}$/.test(term)
const pinCodeDigits = 6
const phoneDigits = 10

/** The digits of a phone number without the country code or a leading 0. */
function parseDigits(text: string): string {
  const digits = text.replace(/\D/g, '')
  return digits.replace(/^\D*\+/.test(text) ? /^91/ : /^(?:0?0?91|0)(?=\d{10}$)/, '')
}

/** Joins the groups of one number. A complete PIN code beside other digits stays a term of its own. */
function joinDigitGroups(groups: readonly string[]): string[] {
  const joined = parseDigits(groups.join(''))
  const parts = groups.map(parseDigits).filter((digits) => digits !== '')
  const hasPinCode = parts.length > 1 && parts.some((digits) => digits.length === pinCodeDigits)
  return isMobileNumber(joined) || (joined.length <= phoneDigits && !hasPinCode) ? [joined] : parts
}

/** The terms of an order search in lower case. Digits are joined as in a phone number: `+91 98765-43210` is 9876543210. */
export function parseSearchTerms(q: string): string[] {
  const runs: string[][] = []
  for (const word of q.normalize('NFKC').toLowerCase().split(/\s+/).filter(Boolean)) {
    const run = runs.at(-1)
    const continues = isDigitGroup(word) && !word.includes('+') && run !== undefined && isDigitGroup(run[0] ?? '')
    if (continues) run.push(word)
    else runs.push([word])
  }
  const terms = runs.flatMap((words) => (isDigitGroup(words[0] ?? '') ? joinDigitGroups(words) : words))
  return terms.filter(Boolean).slice(0, maxTerms)
}
