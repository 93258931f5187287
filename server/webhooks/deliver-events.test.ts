import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { webhookLimits } from '#contract/webhooks/webhook-limits.ts'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { createJobRunner } from '#testing/run-job.ts'
import { collectMails } from '#testing/send-mails.ts'
import { startShop } from '#testing/start-shop.ts'
import { startWebhookReceiver } from '#testing/webhook-receiver.ts'
import { publishEvents } from './publish-events.ts'
import { signWebhook } from './sign-webhook.ts'

const receiver = await startWebhookReceiver()
afterAll(() => receiver.close())
const shop = await startShop({ webhookSender: receiver.webhookSender, environment: { STORE_EMAIL: 'owner@shop.example' } })
const { request, database, cookies } = shop
const runJob = createJobRunner(shop)
const send = () => runJob('send-webhooks')
const { received } = receiver
const tee = await createTestProduct({ database, stock: 10_000 })

beforeEach(async () => {
  await publishEvents({ database })
  await database.deleteFrom('webhook_endpoints').execute()
  await database.deleteFrom('events').execute()
  received.length = 0
  receiver.answerWith((reply) => reply.end('ok'))
})

async function subscribe({ host = 'receiver.example', types = ['order.placed', 'order.changed'] } = {}) {
  const reply = await request('POST', '/webhooks', { cookies, body: { url: `https://${host}/hook`, description: host, types } })
  expect(reply.statusCode).toBe(201)
  return reply.json<{ secret: string; endpoint: { _id: string; version: number } }>()
}
async function placeOrder() {
  const reply = await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([tee]) })
  return reply.json<{ order: { _id: string; number: string } }>().order
}
const confirm = (id: string) => request('POST', `/order/admin/${id}/move`, { cookies, body: { to: 'Confirmed' } })
const readDeliveries = () => database.selectFrom('webhook_deliveries').selectAll().orderBy('id').execute()
const makeDue = () => sql`update webhook_deliveries set next_at = now() where state = 'waiting'`.execute(database)
const listReceived = () => received.map(({ event }) => event.type)

