import { expect, test } from 'vitest'
import { isNightlyBackupDue, listExpiredBackups } from './retention-rules.ts'

const toBackups = (times: readonly string[]) => times.map((time) => ({ madeAt: new Date(time) }))
const listRetained = (times: readonly string[]) => {
  const backups = toBackups(times)
  const expired = listExpiredBackups(backups)
  return backups.filter((backup) => !expired.includes(backup)).map(({ madeAt }) => madeAt.toISOString().slice(0, 16))
}

/** One each night before 28 November 2026, a Saturday. */
const nights = (count: number) =>
  Array.from({ length: count }, (_, index) => new Date(Date.UTC(2026, 10, 28 - index, 21)).toISOString().slice(0, 16))

test.each([
  ['no backups', [], []],
  ['one of ten years ago', ['2016-01-01T00:00Z'], ['2016-01-01T00:00']],
  ['seven nights', nights(7).map((time) => `${time}Z`), nights(7)],
  ['several of a day: the newest', ['2026-11-28T03:00Z', '2026-11-28T09:00Z', '2026-11-28T06:00Z'], ['2026-11-28T09:00']],
  // 18:30 UTC is midnight in India.
  ['days of India', ['2026-11-27T18:29Z', '2026-11-27T18:31Z', '2026-11-28T18:29Z'], ['2026-11-27T18:29', '2026-11-28T18:29']],
  ['a pause does not end a period', ['2025-02-01T00:00Z', '2026-11-28T00:00Z'], ['2025-02-01T00:00', '2026-11-28T00:00']],
])('of %s those of the periods are retained', (_what, times, expected) => {
  expect(listRetained(times)).toEqual(expected)
})

test('of two years 7 days, 4 weeks and 12 months are retained', () => {
  expect(listRetained(nights(730).map((time) => `${time}Z`))).toEqual(
    [
      ...['2026-11-28', '2026-11-27', '2026-11-26', '2026-11-25', '2026-11-24', '2026-11-23', '2026-11-22'],
      // The last night of a week begins on Saturday in UTC.
      ...['2026-11-21', '2026-11-14', '2026-11-07'],
      ...['2026-10-30', '2026-09-29', '2026-08-30', '2026-07-30', '2026-06-29', '2026-05-30', '2026-04-29'],
      ...['2026-03-30', '2026-02-27', '2026-01-30', '2025-12-30'],
    ].map((day) => `${day}T21:00`),
  )
})

test('the newest is always retained', () => {
  for (let count = 1; count < 60; count += 1) expect(listRetained(nights(count).map((time) => `${time}Z`))[0]).toBe(nights(1)[0])
})

const history = { createdAt: '2026-01-01T00:00Z', succeededAt: null, failedAt: null }
test.each([
  ['the last one is of the night before', { now: '2026-11-28T21:00Z', succeededAt: '2026-11-27T21:01Z' }, true],
  ['the hour has not come', { now: '2026-11-28T20:59Z', succeededAt: '2026-11-27T21:01Z' }, false],
  ['it is written', { now: '2026-11-28T21:05Z', succeededAt: '2026-11-28T21:01Z' }, false],
  ['no server ran at night', { now: '2026-11-29T08:00Z', succeededAt: '2026-11-27T21:01Z' }, true],
  ['it failed less than an hour ago', { now: '2026-11-28T21:59Z', failedAt: '2026-11-28T21:01Z' }, false],
  ['it failed an hour ago', { now: '2026-11-28T22:01Z', failedAt: '2026-11-28T21:01Z' }, true],
  ['the shop was created today', { now: '2026-11-28T22:00Z', createdAt: '2026-11-28T21:30Z' }, false],
  ['it is the first night of the shop', { now: '2026-11-29T21:00Z', createdAt: '2026-11-28T21:30Z' }, true],
])('when %s, a nightly backup is due: %s', (_what, change, expected) => {
  const { now, createdAt, succeededAt, failedAt } = { ...history, ...change }
  const toDate = (time: string | null) => (time === null ? null : new Date(time))
  const times = { now: new Date(now), createdAt: new Date(createdAt), succeededAt: toDate(succeededAt), failedAt: toDate(failedAt) }
  expect(isNightlyBackupDue(times)).toBe(expected)
})
