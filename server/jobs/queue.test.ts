import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createTestApp } from '#testing/test-app.ts'
import { everyMinute, type Job } from './job.ts'
import { createJobQueue } from './queue.ts'
import { createJobRequests } from './request-jobs.ts'

const log = { warn: console.error, error: () => {} }

/** Job queues over a database of their own, and a requester of jobs. They are closed after the test. */
async function setUp({ jobs, servers = 1, publish = () => {} }: { jobs: readonly Job[]; servers?: number; publish?: () => void }) {
  const { database, connection } = await createTestApp()
  const queues = Array.from({ length: servers }, () => createJobQueue({ connection }))
  const requests = createJobRequests({ database, onError: console.error })
  onTestFinished(async () => {
    await Promise.all(queues.map((queue) => queue.stop()))
    await requests.close()
  })
  await Promise.all(queues.map((queue) => queue.start({ jobs, log, publish })))
  const states = async (name: string) => {
    const { rows } = await sql<{ state: string }>`select state from jobs.job where name = ${name} order by created_on`.execute(database)
    return rows.map(({ state }) => state)
  }
  return { database, connection, queues, requests, states }
}

const waitUntil = (condition: () => unknown) => expect.poll(condition).toBeTruthy()

test('two servers run a requested job once', async () => {
  let runs = 0
  const job = {
    name: 'send-mails',
    cron: everyMinute,
    changes: 'nothing' as const,
    run: async () => {
      runs += 1
    },
  }
  const { requests, states } = await setUp({ jobs: [job], servers: 2 })
  await waitUntil(async () => (await states('send-mails')).every((state) => state === 'completed'))
  const before = runs
  for (let count = 0; count < 20; count += 1) requests.request('send-mails')
  await waitUntil(() => runs === before + 1)
  await waitUntil(async () => (await states('send-mails')).every((state) => state === 'completed'))
  expect(runs).toBe(before + 1)
})

test('a frequent job runs at the start of a server, and requests during a run cause one more run', async () => {
  const runs: { end: () => void }[] = []
  const job = {
    name: 'process-payments',
    cron: everyMinute,
    changes: 'nothing' as const,
    run: () => new Promise<void>((resolve) => runs.push({ end: resolve })),
  }
  const { requests, states } = await setUp({ jobs: [job] })
  await waitUntil(() => runs.length === 1)
  for (let round = 0; round < 2; round += 1) {
    requests.request('process-payments')
    await requests.close()
  }
  expect(await states('process-payments')).toEqual(['active', 'created'])
  runs[0]?.end()
  await waitUntil(() => runs.length === 2)
  runs[1]?.end()
  await waitUntil(async () => (await states('process-payments')).every((state) => state === 'completed'))
  expect(runs).toHaveLength(2)
})

test('a daily job runs at the start of a server only if it says so', async () => {
  const runs: string[] = []
  const daily = (name: string) => ({ name, cron: '0 3 * * *', changes: 'nothing' as const, run: async () => void runs.push(name) })
  const { states } = await setUp({ jobs: [daily('purge-visits'), { ...daily('reconcile-captured-payments'), runsAtStart: true }] })
  await waitUntil(async () => (await states('reconcile-captured-payments')).includes('completed'))
  expect([runs, await states('purge-visits')]).toEqual([['reconcile-captured-payments'], []])
})

test('jobs are scheduled in Indian time, once for all servers, and schedules of earlier versions are removed', async () => {
  const old = { name: 'sweep-visits', cron: '0 3 * * *', changes: 'nothing' as const, run: async () => {} }
  const { database, connection, queues } = await setUp({ jobs: [old], servers: 1 })
  await queues[0]?.stop()
  const upgraded = createJobQueue({ connection })
  onTestFinished(() => upgraded.stop())
  await upgraded.start({ jobs: [{ ...old, name: 'purge-visits' }], log, publish: () => {} })
  const { rows } = await sql`select name, cron, timezone from jobs.schedule`.execute(database)
  expect(rows).toEqual([{ name: 'purge-visits', cron: '0 3 * * *', timezone: 'Asia/Kolkata' }])
})

test('a start changes the queues and schedules of jobs that have changed', async () => {
  const job = (name: string) => ({ name, cron: '0 3 * * *', changes: 'nothing' as const, run: async () => {} })
  const { database, connection, queues } = await setUp({ jobs: ['same', 'later', 'longer'].map(job), servers: 1 })
  await queues[0]?.stop()
  const read = async () => {
    const { rows } = await sql<{ name: string; cron: string; seconds: number; touched: string }>`
      select name, cron, expire_seconds as seconds, concat(queue.updated_on, schedule.updated_on) as touched
      from jobs.queue join jobs.schedule using (name) order by name
    `.execute(database)
    return Object.fromEntries(rows.map(({ name, ...row }) => [name, row]))
  }
  const before = await read()
  const changed = createJobQueue({ connection })
  onTestFinished(() => changed.stop())
  await changed.start({
    jobs: [job('same'), { ...job('later'), cron: '0 4 * * *' }, { ...job('longer'), maxSeconds: 3_600 }],
    log,
    publish: () => {},
  })
  expect(await read()).toMatchObject({
    same: before.same,
    later: { cron: '0 4 * * *', seconds: 900 },
    longer: { cron: '0 3 * * *', seconds: 3_600 },
  })
})

