import { expect, test } from 'vitest'
import { createTestApp } from '#testing/test-app.ts'
import { buildAgentProfile } from '#testing/ucp/agent-profile.ts'
import { expectValid } from '#testing/ucp/expect-valid.ts'
import { createUcpClient, ucpEnvironment } from '#testing/ucp/ucp-client.ts'
import { parseProfile } from './agent-profiles.ts'

/** A shop that reads the profile `text` of each assistant until it is another one, and the addresses that it has read. */
async function openShop({ factor = '1000' }: { factor?: string } = {}) {
  const profile = { text: undefined as string | undefined, read: [] as string[] }
  const { app } = await createTestApp({
    environment: { ...ucpEnvironment, LIMITS_FACTOR: factor },
    fetchProfile: async (url) => {
      profile.read.push(url)
      return profile.text
    },
  })
  const send = createUcpClient({ app })
  const search = (url: string) => send('POST', '/catalog/search', { body: { query: 'tee' }, headers: { 'ucp-agent': `profile="${url}"` } })
  return { profile, send, search }
}

const { profile, send, search } = await openShop()
let agents = 0

/** Lets the shop read this profile, of an agent that is new to it. */
function useProfile(text: string | undefined): { url: string; search: () => ReturnType<typeof search> } {
  agents += 1
  const url = `https://agent-${agents}.example/profile.json`
  Object.assign(profile, { text, read: [] })
  return { url, search: () => search(url) }
}

test('a profile is read once for many requests', async () => {
  const agent = useProfile(buildAgentProfile())
  const replies = await Promise.all([agent.search(), agent.search(), agent.search(), search('https://other.example/')])
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  await agent.search()
  expect(profile.read.toSorted()).toEqual([agent.url, 'https://other.example/'])
})

test.each([
  ['that cannot be read', undefined, 424, 'profile_unreachable'],
  ['that is no JSON', '<html>', 422, 'profile_malformed'],
  ['without a release', JSON.stringify({ ucp: {} }), 422, 'profile_malformed'],
  ['of another release', buildAgentProfile({ version: '2026-01-11' }), 422, 'version_unsupported'],
])('a request with a profile %s is refused, and the profile is not read again at once', async (_case, text, status, code) => {
  const agent = useProfile(text)
  for (let count = 0; count < 2; count += 1) {
    const reply = await agent.search()
    expect([reply.statusCode, reply.json()]).toEqual([status, { code, content: expect.any(String), continue_url: 'https://shop.example/' }])
  }
  expect(profile.read).toHaveLength(1)
})

test('an agent gets what it supports', async () => {
  const agent = useProfile(buildAgentProfile({ names: ['dev.ucp.shopping.catalog.search'] }))
  expect((await agent.search()).json().products).toEqual([])
  const refused = await send('POST', '/catalog/lookup', { body: { ids: ['a'] }, headers: { 'ucp-agent': `profile="${agent.url}"` } })
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
  const text = buildAgentProfile({ orderWebhook })
  expect(parseProfile(text).orderWebhook).toBeUndefined()
  expect((await useProfile(text).search()).statusCode).toBe(200)
})

test('one network cannot make the shop read any number of profiles', async () => {
  const limited = await openShop({ factor: '0.1' })
  limited.profile.text = buildAgentProfile()
  const statuses = []
  for (let count = 0; count < 4; count += 1) statuses.push((await limited.search(`https://agent.example/${count}`)).statusCode)
  expect([statuses, limited.profile.read.length]).toEqual([[200, 200, 503, 503], 2])
  expect((await limited.search('https://agent.example/1')).statusCode).toBe(200)
})
