import { expect, test, vi } from 'vitest'
import { createTestApp } from '#testing/test-app.ts'
import { connectPostgres } from '../adapters/postgres.ts'
import { createOutages } from './database-health-log.ts'

const { connection } = await createTestApp()

test('an outage is told once however many notice it, and its end once', async () => {
  const database = connectPostgres({ connection, onIdleError: console.error })
  const log = { error: vi.fn(), info: vi.fn() }
  const outages = createOutages({ database, log, pace: { lookEveryMs: 10, quietMs: 100 } })
  for (let notices = 0; notices < 50; notices += 1) outages.note(new Error('Connection terminated'))
  expect(log.error).toHaveBeenCalledTimes(1)
  await expect.poll(() => log.info.mock.calls.length).toBe(1)
  outages.note(new Error('Connection terminated'))
  expect(log.error).toHaveBeenCalledTimes(2)
  outages.close()
  await database.destroy()
})
