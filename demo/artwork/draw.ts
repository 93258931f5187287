import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { type DemoProduct, demoProducts } from '../products/products.ts'
import { composePicture } from './compose.ts'

const FOLDER = fileURLToPath(new URL('../pictures/', import.meta.url))
/** Bytes. The masters are committed, so they stay small. */
const LARGEST = 147_000
const QUALITIES = [86, 82, 78, 74, 70, 66, 62, 56, 50] as const

/** Renders one product's master, at the best quality that stays under the limit. */
async function drawProduct({ product }: { product: DemoProduct }): Promise<{ bytes: number; quality: number }> {
  const svg = Buffer.from(composePicture(product))
  const pixels = await sharp(svg).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = pixels.info
  for (const quality of QUALITIES) {
    const webp = await sharp(pixels.data, { raw: { width, height, channels } })
      .webp({ quality, effort: 5, smartSubsample: true })
      .toBuffer()
    if (webp.length >= LARGEST) continue
    await writeFile(`${FOLDER}${product.slug}.webp`, webp)
    return { bytes: webp.length, quality }
  }
  throw new Error(`The picture of ${product.slug} does not fit into ${LARGEST} bytes.`)
}

/** `draw.ts` draws all pictures, `draw.ts <slug> …` only those. */
async function drawCatalogue({ slugs }: { slugs: readonly string[] }): Promise<void> {
  const unknown = slugs.filter((slug) => !demoProducts.some((product) => product.slug === slug))
  if (unknown.length > 0) throw new Error(`No such product: ${unknown.join(', ')}`)
  // One at a time and on one thread: a picture takes a few hundred megabytes while its filters run.
  sharp.concurrency(1)
  await mkdir(FOLDER, { recursive: true })
  for (const product of demoProducts) {
    if (slugs.length > 0 && !slugs.includes(product.slug)) continue
    const { bytes, quality } = await drawProduct({ product })
    console.log(`${product.slug}.webp  ${Math.round(bytes / 1000)} kB  quality ${quality}`)
  }
}

await drawCatalogue({ slugs: process.argv.slice(2) })
