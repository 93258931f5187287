import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createUcpClient, ucpEnvironment } from '#testing/ucp/ucp-client.ts'
import { createRequestCounter, listLastAgents } from './count-requests.ts'

const { app, database, request } = await createTestApp({ environment: ucpEnvironment })

const createCounter = () =>
  createRequestCounter({
    database,
    flushMs: 3_600_000,
    onError: (error) => {
      throw error
    },
  })
const list = async () => (await listLastAgents({ database })).map(({ agent, requests }) => [agent, requests])

beforeEach(() => sql`delete from assistant_requests`.execute(database))

test('requests are added up by agent, in several processes', async () => {
  const [one, other] = [createCounter(), createCounter()]
  for (const agent of ['a.example', 'b.example', 'a.example']) one.count(agent)
  other.count('a.example')
  await Promise.all([one.close(), other.close()])
  await one.flush()
  expect((await list()).toSorted()).toEqual([
    ['a.example', 3],
    ['b.example', 1],
  ])
})

test('the last agents come first, with the requests of all days', async () => {
  await sql`insert into assistant_requests (day, agent, requests, last_at)
    select (now() at time zone 'Asia/Kolkata')::date - ago, agent, 2, now() - make_interval(days => ago)
    from (values (0, 'd.example'), (1, 'c.example'), (2, 'd.example'), (3, 'b.example'), (4, 'a.example'), (91, 'd.example')) as rows (ago, agent)
  `.execute(database)
  expect(await list()).toEqual([
    ['d.example', 4],
    ['c.example', 2],
    ['b.example', 2],
  ])
})

test('the orders from the checkouts of an agent are counted, those of 90 days', async () => {
  await sql`insert into assistant_requests (day, agent, requests, last_at)
    select (now() at time zone 'Asia/Kolkata')::date, agent, 1, now() from unnest(array['c.example', 'd.example']) as agents (agent)
  `.execute(database)
  const tee = await createTestProduct({ database, stock: 10 })
  for (const days of [0, 89, 91]) {
    const { order } = (await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([tee]) })).json()
    await sql`insert into ucp_orders (order_id, session_id, agent_name, created_at)
      values (${order._id}, gen_random_uuid(), 'd.example', now() - make_interval(days => ${days}))`.execute(database)
  }
  const agents = await listLastAgents({ database })
  expect(agents.map(({ agent, orders }) => [agent, orders]).toSorted()).toEqual([
    ['c.example', 0],
    ['d.example', 2],
  ])
})

test('a stranger cannot fill the table with names', async () => {
  const counter = createCounter()
  for (let number = 0; number < 300; number += 1) counter.count(`${number}.example`)
  await counter.flush()
  counter.count('late.example')
  counter.count('1.example')
  counter.count(`${'x'.repeat(300)}.example`)
  await counter.close()
  const { count } = await database
    .selectFrom('assistant_requests')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(count).toBe(200)
  const known = await database.selectFrom('assistant_requests').select('requests').where('agent', '=', '1.example').execute()
  expect(known).toEqual([{ requests: 2 }])
})

test('each request of an agent with a profile is counted', async () => {
  const send = createUcpClient({ app })
  await send('POST', '/catalog/search', { body: { query: 'tee' } })
  await send('POST', '/catalog/search', { body: {} })
  await send('POST', '/catalog/search', { body: {}, headers: { 'ucp-agent': 'curl' } })
  await app.close()
  expect(await list()).toEqual([['agent.example', 2]])
})
