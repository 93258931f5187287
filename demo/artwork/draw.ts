import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { type DemoProduct, demoProducts } from '../products/products.ts'
import { composePicture, findCloseUp, toBack } from './compose.ts'

const FOLDER = fileURLToPath(new URL('../pictures/', import.meta.url))
/** The pictures are committed, so their size is limited. */
const MAX_BYTES = 147_000
const QUALITIES = [86, 82, 78, 74, 70, 66, 62, 56, 50] as const

/** Renders one picture at the best quality that fits into `MAX_BYTES`. */
async function drawProduct({ product }: { product: DemoProduct }): Promise<{ bytes: number; quality: number }> {
  const svg = Buffer.from(composePicture(product))
  const pixels = await sharp(svg).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = pixels.info
  for (const quality of QUALITIES) {
    const webp = await sharp(pixels.data, { raw: { width, height, channels } })
      .webp({ quality, effort: 5, smartSubsample: true })
      .toBuffer()
    if (webp.length >= MAX_BYTES) continue
    await writeFile(`${FOLDER}${product.slug}.webp`, webp)
    return { bytes: webp.length, quality }
  }
  throw new Error(`The picture of ${product.slug} does not fit into ${MAX_BYTES} bytes.`)
}

/** Further pictures are smaller. */
const VIEW_SIZE = { width: 960, height: 1200 }
const VIEW_MAX_BYTES = 70_000
const CLOSE_UP_SCALE = 1.6

/** Draws the back, and the close-ups as parts of one larger picture. */
async function drawViews({ product }: { product: DemoProduct }): Promise<void> {
  const { drawing, slug, views } = product
  if (views.length === 0) return
  const back = await sharp(Buffer.from(composePicture({ ...product, drawing: toBack(drawing) })))
    .resize(VIEW_SIZE)
    .removeAlpha()
    .raw()
    .toBuffer()
  await writeView({ file: `${slug}-back.webp`, pixels: back })
  const large = await sharp(Buffer.from(composePicture(product)), { density: 72 * CLOSE_UP_SCALE })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = large.info
  for (const view of ['detail', 'fabric'] as const) {
    const { left, top } = findCloseUp({ view, drawing })
    const region = { left: Math.round(left * CLOSE_UP_SCALE), top: Math.round(top * CLOSE_UP_SCALE), ...VIEW_SIZE }
    const pixels = await sharp(large.data, { raw: { width, height, channels: 3 } })
      .extract(region)
      .raw()
      .toBuffer()
    await writeView({ file: `${slug}-${view}.webp`, pixels })
  }
}

async function writeView({ file, pixels }: { file: string; pixels: Buffer }): Promise<void> {
  for (const quality of QUALITIES) {
    const webp = await sharp(pixels, { raw: { ...VIEW_SIZE, channels: 3 } })
      .webp({ quality, effort: 5, smartSubsample: true })
      .toBuffer()
    if (webp.length >= VIEW_MAX_BYTES) continue
    await writeFile(FOLDER + file, webp)
    return console.log(`${file}  ${Math.round(webp.length / 1000)} kB  quality ${quality}`)
  }
  throw new Error(`${file} does not fit into ${VIEW_MAX_BYTES} bytes.`)
}

/** Draws the pictures of these products; with no slugs, all of them. */
async function drawPictures({ slugs }: { slugs: readonly string[] }): Promise<void> {
  const unknown = slugs.filter((slug) => !demoProducts.some((product) => product.slug === slug))
  if (unknown.length > 0) throw new Error(`No such product: ${unknown.join(', ')}`)
  // Sequential and single-threaded: the filters of one picture take a few hundred megabytes.
  sharp.concurrency(1)
  await mkdir(FOLDER, { recursive: true })
  for (const product of demoProducts) {
    if (slugs.length > 0 && !slugs.includes(product.slug)) continue
    const { bytes, quality } = await drawProduct({ product })
    console.log(`${product.slug}.webp  ${Math.round(bytes / 1000)} kB  quality ${quality}`)
    await drawViews({ product })
  }
}

await drawPictures({ slugs: process.argv.slice(2) })
