import { expect, test } from 'vitest'
import { buildMultipartForm, createTestImage } from '#testing/pictures.ts'
import { signInAdministrator } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'
import { parseSettings } from '../../kernel/settings.ts'
import { seedDemoProducts } from '../../seed.ts'
import { createSsr } from './ssr.ts'

const settings = { PUBLIC_URL: 'https://shop.example', DEMO: 'off' }
const { app, request, database, images } = await createTestApp({
  environment: settings,
  ssr: createSsr({ settings: parseSettings(settings), development: false }),
})
await seedDemoProducts({ database, images })

const readMeta = async (url: string) => {
  const { body } = await app.inject({ url, headers: { host: 'shop.example' } })
  return {
    html: body,
    description: /<meta name="description" content="([^"]+)"/.exec(body)?.[1],
    image: /<meta property="og:image" content="([^"]+)"/.exec(body)?.[1],
  }
}

test('the page of a category has its description, above the products and for search engines', async () => {
  const { description } = await database.selectFrom('categories').select('description').where('key', '=', 'SHIRT').executeTakeFirstOrThrow()
  const shirts = await readMeta('/buy?category=SHIRT')
  expect(shirts.description).toBe(description)
  expect(shirts.html).toContain(`${description}</p>`)
  for (const other of ['/buy/2?category=TEE', '/buy?category=SHIRT&size=40', '/buy?category=SHIRT&q=chai', '/buy']) {
    const { html, description: described } = await readMeta(other)
    expect(html, other).not.toContain(`${description}</p>`)
    expect(described, other).not.toBe(description)
  }
})

test('the pages of categories are described differently, and the front page names all six categories', async () => {
  const described = await Promise.all(['TEE', 'JOGGER', 'HOODIE', 'DENIM', 'KURTA', 'SHIRT'].map((key) => readMeta(`/buy?category=${key}`)))
  expect(new Set(described.map(({ description }) => description)).size).toBe(6)
  const range = /^Tees, joggers, hoodie packs, denim cargos, kurtas and shirts/
  const { description, html } = await readMeta('/buy')
  expect(description).toMatch(range)
  expect((await app.inject('/site.webmanifest')).json().description).toMatch(range)
  expect(/<footer.*<\/footer>/s.exec(html)?.[0]).toContain('Tees, joggers, hoodie packs, denim cargos, kurtas and shirts')
})

test('a link to a category shows its own picture, or that of its first product', async () => {
  expect((await readMeta('/buy?category=KURTA')).image).toMatch(/\/images\/[a-z-]+-kurta-[0-9a-f]{8}/)
  const { cookies } = await signInAdministrator({ request, database })
  const form = buildMultipartForm({ image: await createTestImage().png().toBuffer() })
  await request('POST', '/categories/KURTA/picture', { ...form, cookies })
  const { image, html } = await readMeta('/buy?category=KURTA')
  expect(image).toMatch(/^https:\/\/shop\.example\/images\/kurtas-[0-9a-f]{8}[^/]*\/1200\.jpeg$/)
  expect(html).toMatch(/<img src="\/images\/kurtas-[^>]+ alt=""/)
})
