import { expect, test } from 'vitest'
import { sampleStoreConfig } from '../api/fake-store-config.ts'
import type { StoreConfig } from '../api/load-context.ts'
import { describePage } from './page-meta.ts'

const store = { ...sampleStoreConfig, storeName: 'Shop', origin: 'https://shop.example' }
const describe = (config: StoreConfig, product?: { name: string; image: string }) =>
  JSON.stringify(describePage({ config, path: '/buy', title: 'Shop', description: 'x', product }))

test('only the demo shop has the card of the demo as its link preview', () => {
  const socialCard = { path: '/social-card.jpg', alt: 'Tees' }
  expect(describe({ ...store, socialCard })).toContain('"og:image","content":"https://shop.example/social-card.jpg"')
  const own = describe({ ...store, socialCard: null })
  expect(own).not.toContain('og:image')
  expect(own).toContain('"twitter:card","content":"summary"')
})

test('a product is the link preview of its page', () => {
  const preview = describe({ ...store, socialCard: null }, { name: 'Kurta', image: '/images/kurta/800.webp' })
  expect(preview).toContain('"og:image","content":"https://shop.example/images/kurta/1200.jpeg"')
  expect(preview).toContain('summary_large_image')
})
