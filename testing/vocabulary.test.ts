import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** Names and comments that are not used, with what is said instead. */
const banned = [
  { pattern: /\b(?:kept|Kept)[A-Z]\w*/, instead: 'cached, retained' },
  { pattern: /\b(?:can)?[mM]ove(?:Return|Order|Orders|Hold)\b|\bwriteMove\b|\bMoveAnswer\b/, instead: 'transition' },
  { pattern: /\bsettle(?:Return|Exchange|Exchanges)\b/, instead: 'complete' },
  {
    pattern: /\bisWanted\b|\bisProven\b|\bnoteDispute\b|\bnoteEdit\b|\bPaperKind\b/,
    instead: 'isDue, isAccepted, stepUp, recordDispute, recordEdit, PrintKind',
  },
  { pattern: /(?:\/\*\*|\/\/|^ \*) (?:Of|Those) /m, instead: 'a comment that begins with what it is about' },
]

test('names and comments use the standard terms of CONTRIBUTING.md', async () => {
  const { stdout } = await promisify(execFile)('git', ['ls-files', '*.ts', '*.tsx'], { cwd: `${import.meta.dirname}/..` })
  const files = stdout.split('\n').filter((file) => file !== '' && file !== 'testing/vocabulary.test.ts')
  expect(files.length).toBeGreaterThan(1_000)
  const found: string[] = []
  for (const file of files) {
    const text = await readFile(`${import.meta.dirname}/../${file}`, 'utf8').catch(() => '')
    for (const { pattern, instead } of banned) {
      const match = pattern.exec(text)
      if (match) found.push(`${file}: ${match[0]} → ${instead}`)
    }
  }
  expect(found).toEqual([])
})
