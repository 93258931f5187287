import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSimulator } from './server.ts'

const account = { pixelId: '1234567890', accessToken: 'a token of the tests' }
let simulator: ReturnType<typeof createSimulator>
let url = ''
beforeEach(async () => {
  simulator = createSimulator(account)
  url = await simulator.listen()
})
afterEach(() => simulator.close())

const now = () => Math.floor(Date.now() / 1_000)
const hash = 'a'.repeat(64)
const buildEvent = (change: object = {}) => ({
  event_name: 'Purchase',
  event_time: now(),
  event_id: 'order 1',
  action_source: 'website',
  event_source_url: 'https://shop.example/orderNow',
  user_data: { em: [hash], client_user_agent: 'Browser' },
  custom_data: { value: 649, currency: 'INR' },
  ...change,
})

async function send(events: readonly object[], { token = account.accessToken, pixel = account.pixelId } = {}) {
  const body = JSON.stringify({ data: events, access_token: token })
  const reply = await fetch(`${url}/v24.0/${pixel}/events`, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
  return { status: reply.status, body: (await reply.json()) as { events_received?: number; error?: Record<string, unknown> } }
}

test('events are taken, and the same name and id counts once', async () => {
  expect(await send([buildEvent()])).toMatchObject({ status: 200, body: { events_received: 1 } })
  await send([buildEvent(), buildEvent({ event_id: 'order 2' })])
  expect(simulator.requests.flatMap(({ events }) => events)).toHaveLength(3)
  expect(simulator.listCounted().map(({ event_id }) => event_id)).toEqual(['order 1', 'order 2'])
})

test.each([
  [{ event_time: 1_000_000_000 }, 'more than 7 days'],
  [{ event_time: 9_000_000_000 }, 'in the future'],
  [{ event_name: '' }, 'no name'],
  [{ action_source: 'web' }, 'action source'],
  [{ event_source_url: undefined }, 'client_user_agent and event_source_url'],
  [{ user_data: { em: [hash] } }, 'client_user_agent and event_source_url'],
  [{ user_data: { client_user_agent: 'Browser' } }, 'not sufficient'],
  [{ user_data: { em: ['asha@example.com'], client_user_agent: 'Browser' } }, 'em is not hashed'],
  [{ user_data: { fbc: 'abc', client_user_agent: 'Browser' } }, 'not a click id'],
  [{ custom_data: { currency: 'INR' } }, 'value'],
  [{ custom_data: { value: 1 } }, 'currency'],
])('a request with the event %j is refused as a whole', async (change, reason) => {
  const reply = await send([buildEvent({ event_id: 'good' }), buildEvent(change)])
  expect([reply.status, reply.body.error?.code]).toEqual([400, 100])
  expect(reply.body.error?.error_user_msg).toContain(reason)
  expect(simulator.requests).toEqual([])
})

test('another token, another data set and no events are errors', async () => {
  expect(await send([buildEvent()], { token: 'x' })).toMatchObject({ status: 401, body: { error: { code: 190 } } })
  expect(await send([buildEvent()], { pixel: '5' })).toMatchObject({ status: 400, body: { error: { code: 100, error_subcode: 33 } } })
  expect(await send([])).toMatchObject({ status: 400, body: { error: { code: 100 } } })
})

test('a fault fails the next call; with "after" only the answer is lost', async () => {
  simulator.addFault({ status: 500, code: 2 })
  expect(await send([buildEvent()])).toMatchObject({ status: 500, body: { error: { code: 2 } } })
  expect(simulator.requests).toHaveLength(0)
  simulator.addFault({ status: 0, when: 'after' })
  await expect(send([buildEvent()])).rejects.toThrow()
  expect(simulator.requests).toHaveLength(1)
  expect((await send([buildEvent()])).status).toBe(200)
})

test('the process starts for demos only, and prints its address', async () => {
  const main = new URL('main.ts', import.meta.url).pathname
  const refused = spawn(process.execPath, [main], { env: { ...process.env, META_SIMULATOR_DEMO: '' } })
  expect((await once(refused, 'exit'))[0]).toBe(1)
  const child = spawn(process.execPath, [main], { env: { ...process.env, META_SIMULATOR_DEMO: '1' } })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const { url: printed } = JSON.parse(line.toString()) as { url: string }
  expect(await (await fetch(`${printed}/_simulator/state`)).json()).toEqual({ requests: [], counted: [], calls: [] })
  child.kill()
  await once(child, 'exit')
})
