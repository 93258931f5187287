import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestApp } from '#testing/test-app.ts'
import { createJobQueue, type Job } from './queue.ts'

const { database, connection } = await createTestApp()
const log = { warn: console.error, error: console.error }

const done: unknown[] = []
const work: Job['work'] = async ({ data }) => void done.push(data)
const sent: Job = { name: 'sent', work }
const daily: Job = { name: 'daily', cron: '0 3 * * *', work }

const queue = createJobQueue({ connection })
const second = createJobQueue({ connection })
await Promise.all([queue, second].map((server) => server.start({ jobs: [sent, daily], log })))
afterAll(() => Promise.all([queue.stop(), second.stop()]))

const countJobs = async (mark: string) => {
  const { rows } = await sql<{ jobs: number }>`select count(*) as jobs from jobs.job where data->>'mark' = ${mark}`.execute(database)
  return rows[0]?.jobs
}

test('a job that was sent is done once, whichever server takes it', async () => {
  const mark = randomUUID()
  await queue.send({ name: 'sent', data: { mark } })
  await expect.poll(() => done, { timeout: 10_000 }).toContainEqual({ mark })
  await expect
    .poll(async () => (await sql<{ state: string }>`select state from jobs.job where data->>'mark' = ${mark}`.execute(database)).rows)
    .toEqual([{ state: 'completed' }])
  expect(done.filter((data) => (data as { mark: string }).mark === mark)).toHaveLength(1)
})

test('a job exists exactly when the transaction does in which it was sent', async () => {
  const [lost, kept] = [randomUUID(), randomUUID()]
  const send = (mark: string, refuse: boolean) =>
    database.transaction().execute(async (trx) => {
      await queue.send({ name: 'sent', data: { mark }, trx, startAfterSeconds: 3_600 })
      if (refuse) throw new Error('refused')
    })
  await expect(send(lost, true)).rejects.toThrow('refused')
  await send(kept, false)
  expect([await countJobs(lost), await countJobs(kept)]).toEqual([0, 1])
})

test('of the waiting jobs of one key there is one', async () => {
  const mark = randomUUID()
  const request = { name: 'sent', data: { mark }, startAfterSeconds: 3_600 }
  await queue.send({ ...request, singletonKey: 'hold 7' })
  await second.send({ ...request, singletonKey: 'hold 7' })
  await queue.send({ ...request, singletonKey: 'hold 8' })
  expect(await countJobs(mark)).toBe(2)
})

test('a daily job stands in the plan once, in Indian time', async () => {
  const { rows } = await sql`select name, cron, timezone from jobs.schedule`.execute(database)
  expect(rows).toEqual([{ name: 'daily', cron: '0 3 * * *', timezone: 'Asia/Kolkata' }])
})

test('a server that is told to end while it starts leaves no connection', async () => {
  const short = createJobQueue({ connection })
  const starting = short.start({ jobs: [sent], log })
  await short.stop()
  await starting
  await expect(short.send({ name: 'sent' })).rejects.toThrow('not opened')
})
