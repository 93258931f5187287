import { expect, test } from 'vitest'
import { createPreviewLinks } from './preview-links.ts'

const links = createPreviewLinks({ key: Buffer.from('key of the tests') })
const now = Date.parse('2026-11-27T10:00:00Z')
const dayMs = 86_400_000

test('a preview link is valid for a day', () => {
  const token = links.create(now)
  expect([0, dayMs - 1, dayMs, 10 * dayMs].map((ms) => links.isValid({ token, now: now + ms }))).toEqual([true, true, false, false])
})

test('a preview link with another end or another key is not valid', () => {
  const token = links.create(now)
  const [expiry, signature] = token.split('.')
  const others = [`${Number(expiry) + dayMs}.${signature}`, `${expiry}.`, `${expiry}`, '', `${token}A`]
  expect(others.filter((other) => links.isValid({ token: other, now }))).toEqual([])
  expect(createPreviewLinks({ key: Buffer.from('another key') }).isValid({ token, now })).toBe(false)
})
