import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { type DemoProduct, demoProducts } from '../products/products.ts'
import { composePicture } from './compose.ts'

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
  }
}

await drawPictures({ slugs: process.argv.slice(2) })
