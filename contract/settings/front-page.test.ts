import { expect, test } from 'vitest'
import { findAnnouncement } from './front-page.ts'

// 00:30 on 1 December in India.
const now = new Date('2026-11-30T19:00:00Z')

test.each([
  { from: null, until: null, isShown: true },
  { from: '2026-12-01', until: '2026-12-01', isShown: true },
  { from: '2026-12-02', until: null, isShown: false },
  { from: null, until: '2026-11-30', isShown: false },
])('an announcement from $from until $until is shown on 1 December in India: $isShown', ({ from, until, isShown }) => {
  const found = findAnnouncement({ announcement: { text: 'Diwali sale', href: '/buy', from, until }, now })
  expect(found).toEqual(isShown ? { text: 'Diwali sale', href: '/buy' } : null)
})
