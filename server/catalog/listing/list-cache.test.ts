import { expect, test } from 'vitest'
import { createListCache } from './list-cache.ts'

/** A cache on a clock of its own, and reads whose answers the test gives. */
function setUp({ servesStale = false, outlivesChanges = false, isWorthCaching = (_value: number): boolean => true } = {}) {
  let now = 1
  const cache = createListCache({ clock: { now: () => now } })
  const loads: PromiseWithResolvers<number>[] = []
  const read = () =>
    cache.get({
      key: 'count',
      ttlMs: 60_000,
      servesStale,
      outlivesChanges,
      isWorthCaching,
      load: () => {
        const load = Promise.withResolvers<number>()
        loads.push(load)
        return load.promise
      },
    })
  const wait = () => {
    now += 60_001
  }
  return { cache, loads, read, wait }
}

test('an old value is loaded again, and its readers wait', async () => {
  const { loads, read, wait } = setUp()
  const first = read()
  loads[0]?.resolve(1)
  expect(await first).toBe(1)
  wait()
  const second = read()
  loads[1]?.resolve(2)
  expect(await second).toBe(2)
})

test('with servesStale an old value is answered until the new one is there, which is loaded once', async () => {
  const { loads, read, wait } = setUp({ servesStale: true })
  const first = read()
  loads[0]?.resolve(1)
  await first
  wait()
  expect([await read(), await read()]).toEqual([1, 1])
  expect(loads).toHaveLength(2)
  loads[1]?.resolve(2)
  await loads[1]?.promise
  expect(await read()).toBe(2)
})

test('a load that fails keeps the old value, and one that a change overtakes is dropped', async () => {
  const { cache, loads, read, wait } = setUp({ servesStale: true })
  const first = read()
  loads[0]?.resolve(1)
  await first
  wait()
  await read()
  loads[1]?.reject(new Error('no database'))
  expect(await read()).toBe(1)
  wait()
  await read()
  cache.clear()
  loads[2]?.resolve(3)
  await loads[2]?.promise
  const fresh = read()
  loads[3]?.resolve(4)
  expect(await fresh).toBe(4)
})

test('an old value is forgotten when the new one is not worth caching', async () => {
  const { loads, read, wait } = setUp({ servesStale: true, isWorthCaching: (value) => value > 1 })
  const first = read()
  loads[0]?.resolve(2)
  await first
  wait()
  expect(await read()).toBe(2)
  loads[1]?.resolve(1)
  await loads[1]?.promise
  const current = read()
  loads[2]?.resolve(0)
  expect(await current).toBe(0)
})

test('a value that outlives changes is answered once more after each of them, and loaded again', async () => {
  const { cache, loads, read } = setUp({ servesStale: true, outlivesChanges: true })
  const first = read()
  loads[0]?.resolve(1)
  await first
  cache.clear()
  expect([await read(), await read(), loads.length]).toEqual([1, 1, 2])
  // A change during the load may be missing in its value.
  cache.clear()
  loads[1]?.resolve(2)
  await loads[1]?.promise
  expect([await read(), loads.length]).toEqual([2, 3])
  loads[2]?.resolve(3)
  await loads[2]?.promise
  expect([await read(), loads.length]).toEqual([3, 3])
})