test('the signature is that of the published example of the specification', () => {
  const secrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw']
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1614265330, body: '{"test": 2432232314}', secrets }
  expect(signWebhook(message)['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

describe('an endpoint', () => {
  test('gets the events of its types with a valid signature, once', async () => {
    const { secret } = await subscribe({ types: ['order.placed'] })
    const { number } = await placeOrder()
    await send()
    await send()
    expect(received).toHaveLength(1)
    const [{ headers, body, event } = { headers: {} as Record<string, string | undefined>, body: '', event: undefined }] = received
    expect(event).toMatchObject({ type: 'order.placed', data: { order: { number, orderStatus: 'Placed' } } })
    expect(headers['webhook-id']).toBe(event?._id)
    const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(content).digest('base64')}`)
    expect(await readDeliveries()).toMatchObject([{ state: 'delivered', attempts: 1, status: 200, answer: 'ok' }])
  })

  test('gets a later event of an order after the earlier one, and those of other orders meanwhile', async () => {
    await subscribe()
    const first = await placeOrder()
    receiver.answerWith((reply, { event }) => {
      reply.statusCode = event.data.order?.number === first.number ? 500 : 200
      reply.end('x'.repeat(5_000))
    })
    await send()
    await confirm(first._id)
    const second = await placeOrder()
    await send()
    expect(received.map(({ event }) => [event.type, event.data.order?.number])).toEqual([
      ['order.placed', first.number],
      ['order.placed', second.number],
    ])
    const [failed] = await readDeliveries()
    expect(failed).toMatchObject({ state: 'waiting', attempts: 1, status: 500, answer: 'x'.repeat(webhookLimits.answerCharacters) })
    receiver.answerWith((reply) => reply.end())
    received.length = 0
    await makeDue()
    await send()
    expect(listReceived()).toEqual(['order.placed', 'order.changed'])
    expect(new Set((await readDeliveries()).map(({ state }) => state))).toEqual(new Set(['delivered']))
  })

  test('is tried ten times in three days, each after the delay of the schedule', async () => {
    await subscribe({ types: ['order.placed'] })
    await placeOrder()
    receiver.answerWith((reply) => void reply.writeHead(302, { location: 'https://elsewhere.example/' }).end())
    const delays: number[] = []
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await makeDue()
      await send()
      const { rows } = await sql<{
        delay: number
      }>`select extract(epoch from next_at - attempted_at)::float as delay from webhook_deliveries`.execute(database)
      delays.push(Math.floor(rows[0]?.delay ?? 0))
    }
    expect(delays.slice(0, 9)).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400])
    expect(await readDeliveries()).toMatchObject([{ state: 'given up', attempts: 10, status: 302 }])
    expect(received).toHaveLength(10)
  })

  test('that is gone is disabled at once, and the owner gets a mail', async () => {
    await subscribe({ types: ['order.placed'] })
    await placeOrder()
    await database.deleteFrom('outbox_mails').execute()
    receiver.answerWith((reply) => void reply.writeHead(410).end())
    await send()
    const { endpoints } = (await request('GET', '/webhooks', { cookies })).json()
    expect(endpoints).toMatchObject([{ disabledReason: 'gone', disabledAt: expect.any(String), waiting: 0 }])
    const mails = await collectMails(shop)
    expect(mails.map(({ subject, to }) => [subject, to.address])).toEqual([
      ['Webhook to receiver.example is disabled', 'owner@shop.example'],
    ])
  })

  test('that has only failed for a week is disabled, and one that has succeeded is not', async () => {
    await subscribe({ types: ['order.placed'] })
    const setFailing = () => sql`update webhook_endpoints set failing_since = now() - interval '7 days 1 hour'`.execute(database)
    await setFailing()
    await placeOrder()
    await send()
    expect((await request('GET', '/webhooks', { cookies })).json().endpoints).toMatchObject([{ failingSince: null, disabledAt: null }])
    await setFailing()
    await placeOrder()
    receiver.answerWith((reply) => void reply.writeHead(503).end())
    await send()
    expect((await request('GET', '/webhooks', { cookies })).json().endpoints).toMatchObject([{ disabledReason: 'failing' }])
    await placeOrder()
    await send()
    expect((await readDeliveries()).map(({ state }) => state)).toEqual(['delivered', 'given up'])
  })
})

test('receivers that do not answer delay no other', async () => {
  for (let index = 0; index < 19; index += 1) await subscribe({ host: `silent-${index}.example`, types: ['order.placed'] })
  await subscribe({ types: ['order.placed'] })
  for (let count = 0; count < 5; count += 1) await placeOrder()
  const unanswered: { host: string; fail: () => void }[] = []
  let answered = 0
  let silentAtTheEnd: string[] = []
  receiver.answerWith((reply, { host }) => {
    const fail = () => void reply.writeHead(500).end()
    if (host.startsWith('silent')) {
      if (answered === 5) fail()
      else unanswered.push({ host, fail })
      return
    }
    reply.end()
    answered += 1
    if (answered < 5) return
    silentAtTheEnd = unanswered.map((each) => each.host)
    for (const each of unanswered) each.fail()
  })
  await send()
  // The second request of a silent one may still be on its way.
  const requests = [...Map.groupBy(silentAtTheEnd, (each) => each).values()]
  expect(requests.filter(({ length }) => length > webhookLimits.concurrency)).toEqual([])
  // Nobody has waited for the end of a request without an answer.
  expect((await readDeliveries()).map(({ status }) => status).filter((status) => status !== 200 && status !== 500)).toEqual([])
})

test('a receiver that does not answer in time has failed', async () => {
  const quick = await startWebhookReceiver({ timeoutMs: 50 })
  quick.answerWith(() => {})
  const { status, answer } = await quick.webhookSender.send({ url: 'https://slow.example/', headers: {}, body: '{}' })
  await quick.close()
  expect([status, answer]).toEqual([null, 'There was no answer in time.'])
})

test('what a killed server has claimed is sent again when the claim has ended, in order', async () => {
  await subscribe()
  const { _id } = await placeOrder()
  await publishEvents({ database })
  await confirm(_id)
  await publishEvents({ database })
  // As a process leaves it that is killed after the request and before the answer.
  await sql`
    update webhook_deliveries set attempts = 1, attempted_at = now(), next_at = now() + interval '70 seconds'
    where event_id = (select min(event_id) from webhook_deliveries)
  `.execute(database)
  await send()
  expect(received).toEqual([])
  await makeDue()
  await send()
  expect(listReceived()).toEqual(['order.placed', 'order.changed'])
})

test('an event whose server is killed before it is published is sent by the next one', async () => {
  await subscribe({ types: ['order.placed'] })
  await placeOrder()
  const trx = await database.startTransaction().execute()
  await trx.deleteFrom('pending_events').execute()
  await trx.rollback().execute()
  await send()
  expect(listReceived()).toEqual(['order.placed'])
})
