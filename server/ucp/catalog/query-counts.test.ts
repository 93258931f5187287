import { beforeAll, expect, test } from 'vitest'
import { captureQueries } from '#testing/count-queries.ts'
import { createTestProduct } from '#testing/factories.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createUcpClient, ucpEnvironment } from '#testing/ucp/ucp-client.ts'

const { app, database, request } = await createTestApp({ environment: ucpEnvironment })
const send = createUcpClient({ app })
const ids: string[] = []

beforeAll(async () => {
  for (let number = 1; number <= 20; number += 1) ids.push((await createTestProduct({ database, name: `Counted tee ${number}` })).id)
  // The agent's profile is read before.
  await send('POST', '/catalog/search', { body: { query: 'tee' } })
})

const count = async (work: () => Promise<unknown>) => (await captureQueries(work)).length

test.each([
  { query: 'tee', pagination: { limit: 20 } },
  { filters: { price: { max: 100_000 } }, pagination: { limit: 20 } },
])('a search of an assistant costs the queries of a list: %j', async (body) => {
  const list = 'query' in body ? '/products/getAll?q=tee' : '/products/getAll?maxPrice=1000'
  const ofList = await count(() => request('GET', list))
  expect(ofList).toBeGreaterThan(0)
  expect(await count(() => send('POST', '/catalog/search', { body }))).toBe(ofList)
})

test('a lookup is one query, however many ids it has', async () => {
  expect(await count(() => send('POST', '/catalog/lookup', { body: { ids: ids.slice(0, 1) } }))).toBe(1)
  expect(await count(() => send('POST', '/catalog/lookup', { body: { ids } }))).toBe(1)
})
