import { expect, test } from 'vitest'
import { createLoadLimit } from './load-limit.ts'

/** So many requests come, are answered after so long, and the limit looks back. */
function spend(limit: ReturnType<typeof createLoadLimit>, { requests, milliseconds }: { requests: number; milliseconds: number }) {
  const taken = Array.from({ length: requests }, () => limit.enter({ isBuyer: true })).filter(Boolean)
  for (const _ of taken) limit.leave({ milliseconds })
  limit.adjust({ lag: 0 })
}

test('a quick server takes all that comes', () => {
  const limit = createLoadLimit()
  const before = limit.places()
  for (let round = 0; round < 10; round += 1) spend(limit, { requests: 300, milliseconds: 20 })
  expect(limit.places()).toBe(before)
})

test('a slow one takes fewer and fewer, never none, and more again when it is quick', () => {
  const limit = createLoadLimit()
  const most = limit.places()
  for (let round = 0; round < 20; round += 1) spend(limit, { requests: 10, milliseconds: 900 })
  const least = limit.places()
  expect(least).toBeGreaterThan(0)
  expect(least).toBeLessThan(most / 5)
  for (let round = 0; round < 100; round += 1) spend(limit, { requests: 10, milliseconds: 20 })
  expect(limit.places()).toBe(most)
})

test('what waits before anything sees it is slow, too', () => {
  const limit = createLoadLimit()
  const most = limit.places()
  limit.adjust({ lag: 600 })
  expect(limit.places()).toBeLessThan(most)
})

test('those who only look find no place while those who buy still do', () => {
  const limit = createLoadLimit()
  let lookers = 0
  while (limit.enter({ isBuyer: false })) lookers += 1
  let buyers = 0
  while (limit.enter({ isBuyer: true })) buyers += 1
  expect(lookers).toBeGreaterThan(buyers)
  expect([buyers > 0, lookers + buyers]).toEqual([true, limit.places()])
  limit.leave({ milliseconds: 10 })
  expect([limit.enter({ isBuyer: false }), limit.enter({ isBuyer: true })]).toEqual([false, true])
})
