import { expect, test } from 'vitest'
import { createTestApp } from '#testing/test-app.ts'
import { buildAgentProfile } from '#testing/ucp/agent-profile.ts'
import { expectValid } from '#testing/ucp/expect-valid.ts'
import { createUcpClient, ucpEnvironment } from '#testing/ucp/ucp-client.ts'
import { parseProfile } from './agent-profiles.ts'

/** A shop that reads this profile of each agent, and the addresses that it has read. */
async function openShop({ profile, factor = '1000' }: { profile: string | undefined; factor?: string }) {
  const read: string[] = []
  const { app } = await createTestApp({
    environment: { ...ucpEnvironment, LIMITS_FACTOR: factor },
    fetchProfile: async (url) => {
      read.push(url)
      return profile
    },
  })
  const send = createUcpClient({ app })
  const search = (url = 'https://agent.example/profile.json') =>
    send('POST', '/catalog/search', { body: { query: 'tee' }, headers: { 'ucp-agent': `profile="${url}"` } })
  return { read, send, search }
}

test('a profile is read once for many requests', async () => {
  const { read, search } = await openShop({ profile: buildAgentProfile() })
  const replies = await Promise.all([search(), search(), search(), search('https://other.example/')])
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  await search()
  expect(read.toSorted()).toEqual(['https://agent.example/profile.json', 'https://other.example/'])
})

test.each([
  ['that cannot be read', undefined, 424, 'profile_unreachable'],
  ['that is no JSON', '<html>', 422, 'profile_malformed'],
  ['without a release', JSON.stringify({ ucp: {} }), 422, 'profile_malformed'],
  ['of another release', buildAgentProfile({ version: '2026-01-11' }), 422, 'version_unsupported'],
])('a request with a profile %s is refused, and the profile is not read again at once', async (_case, profile, status, code) => {
  const { read, search } = await openShop({ profile })
  for (let count = 0; count < 2; count += 1) {
    const reply = await search()
    expect([reply.statusCode, reply.json()]).toEqual([status, { code, content: expect.any(String), continue_url: 'https://shop.example/' }])
  }
  expect(read).toHaveLength(1)
})

test('an agent gets what it supports', async () => {
  const { search, send } = await openShop({ profile: buildAgentProfile({ names: ['dev.ucp.shopping.catalog.search'] }) })
  expect((await search()).json().products).toEqual([])
  const refused = await send('POST', '/catalog/lookup', { body: { ids: ['a'] } })
  expectValid('schemas/shopping/types/error_response.json', refused.json())
  expect([refused.statusCode, refused.json().messages[0].code, refused.json().ucp.capabilities]).toEqual([
    200,
    'capabilities_incompatible',
    {},
  ])
})

test.each([
  undefined,
  'http://agent.example/orders',
  'https://a:b@agent.example/',
  `https://agent.example/${'a'.repeat(2_000)}`,
  7,
  null,
  '\ud83d',
])('a profile whose webhook cannot be used is one without a webhook: %j', async (orderWebhook) => {
  const profile = buildAgentProfile({ orderWebhook })
  expect(parseProfile(profile).orderWebhook).toBeUndefined()
  const { search } = await openShop({ profile })
  expect((await search()).statusCode).toBe(200)
})

test('one network cannot make the shop read any number of profiles', async () => {
  const { read, search } = await openShop({ profile: buildAgentProfile(), factor: '0.1' })
  const statuses = []
  for (let count = 0; count < 4; count += 1) statuses.push((await search(`https://agent.example/${count}`)).statusCode)
  expect([statuses, read.length]).toEqual([[200, 200, 503, 503], 2])
  expect((await search('https://agent.example/1')).statusCode).toBe(200)
})