test('an older version keeps the jobs of a newer one', async () => {
  const job = (name: string) => ({ name, cron: '0 3 * * *', changes: 'nothing' as const, run: async () => {} })
  const { database, connection } = await setUp({ jobs: [job('purge-visits'), job('print-invoices')], servers: 1 })
  const older = createJobQueue({ connection })
  onTestFinished(() => older.stop())
  await older.start({ jobs: [job('purge-visits')], log, publish: () => {}, keepsOtherJobs: true })
  const { rows } = await sql`select name from jobs.schedule order by name`.execute(database)
  expect(rows).toEqual([{ name: 'print-invoices' }, { name: 'purge-visits' }])
})

test('a job that changes products announces it after each run, also a failed one', async () => {
  const published: string[] = []
  const end = (name: string) => async () => {
    published.push(name)
    if (name === 'fails') throw new Error('fails')
  }
  const jobs = (['works', 'fails', 'changes nothing'] as const).map((name) => {
    const changes = name === 'changes nothing' ? ('nothing' as const) : ('products' as const)
    return { name: name.replace(' ', '-'), cron: everyMinute, changes, run: end(name) }
  })
  await setUp({ jobs, publish: () => void published.push('published') })
  await waitUntil(() => published.length === 5)
  expect(published.filter((entry) => entry === 'published')).toHaveLength(2)
})

test('a job that fails is retried later', async () => {
  const { states } = await setUp({
    jobs: [{ name: 'send-mails', cron: everyMinute, changes: 'nothing' as const, run: () => Promise.reject(new Error('fails')) }],
  })
  await waitUntil(async () => (await states('send-mails')).includes('retry'))
})

test('a server that stops aborts its running jobs and waits for them', async () => {
  const steps: string[] = []
  const job: Job = {
    name: 'send-mails',
    cron: everyMinute,
    changes: 'nothing' as const,
    async run({ signal }) {
      steps.push('started')
      await delay(60_000, undefined, { signal }).catch(() => {})
      steps.push('ended')
    },
  }
  const { queues, states } = await setUp({ jobs: [job] })
  await waitUntil(() => steps.length === 1)
  await queues[0]?.stop()
  steps.push('stopped')
  expect(steps).toEqual(['started', 'ended', 'stopped'])
  expect(await states('send-mails')).toEqual(['completed'])
})

test('jobs go on after the database dropped their connections', async () => {
  let runs = 0
  const job = {
    name: 'send-mails',
    cron: everyMinute,
    changes: 'nothing' as const,
    run: async () => {
      runs += 1
    },
  }
  const { database, requests } = await setUp({ jobs: [job] })
  await waitUntil(() => runs === 1)
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'shop jobs'
  `.execute(database)
  requests.request('send-mails')
  await waitUntil(() => runs === 2)
})

test('a server starts also when statements of its jobs take longer than the connection timeout', async () => {
  const jobs = ['a', 'b', 'c', 'd', 'e'].map((name) => ({
    name,
    cron: '0 3 * * *',
    changes: 'nothing' as const,
    run: async () => {},
  }))
  const { database, connection, queues } = await setUp({ jobs })
  await queues[0]?.stop()
  const queue = createJobQueue({ connection: { ...connection, connectionTimeoutMillis: 1_000 } })
  onTestFinished(() => queue.stop())
  const started = await database.transaction().execute(async (trx) => {
    await sql`lock table jobs.schedule in exclusive mode`.execute(trx)
    const changed = jobs.map((job) => ({ ...job, cron: '0 4 * * *' }))
    const starting = queue.start({ jobs: changed, log, publish: () => {} }).then(
      () => 'started',
      (error: unknown) => String(error),
    )
    await waitUntil(async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and application_name = 'shop jobs' and wait_event_type = 'Lock'
      `.execute(database)
      return rows.length === 2
    })
    await sql`select pg_sleep(1.5)`.execute(trx)
    return () => starting
  })
  expect(await started()).toBe('started')
})

test('a server that stops while it starts leaves no connection', async () => {
  const { database, connection } = await setUp({ jobs: [] })
  const queue = createJobQueue({ connection })
  const starting = queue.start({
    jobs: [{ name: 'send-mails', cron: everyMinute, changes: 'nothing' as const, run: async () => {} }],
    log,
    publish: () => {},
  })
  await queue.stop()
  await starting
  // PostgreSQL lists a closed connection until its process has ended.
  await waitUntil(async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and application_name = 'shop jobs'
    `.execute(database)
    return rows.length <= 2
  })
})
