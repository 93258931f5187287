import { expect, test } from 'vitest'
import { createListCache } from './list-cache.ts'

/** A cache on a clock of its own, and reads whose answers the test gives. */
function setUp({ lastingMs, isWorthCaching = () => true }: { lastingMs?: number; isWorthCaching?: (value: number) => boolean } = {}) {
  let now = 1
  const cache = createListCache({ clock: { now: () => now } })
  const loads: PromiseWithResolvers<number>[] = []
  const read = () =>
    cache.get({
      key: 'count',
      ...(lastingMs !== undefined && { lastingMs }),
      isWorthCaching,
      load: () => {
        const load = Promise.withResolvers<number>()
        loads.push(load)
        return load.promise
      },
    })
  const wait = (ms: number) => {
    now += ms
  }
  return { cache, loads, read, wait }
}

test('a value is loaded once, and again when it is old', async () => {
  const { loads, read, wait } = setUp()
  const both = [read(), read()]
  loads[0]?.resolve(1)
  expect(await Promise.all(both)).toEqual([1, 1])
  wait(5_001)
  const second = read()
  loads[1]?.resolve(2)
  expect([await second, loads.length]).toEqual([2, 2])
})

test('a change drops a value, also one that is being loaded', async () => {
  const { cache, loads, read } = setUp()
  const first = read()
  cache.clear()
  const second = read()
  loads[1]?.resolve(2)
  await second
  loads[0]?.resolve(1)
  expect([await first, await read(), loads.length]).toEqual([1, 2, 2])
  cache.clear()
  read()
  expect(loads).toHaveLength(3)
})

test('a value that lasts is not dropped by a change, but by its time', async () => {
  const { cache, loads, read, wait } = setUp({ lastingMs: 60_000 })
  const first = read()
  loads[0]?.resolve(1)
  await first
  cache.clear()
  wait(59_000)
  expect([await read(), loads.length]).toEqual([1, 1])
  wait(1_001)
  read()
  expect(loads).toHaveLength(2)
})

test('a value that is not worth caching and a failed load are not kept', async () => {
  const { loads, read } = setUp({ isWorthCaching: (value) => value > 1 })
  const small = read()
  loads[0]?.resolve(1)
  await small
  const failed = read()
  loads[1]?.reject(new Error('no database'))
  await expect(failed).rejects.toThrow('no database')
  read()
  expect(loads).toHaveLength(3)
})
