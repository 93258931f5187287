import fastify from 'fastify'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createTestApp } from '#testing/test-app.ts'
import { storeOriginal } from '../catalog/pictures/store-original.ts'
import { parseSettings } from '../kernel/settings.ts'
import { storeBrandImage } from './brand-images.ts'
import { brandRoutes } from './brand-routes.ts'
import { toDefaultSettings } from './default-settings.ts'
import { findSocialCard } from './social-card.ts'

const { images } = await createTestApp()
const shopSettings = { current: toDefaultSettings(parseSettings({})) }
const app = fastify()
brandRoutes(app, { images, shopSettings })

const draw = (background: string, size: { width: number; height: number }) => sharp({ create: { ...size, channels: 3, background } })

const original = await draw('#2060a0', { width: 800, height: 1000 }).webp({ lossless: true }).toBuffer()
const picture = {
  image: `/images/${await storeOriginal({ images, name: 'Hero', original })}/800.webp`,
  backdrop: '#2060a0',
  alt: 'Weavers at the loom',
}
const logo = await storeBrandImage({ images, upload: await draw('#c02020', { width: 400, height: 100 }).png().toBuffer() })

/** The card of a shop with this hero and logo, and its colours in steps of 32. */
async function readCard(change: { picture?: typeof picture; sharedPicture?: typeof picture; logo?: string }) {
  const { current } = shopSettings
  shopSettings.current = {
    ...current,
    shop: { ...current.shop, logo: change.logo ?? null },
    'front-page': { ...current['front-page'], picture: change.picture ?? null, sharedPicture: change.sharedPicture ?? null },
  }
  const card = findSocialCard(shopSettings.current)
  const { headers, rawPayload } = await app.inject(card?.path ?? '')
  const { data, info } = await sharp(rawPayload).raw().toBuffer({ resolveWithObject: true })
  const readColour = (x: number, y: number) => {
    const start = (y * info.width + x) * info.channels
    return [...data.subarray(start, start + 3)].map((value) => Math.round(value / 32))
  }
  return {
    card,
    headers,
    size: [info.width, info.height],
    left: readColour(20, 20),
    middleLeft: readColour(348, 315),
    middle: readColour(600, 315),
    right: readColour(1180, 315),
  }
}

const blue = [1, 3, 5]
const red = [6, 1, 1]
const cream = [8, 8, 7]

test('the card shows the hero beside the logo, on the colour of the page', async () => {
  const shown = await readCard({ picture, logo })
  expect(shown).toMatchObject({ size: [1200, 630], left: cream, middleLeft: red, right: blue })
  expect(shown.headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'public, max-age=31536000, immutable' })
  expect(shown.card?.alt).toBe('Weavers at the loom')
})

test('a picture that the owner has chosen for shared links stands alone', async () => {
  const shown = await readCard({ sharedPicture: { ...picture, alt: 'Our shop' }, logo })
  expect(shown).toMatchObject({ size: [1200, 630], left: blue, middle: blue, right: blue })
  expect(shown.card?.alt).toBe('Our shop')
})

test('the hero alone fills the card, and the logo alone stands in its middle', async () => {
  expect(await readCard({ picture })).toMatchObject({ left: blue, middle: blue, right: blue })
  const alone = await readCard({ logo })
  expect(alone).toMatchObject({ left: cream, middle: red, right: cream })
  expect(alone.card?.alt).toBe('Loom & Lane')
})

test('another hero or logo has another address, and an old address shows the card of today for an hour', async () => {
  const both = await readCard({ picture, logo })
  const hero = await readCard({ picture })
  expect(both.card?.path).not.toBe(hero.card?.path)
  const { statusCode, headers } = await app.inject(both.card?.path ?? '')
  expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=3600'])
})

test('a shop with neither has no card', () => {
  expect(findSocialCard(toDefaultSettings(parseSettings({})))).toBeUndefined()
})
