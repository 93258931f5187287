import { expect, test } from 'vitest'
import { createTestApp } from '#testing/test-app.ts'
import { createUcpClient, ucpEnvironment } from '#testing/ucp/ucp-client.ts'

const { app } = await createTestApp({ environment: ucpEnvironment })
const send = createUcpClient({ app })

test('an unknown path is an error of the protocol', async () => {
  for (const method of ['GET', 'POST', 'PUT'] as const) {
    const reply = await send(method, '/catalog/unknown')
    expect([reply.statusCode, reply.json()]).toEqual([
      404,
      { code: 'not_found', content: expect.any(String), continue_url: 'https://shop.example/' },
    ])
  }
})

test('a request that names no agent is refused', async () => {
  const reply = await send('POST', '/catalog/unknown', { headers: { 'ucp-agent': 'curl' } })
  expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_profile_url'])
})

test('a body that is no JSON is refused', async () => {
  const reply = await send('POST', '/catalog/unknown', { body: '{', headers: { 'content-type': 'application/json' } })
  expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_request'])
})

test('a call without a body may name JSON, and one with a body needs it', async () => {
  const headers = { 'content-type': 'application/json' }
  const cancel = await send('POST', '/carts/unknown/cancel', { headers })
  expect([cancel.statusCode, cancel.json().messages[0].code]).toEqual([200, 'not_found'])
  const search = await send('POST', '/catalog/search', { headers })
  expect([search.statusCode, search.json().code]).toEqual([400, 'invalid_request'])
})

test('an address and an agent in a network have limits of their own', async () => {
  const { app: limited } = await createTestApp({ environment: { ...ucpEnvironment, LIMITS_FACTOR: '0.005' } })
  const sendLimited = createUcpClient({ app: limited })
  const replies = []
  for (let count = 1; count <= 4; count += 1) replies.push(await sendLimited('GET', '/unknown'))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 429])
  const refused = replies.at(-1)
  expect([refused?.json().code, Number(refused?.headers['retry-after']) > 0]).toEqual(['too_many_requests', true])
  const from = (remoteAddress: string) =>
    limited.inject({
      url: '/ucp/v1/unknown',
      remoteAddress,
      headers: { host: 'shop.example', 'ucp-agent': 'profile="https://agent.example/profile.json"' },
    })
  const network = []
  for (let host = 1; host <= 10; host += 1) network.push((await from(`203.0.113.${host}`)).statusCode)
  expect(network).toEqual([...Array(9).fill(404), 429])
})

test('without the setting there are no calls of the protocol', async () => {
  const { app: closed } = await createTestApp({ environment: { ...ucpEnvironment, UCP: 'off' } })
  const reply = await createUcpClient({ app: closed })('POST', '/catalog/unknown')
  expect(reply.statusCode).toBe(405)
})
