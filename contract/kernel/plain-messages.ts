import { z } from 'zod'

// What a validator says where a schema has no sentence of its own. Raw messages of the library name types, not what to do.

const formats: Readonly<Record<string, string>> = {
  email: 'This must look like name@example.com.',
  date: 'Enter a date.',
  datetime: 'Enter a date and a time.',
  time: 'Enter a time.',
  url: 'This must be an address such as https://example.com.',
}

const isMissing = (input: unknown): boolean => input === undefined || input === null || input === ''

function describeLimit({
  issue,
  isMaximum,
}: {
  issue: { origin: string; limit: number | bigint; input?: unknown }
  isMaximum: boolean
}): string {
  const { origin, limit, input } = issue
  const number = limit.toLocaleString('en-IN')
  if (!isMaximum && isMissing(input)) return 'Please fill this in.'
  const side = isMaximum ? 'at most' : 'at least'
  if (origin === 'string') return `This must have ${side} ${number} ${number === '1' ? 'character' : 'characters'}.`
  if (origin === 'array' || origin === 'set' || origin === 'map') return `Give ${side} ${number} ${number === '1' ? 'entry' : 'entries'}.`
  if (origin === 'file') return `The file is too ${isMaximum ? 'large' : 'small'}.`
  return `This must be ${side} ${number}.`
}

/** One sentence for a person about what is wrong with a value. */
function describeIssue(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (isMissing(issue.input)) return 'Please fill this in.'
      if (issue.expected === 'number' || issue.expected === 'int') return 'This must be a number.'
      return 'This value cannot be used here.'
    case 'too_big':
      return describeLimit({ issue: { origin: issue.origin, limit: issue.maximum, input: issue.input }, isMaximum: true })
    case 'too_small':
      return describeLimit({ issue: { origin: issue.origin, limit: issue.minimum, input: issue.input }, isMaximum: false })
    case 'invalid_format':
      return formats[issue.format] ?? 'This is not written as it should be.'
    case 'invalid_value':
      return isMissing(issue.input) ? 'Please choose one.' : 'Please choose one of the values that are offered.'
    case 'unrecognized_keys':
      return 'There is something here that the shop does not know.'
    default:
      return isMissing(issue.input) ? 'Please fill this in.' : 'This value cannot be used here.'
  }
}

z.config({ customError: describeIssue })
