import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { type DemoProduct, demoProducts } from '../products/products.ts'
import type { Box } from './cloth/outline.ts'
import { type Picture, renderPicture, WHOLE_PICTURE } from './cloth/picture.ts'
import { composePicture, findCloseUp, toBack } from './compose.ts'
import { composeScenes } from './scenes.ts'

const FOLDER = fileURLToPath(new URL('../pictures/', import.meta.url))

/** Size in pixels and the most bytes: the pictures are committed. */
const WHOLE = { width: 1920, height: 2400, maxBytes: 295_000 }
const FURTHER = { width: 1200, height: 1500, maxBytes: 147_000 }
const QUALITIES = [80, 72, 64, 56, 48, 40] as const

/** Renders a picture, or the part of it in `view`, at the best quality that fits. */
async function writePicture({
  name,
  picture,
  view = WHOLE_PICTURE,
  isSoft = false,
  size: { width, height, maxBytes },
}: {
  name: string
  picture: Picture
  view?: Box
  isSoft?: boolean | undefined
  size: typeof WHOLE
}): Promise<void> {
  const pixels = await renderPicture({ picture, view, width })
  for (const quality of QUALITIES) {
    const image = sharp(pixels, { raw: { width, height, channels: 3 } })
    if (isSoft) image.blur(2.4).sharpen({ sigma: 1.5, m1: 0, m2: 2 })
    const webp = await image.webp({ quality, effort: 4, smartSubsample: true }).toBuffer()
    if (webp.length >= maxBytes) continue
    await writeFile(`${FOLDER}${name}.webp`, webp)
    return console.log(`${name}.webp  ${Math.round(webp.length / 1000)} kB  quality ${quality}`)
  }
  throw new Error(`${name}.webp does not fit into ${maxBytes} bytes.`)
}

/** Draws the front, and the back and two close-ups of those products that have them. */
async function drawProduct({ product }: { product: DemoProduct }): Promise<void> {
  const { drawing, slug, views } = product
  const front = composePicture(product)
  await writePicture({ name: slug, picture: front, size: WHOLE })
  for (const view of views) {
    const name = `${slug}-${view}`
    if (view === 'back') await writePicture({ name, picture: composePicture({ ...product, drawing: toBack(drawing) }), size: FURTHER })
    else await writePicture({ name, picture: front, view: findCloseUp({ view, drawing }), size: FURTHER })
  }
}

/** Draws the pictures of these products and collections; with no names, all of them. */
async function drawPictures({ names }: { names: readonly string[] }): Promise<void> {
  const scenes = composeScenes()
  const known = [...demoProducts.map(({ slug }) => slug), ...scenes.map(({ name }) => name)]
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new Error(`No such product or collection picture: ${unknown.join(', ')}`)
  const isChosen = (name: string): boolean => names.length === 0 || names.includes(name)
  // Sequential and single-threaded: the filters of one picture take a few hundred megabytes.
  sharp.concurrency(1)
  await mkdir(FOLDER, { recursive: true })
  for (const product of demoProducts) if (isChosen(product.slug)) await drawProduct({ product })
  for (const { name, ...scene } of scenes) if (isChosen(name)) await writePicture({ name, ...scene, size: WHOLE })
}

await drawPictures({ names: process.argv.slice(2) })
