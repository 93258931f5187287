import { expect, test } from 'vitest'
import { forEachSettled } from './for-each-settled.ts'

test('an item that fails, at once or later, does not stop the others, and all errors are thrown together', async () => {
  const done: number[] = []
  const process = (item: number): Promise<void> => {
    if (item === 1) throw new Error('at once')
    return item === 2 ? Promise.reject(new Error('later')) : Promise.resolve(void done.push(item))
  }
  const error: unknown = await forEachSettled([1, 2, 3], process).catch((reason: unknown) => reason)
  expect(done).toEqual([3])
  expect(String(error)).toContain('2 failed, the others are done')
  expect((error as AggregateError).errors.map(String)).toEqual(['Error: at once', 'Error: later'])
})

test('an aborted signal ends the work after the item in progress', async () => {
  const done: number[] = []
  const ending = new AbortController()
  const process = async (item: number) => {
    done.push(item)
    ending.abort()
  }
  await forEachSettled([1, 2], process, ending.signal)
  expect(done).toEqual([1])
})
