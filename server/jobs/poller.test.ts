import { expect, test } from 'vitest'
import { choosePause, startRounds } from './poller.ts'

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

test('rounds that fail come back soon at first, then ever later, and at their own pace again once one succeeds', () => {
  const pauses = (everyMs: number) => [0, 1, 2, 3, 4, 5, 6, 1_000].map((failures) => choosePause({ everyMs, failures }) / 1_000)
  expect(pauses(2_000)).toEqual([2, 2, 4, 8, 16, 30, 30, 30])
  expect(pauses(600_000)).toEqual([600, 600, 600, 600, 600, 600, 600, 600])
})

test('a failed round is not the last', async () => {
  const told: string[] = []
  const rounds = startRounds({
    everyMs: 1,
    work: async () => {
      told.push(told.length < 3 ? 'fails' : 'succeeds')
      if (told.length <= 3) throw new Error('no database')
    },
  })
  await expect.poll(() => told.slice(0, 5)).toEqual(['fails', 'fails', 'fails', 'succeeds', 'succeeds'])
  await rounds.stop()
})

test('the wait after a failed round ends when the server does', async () => {
  let begun = 0
  const rounds = startRounds({
    everyMs: 3_600_000,
    work: async () => {
      begun += 1
      throw new Error('no database')
    },
  })
  await expect.poll(() => begun).toBe(1)
  await rounds.stop()
  expect(begun).toBe(1)
})
