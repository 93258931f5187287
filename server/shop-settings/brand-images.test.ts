import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createTestApp } from '#testing/test-app.ts'
import { readBrandFile, storeBrandImage } from './brand-images.ts'

const { images } = await createTestApp()

/** A bar in the middle of a ground. */
async function drawLogo({ bar, ground }: { bar: string; ground: string }): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="100"><rect width="400" height="100" fill="${ground}"/><rect x="100" y="30" width="200" height="40" fill="${bar}"/></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

/** The colour of the logo's ground beside its bar, as the header shows it. */
async function readGround(colours: { bar: string; ground: string }): Promise<number[]> {
  const path = await storeBrandImage({ images, upload: await drawLogo(colours) })
  const bytes = await readBrandFile({ images, folder: path.replace('/brand/', ''), file: 'logo.png' })
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([480, 120])
  return [...data.subarray((60 * info.width + 40) * 4, (60 * info.width + 40) * 4 + 4)]
}

test.each([
  ['a dark one', '#1d3a6b', 'none', [250, 245, 236, 255]],
  ['a white one', '#ffffff', 'none', [26, 21, 17, 255]],
  ['one that is read on both', '#c0622f', 'none', [0, 0, 0, 0]],
  ['one with a ground of its own', '#1d3a6b', '#ffcc00', [255, 204, 0, 255]],
])('a logo is put on a ground on which it is read: %s', async (_, bar, ground, expected) => {
  expect(await readGround({ bar, ground })).toEqual(expected)
})
