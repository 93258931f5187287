import type { MetaDescriptor } from 'react-router'
import { expect, test } from 'vitest'
import { sampleProduct } from '../../api/fake-api.ts'
import { sampleStoreConfig } from '../../api/fake-store-config.ts'
import type { StoreConfig } from '../../api/load-context.ts'
import { parseListingQuery } from './listing.ts'
import { meta } from './storefront.tsx'

const listing = { products: [sampleProduct], total: 1, page: 1, pages: 2, matches: 1 }

/** Title, description and picture of the front page in a shop with these settings. */
function describe(change: Partial<StoreConfig>, page?: string) {
  const loaderData = { query: parseListingQuery({ page, search: new URLSearchParams() }), listing }
  const tags = meta({ loaderData, matches: [{ loaderData: { ...sampleStoreConfig, ...change } }] } as never) as MetaDescriptor[]
  const find = (name: string) => tags.flatMap((tag) => ('property' in tag && tag.property === name ? [tag.content] : []))[0]
  return { title: find('og:title'), description: find('og:description'), image: find('og:image'), height: find('og:image:height') }
}

test('the front page has the title and the description of the settings', () => {
  expect(describe({ frontTitle: 'Asha, handloom kurtas from Kutch' })).toMatchObject({
    title: 'Asha, handloom kurtas from Kutch',
    description: 'Handloom from Kutch.',
  })
  expect(describe({}).title).toBe('Asha · Everyday clothing, free shipping across India')
  expect(describe({ frontTitle: 'Asha, handloom' }, '2').title).not.toContain('handloom')
})

test('the front page shows the card of the shop, and without one its first product', () => {
  const socialCard = { path: '/social-card/0123456789abcdef.jpg', alt: 'Asha' }
  expect(describe({ socialCard })).toMatchObject({ image: 'https://asha.example/social-card/0123456789abcdef.jpg', height: '630' })
  expect(describe({}).image).toBe('https://asha.example/images/tee/1200.jpeg')
})
