import { expect, test } from 'vitest'
import { startRounds } from './rounds.ts'

test('rounds follow each other, never overlap, and end with the one in hand', async () => {
  const told: string[] = []
  let finish = () => {}
  const rounds = startRounds({
    everyMs: 1,
    work: async () => {
      told.push('begins')
      if (told.length > 4) await new Promise<void>((resolve) => (finish = resolve))
      told.push('ends')
    },
  })
  await expect.poll(() => told.length).toBe(5)
  const stopped = rounds.stop().then(() => told.push('stopped'))
  finish()
  await stopped
  expect(told).toEqual(['begins', 'ends', 'begins', 'ends', 'begins', 'ends', 'stopped'])
})

test('a failed round waits longer, and the wait ends when the server does', async () => {
  let begun = 0
  const rounds = startRounds({
    everyMs: 1,
    work: async () => {
      begun += 1
      throw new Error('no database')
    },
  })
  await expect.poll(() => begun).toBe(1)
  await rounds.stop()
  expect(begun).toBe(1)
})
