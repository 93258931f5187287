import { expect, test } from 'vitest'
import { createLoadLimit } from './load-limit.ts'

const one = { isBuyer: true, weight: 1 } as const

/** A limit with a clock of its own. `spend`: so many requests come, are answered after so long, and it looks back. */
function startLimit() {
  let time = 0
  const limit = createLoadLimit({ now: () => time })
  const pass = (milliseconds: number) => {
    time += milliseconds
  }
  return {
    limit,
    pass,
    spend({ requests, milliseconds }: { requests: number; milliseconds: number }) {
      const leaves = Array.from({ length: requests }, () => limit.enter(one))
      pass(milliseconds)
      for (const leave of leaves) leave?.()
      limit.adjust({ lag: 0 })
    },
  }
}

test('a quick server takes all that comes', () => {
  const { limit, spend } = startLimit()
  const before = limit.places()
  for (let round = 0; round < 10; round += 1) spend({ requests: 200, milliseconds: 20 })
  expect(limit.places()).toBe(before)
})

test('a slow one takes fewer and fewer, never none, and more again when it is quick', () => {
  const { limit, spend } = startLimit()
  const most = limit.places()
  for (let round = 0; round < 20; round += 1) spend({ requests: 10, milliseconds: 900 })
  const least = limit.places()
  expect(least).toBeGreaterThan(0)
  expect(least).toBeLessThan(most / 5)
  for (let round = 0; round < 100; round += 1) spend({ requests: 10, milliseconds: 20 })
  expect(limit.places()).toBe(most)
})

test('two hundred who buy are let in however slow it is at the moment, and those who look are not', () => {
  const { limit, spend } = startLimit()
  for (let round = 0; round < 7; round += 1) spend({ requests: 10, milliseconds: 900 })
  const buyers = Array.from({ length: 200 }, () => limit.enter(one))
  expect(buyers.filter((leave) => leave === undefined)).toEqual([])
  expect(limit.enter({ isBuyer: false, weight: 1 })).toBe(undefined)
})

test('when it stays slow, those who buy find fewer places, too', () => {
  const { limit, spend } = startLimit()
  for (let round = 0; round < 20; round += 1) spend({ requests: 10, milliseconds: 900 })
  let buyers = 0
  while (limit.enter(one)) buyers += 1
  expect(buyers).toBe(limit.places())
})

test('a rush that was cut off is one again only when nobody is turned away any more', () => {
  const { limit, spend } = startLimit()
  const isRush = () => {
    const leaves = Array.from({ length: 200 }, () => limit.enter(one))
    for (const leave of leaves) leave?.()
    return leaves.every((leave) => leave !== undefined)
  }
  for (let round = 0; round < 20; round += 1) spend({ requests: 10, milliseconds: 900 })
  spend({ requests: 200, milliseconds: 20 })
  expect(isRush()).toBe(false)
  spend({ requests: 1, milliseconds: 300 })
  expect(isRush()).toBe(false)
  for (let round = 0; round < 2; round += 1) spend({ requests: 1, milliseconds: 300 })
  expect(isRush()).toBe(true)
})

test('one that answers nobody is slow, and so is one that sees its requests late', () => {
  const silent = startLimit()
  const most = silent.limit.places()
  silent.limit.enter(one)
  silent.pass(2_000)
  silent.limit.adjust({ lag: 0 })
  expect(silent.limit.places()).toBeLessThan(most)
  const late = startLimit()
  late.limit.adjust({ lag: 900 })
  expect(late.limit.places()).toBeLessThan(most)
})

test('those who only look find no place while those who buy still do', () => {
  const { limit } = startLimit()
  const looker = { isBuyer: false, weight: 1 }
  const leaves: (() => void)[] = []
  for (let leave = limit.enter(looker); leave; leave = limit.enter(looker)) leaves.push(leave)
  let buyers = 0
  while (limit.enter(one)) buyers += 1
  expect(leaves.length).toBeGreaterThan(0)
  expect(buyers).toBeGreaterThan(leaves.length)
  expect(leaves.length + buyers).toBe(limit.places())
  leaves[0]?.()
  // Twice is once.
  leaves[0]?.()
  expect([limit.enter(looker), typeof limit.enter(one), limit.enter(one)]).toEqual([undefined, 'function', undefined])
})

test('what costs more takes more places, and whoever finds nobody there is let in', () => {
  const count = (weight: number) => {
    const { limit } = startLimit()
    let visits = 0
    while (limit.enter({ isBuyer: false, weight })) visits += 1
    return visits
  }
  expect(count(4)).toBe(Math.floor(count(1) / 4))
  expect(typeof startLimit().limit.enter({ isBuyer: false, weight: 10_000 })).toBe('function')
})
