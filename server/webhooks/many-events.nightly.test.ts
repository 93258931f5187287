import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { webhookLimits } from '#contract/webhooks/webhook-limits.ts'
import { address } from '#testing/factories.ts'
import { createJobRunner } from '#testing/run-job.ts'
import { startShop } from '#testing/start-shop.ts'
import { startWebhookReceiver } from '#testing/webhook-receiver.ts'
import { publishEvents } from './publish-events.ts'

const receiver = await startWebhookReceiver()
afterAll(() => receiver.close())
const shop = await startShop({ webhookSender: receiver.webhookSender })
const { request, database, cookies } = shop
const send = () => createJobRunner(shop)('send-webhooks')

beforeEach(async () => {
  await database.deleteFrom('webhook_endpoints').execute()
  receiver.received.length = 0
  receiver.answerWith((reply) => reply.end('ok'))
})

const subscribe = (host: string) =>
  request('POST', '/webhooks', {
    cookies,
    body: { url: `https://${host}/hook`, description: '', types: ['order.placed', 'order.changed'] },
  })

/** Inserts orders as their call does, in one statement. */
async function insertOrders(count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into orders (number, kind, total_paise, delivery_address)
    select upper(substr(digest, 1, 4) || '-' || substr(digest, 5, 4)), 'guest', 79900, ${JSON.stringify(address)}::jsonb
    from generate_series(1, ${count}::int) as number, lateral (select md5(number || clock_timestamp()::text) as digest) as digests
    on conflict do nothing returning id
  `.execute(database)
  return rows.map(({ id }) => id)
}

test('fifty receivers that do not answer delay no other', async () => {
  await subscribe('receiver.example')
  // More than a shop can have.
  await sql`
    insert into webhook_endpoints (url, types, secret)
    select 'https://silent-' || number || '.example/hook', types, secret from webhook_endpoints, generate_series(1, 50) as number
  `.execute(database)
  const orders = await insertOrders(20)
  const silent: { host: string; fail: () => void }[] = []
  let answered = 0
  let openAtTheEnd: string[] = []
  receiver.answerWith((reply, { host }) => {
    const fail = () => void reply.writeHead(500).end()
    if (host.startsWith('silent')) {
      if (answered === orders.length) fail()
      else silent.push({ host, fail })
      return
    }
    reply.end()
    answered += 1
    if (answered < orders.length) return
    openAtTheEnd = silent.map((each) => each.host)
    for (const each of silent) each.fail()
  })
  await send()
  expect(answered).toBe(orders.length)
  for (const [host, requests] of Map.groupBy(openAtTheEnd, (each) => each))
    expect([host, requests.length]).toEqual([host, webhookLimits.concurrency])
})

// ORDERS=5000 sends 10,000 events.
test('many events are published and delivered once each, those of one order in their order', async () => {
  await subscribe('receiver.example')
  const orders = await insertOrders(Number(process.env.ORDERS ?? 500))
  await publishEvents({ database })
  await sql`update orders set status = 'Confirmed', version = version + 1 where id = any(${orders}::uuid[])`.execute(database)
  await publishEvents({ database })
  // As after an outage: all are due since the same moment.
  await sql`update webhook_deliveries set next_at = now()`.execute(database)
  await send()
  const byOrder = Map.groupBy(receiver.received, ({ event }) => event.data.order?.number)
  expect([receiver.received.length, byOrder.size]).toEqual([2 * orders.length, orders.length])
  const isInOrder = [...byOrder.values()].every(
    ([first, second]) => first?.event.type === 'order.placed' && second?.event.type === 'order.changed',
  )
  expect(isInOrder).toBe(true)
})

test('of 2,000 subscriptions at once a shop keeps twenty', async () => {
  for (let round = 0; round < 20; round += 1) await Promise.all(Array.from({ length: 100 }, () => subscribe('receiver.example')))
  const { total } = await database
    .selectFrom('webhook_endpoints')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  expect(total).toBe(webhookLimits.endpoints)
})
