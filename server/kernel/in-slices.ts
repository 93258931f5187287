import { setImmediate } from 'node:timers/promises'

/** Work is interrupted after this number of items, or when they take longer. */
const itemsPerSlice = 500
const sliceMs = 10

/** The items one by one, in slices between which other requests of this process run. */
export async function* inSlices<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  let count = 0
  let start = performance.now()
  for (const item of items) {
    yield item
    count += 1
    if (count < itemsPerSlice && performance.now() - start < sliceMs) continue
    await setImmediate()
    count = 0
    start = performance.now()
  }
}
