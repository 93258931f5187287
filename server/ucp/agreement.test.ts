import { beforeAll, expect, test } from 'vitest'
import { createJobRunner } from '#testing/run-job.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createUcpClient, ucpEnvironment } from '#testing/ucp/ucp-client.ts'
import { readFeedItems } from '#testing/xml.ts'
import { seedDemoProducts } from '../seed.ts'

const testApp = await createTestApp({ environment: ucpEnvironment })
const { app, database, images } = testApp
const send = createUcpClient({ app })

const read = async (url: string) => (await app.inject({ url, headers: { host: 'shop.example' } })).body

interface Variant {
  id: string
  url: string
  price: { amount: number }
  list_price?: { amount: number }
  availability: { available: boolean }
}

async function listVariants(): Promise<Variant[]> {
  const found: Variant[] = []
  for (let cursor: string | undefined; ; ) {
    const body = { filters: { price: { min: 0 } }, pagination: { limit: 50, ...(cursor && { cursor }) } }
    const { products, pagination } = (await send('POST', '/catalog/search', { body })).json()
    found.push(...products.flatMap(({ variants }: { variants: Variant[] }) => variants))
    if (!pagination.has_next_page) return found
    cursor = pagination.cursor
  }
}

beforeAll(async () => {
  await seedDemoProducts({ database, images })
  await createJobRunner(testApp)('write-feeds')
})

test('assistants get the variants of the feeds, at the same prices and addresses', async () => {
  const items = readFeedItems(await read('/feeds/google.xml'))
  const toPrice = (amount: number) => `${(amount / 100).toFixed(2)} INR`
  const variants = (await listVariants()).map(({ id, url, price, list_price, availability }) => ({
    id,
    link: url,
    price: toPrice((list_price ?? price).amount),
    sale_price: list_price && toPrice(price.amount),
    availability: availability.available ? 'in_stock' : 'out_of_stock',
  }))
  const expected = items.map(({ id, link, price, sale_price, availability }) => ({ id, link, price, sale_price, availability }))
  const byId = (a: { id?: unknown }, b: { id?: unknown }) => String(a.id).localeCompare(String(b.id))
  expect(variants.length).toBeGreaterThan(200)
  expect(variants.toSorted(byId)).toEqual(expected.toSorted(byId))
})

test('robots.txt keeps assistants from none of the calls, and llms.txt names the profile', async () => {
  const profile = JSON.parse(await read('/.well-known/ucp'))
  const endpoint = new URL(profile.ucp.services['dev.ucp.shopping'][0].endpoint).pathname
  const closed = (await read('/robots.txt')).split('\n').flatMap((line) => line.match(/^Disallow: (.+)$/)?.[1] ?? [])
  expect(closed.length).toBeGreaterThan(0)
  for (const path of ['/.well-known/ucp', '/llms.txt', `${endpoint}/catalog/search`])
    expect(closed.filter((start) => path.startsWith(start))).toEqual([])
  expect(await read('/llms.txt')).toContain('(https://shop.example/.well-known/ucp)')
})

test('llms.txt of a shop that assistants may not read names no profile', async () => {
  const { app: closed } = await createTestApp({ environment: { ...ucpEnvironment, UCP: 'off' } })
  const { body, headers } = await closed.inject({ url: '/llms.txt', headers: { host: 'shop.example' } })
  expect(body).toContain('# Loom & Lane\n')
  expect(body).not.toContain('.well-known')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
})
