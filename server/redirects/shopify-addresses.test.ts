import { expect, test } from 'vitest'
import { createTestApp } from '#testing/test-app.ts'
import { createRedirectCache } from './redirect-cache.ts'

const { database } = await createTestApp()
await database.insertInto('redirects').values({ from_path: '/products/x', to_path: '/product/1/x', to_key: '/product/1/x' }).execute()
await database.insertInto('redirects').values({ from_path: '/pages/returns', to_path: '/buy', to_key: '/buy' }).execute()
const redirects = createRedirectCache({ database })
await redirects.load()

test.each([
  ['/products/x', '/product/1/x'],
  ['/en-in/products/x', '/product/1/x'],
  ['/hi/collections/all/products/x', '/product/1/x'],
  ['/products/x.json', '/product/1/x'],
  ['/en-in/products/x.js?variant=1&utm_source=insta', '/product/1/x?utm_source=insta'],
  ['/cart', '/homecart'],
  ['/en-in/cart', '/homecart'],
  ['/search?q=kurta&type=product', '/buy?q=kurta'],
  ['/search', '/buy'],
  ['/account/login', '/login'],
  ['/policies/refund-policy', '/returnPolicy'],
  ['/policies/shipping-policy', '/term'],
  ['/policies/terms-of-service', '/ship'],
  ['/policies/privacy-policy', '/privacy'],
  ['/pages/contact-us', '/contact'],
  ['/pages/track-your-order', '/order-tracking'],
  ['/pages/size-chart', '/size-guide'],
  ['/pages/faqs', '/help-center'],
  ['/pages/lookbook', undefined],
  ['/en-in/buy', '/buy'],
  ['/en-in', '/buy'],
  ['/en-in/', '/buy'],
  ['/collections/all', '/buy'],
  ['/hi/collections/all?utm_source=insta', '/buy?utm_source=insta'],
  ['/collections/kurtas', undefined],
  ['/products', '/buy'],
  ['/india', undefined],
  // What the owner has entered comes first.
  ['/pages/returns', '/buy'],
  ['/products/unknown', undefined],
  ['/en-in/unknown', undefined],
])('%s of Shopify leads to %s', (url, to) => {
  expect(redirects.find({ url, client: '192.0.2.1' })).toBe(to)
})
