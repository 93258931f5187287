import { randomUUID } from 'node:crypto'
import { buildGuestOrder, createTestProduct } from './factories.ts'
import { signInShopper } from './shoppers.ts'
import type { TestApp } from './test-app.ts'

/** Fills a shop with one of each thing that a backup has to contain, and returns the key of the product's picture. */
export async function fillShop({ request, database, images }: Pick<TestApp, 'request' | 'database' | 'images'>): Promise<string> {
  const product = await createTestProduct({ database, price: 499, stock: 50 })
  const imageKey = (await database.selectFrom('products').select('image_key').where('id', '=', product.id).executeTakeFirstOrThrow())
    .image_key
  await images.write(`masters/${imageKey}.webp`, Buffer.from('an image'))
  for (const owner of ['collection', 'category']) await images.write(`masters/of-${owner}.webp`, Buffer.from(owner))
  const ownPicture = (owner: string) => ({ image_key: `of-${owner}`, placeholder_color: '#aabbcc' })
  await database
    .insertInto('collections')
    .values({ slug: 'diwali', title: 'Diwali', ...ownPicture('collection') })
    .execute()
  await database.updateTable('categories').set(ownPicture('category')).where('key', '=', 'TEE').execute()
  for (const key of ['of-front-page', 'of-page', 'brand-0123456789abcdef', 'video-fedcba9876543210'])
    await images.write(`masters/${key}.webp`, Buffer.from(key))
  const settings = {
    picture: { image: '/images/of-front-page/800.jpeg' },
    logo: '/brand/0123456789abcdef',
    video: '/videos/fedcba9876543210.mp4',
  }
  await database
    .insertInto('settings')
    .values({ key: 'shop', value: JSON.stringify(settings) })
    .execute()
  const page = { title: 'Lookbook', slug: 'lookbook', sections: [{ picture: { image: '/images/of-page/800.jpeg' } }] }
  await database
    .insertInto('pages')
    .values({ draft: JSON.stringify(page), position: 1, changed_by: null })
    .execute()
  const shopper = await signInShopper({ request, name: 'Asha\tof "Bengaluru"\n\\N' })
  await request('POST', '/cart/add', { cookies: shopper.cookies, body: { product: product.id, size: 'M', quantity: 2 } })
  for (const key of [randomUUID(), randomUUID()]) {
    await request('POST', '/guest/cashondelivery', {
      headers: { 'idempotency-key': key },
      body: buildGuestOrder([{ ...product, quantity: 3 }]),
    })
  }
  return imageKey
}
