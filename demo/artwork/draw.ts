import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { type DemoProduct, demoProducts } from '../products/products.ts'
import type { Box } from './cloth/outline.ts'
import { type Picture, renderPicture, WHOLE_PICTURE } from './cloth/picture.ts'
import { composePicture, findCloseUp, toBack, toPiece } from './compose.ts'
import { composeScenes } from './scenes.ts'

const FOLDER = fileURLToPath(new URL('../pictures/', import.meta.url))

/** Size in pixels and the most bytes: the pictures are committed. */
const LARGE = { width: 1920, height: 2400, maxBytes: 295_000 }
const BACK = { ...LARGE, maxBytes: 195_000 }
/** The best first. */
const QUALITIES = [80, 72, 64, 56, 48, 40, 32, 26, 20] as const

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
  size: typeof LARGE
}): Promise<void> {
  const pixels = await renderPicture({ picture, view, width })
  let best: { quality: number; webp: Buffer } | undefined
  // A binary search, because encoding takes seconds.
  let [from, to]: [number, number] = [0, QUALITIES.length]
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    const quality = QUALITIES[middle] ?? 0
    const image = sharp(pixels, { raw: { width, height, channels: 3 } })
    if (isSoft) image.blur(2.4).sharpen({ sigma: 1.5, m1: 0, m2: 2 })
    const webp = await image.webp({ quality, effort: 4, smartSubsample: true }).toBuffer()
    if (webp.length < maxBytes) {
      best = { quality, webp }
      to = middle
    } else from = middle + 1
  }
  if (!best) throw new Error(`${name}.webp does not fit into ${maxBytes} bytes.`)
  await writeFile(`${FOLDER}${name}.webp`, best.webp)
  console.log(`${name}.webp  ${Math.round(best.webp.length / 1000)} kB  quality ${best.quality}`)
}

/** Draws those of a product's pictures that are chosen: the front, and the back and two close-ups where it has them. */
async function drawProduct({ product, isChosen }: { product: DemoProduct; isChosen: (name: string) => boolean }): Promise<void> {
  const { drawing, slug, views } = product
  if (isChosen(slug)) await writePicture({ name: slug, picture: composePicture(product), size: LARGE })
  for (const view of views) {
    const name = `${slug}-${view}`
    if (!isChosen(name)) continue
    if (view === 'back') await writePicture({ name, picture: composePicture({ ...product, drawing: toBack(drawing) }), size: BACK })
    else if (view !== 'detail' && view !== 'fabric')
      await writePicture({
        name,
        picture: composePicture({ ...product, drawing: toPiece({ drawing, piece: Number(view.at(-1)) }) }),
        size: BACK,
      })
    // Composed again: rendering takes the random numbers of a picture, and the close-up has the folds of the front.
    else
      await writePicture({
        name,
        picture: composePicture(product),
        view: findCloseUp({ view, drawing }),
        size: LARGE,
      })
  }
}

/** Draws these pictures, those of these products and those of these views (`-back`); with no names, all of them. */
async function drawPictures({ names }: { names: readonly string[] }): Promise<void> {
  const scenes = composeScenes()
  const known = demoProducts.flatMap(({ slug, views }) => [slug, ...views.map((view) => `${slug}-${view}`)])
  const all = [...known, ...scenes.map(({ name }) => name)]
  const unknown = names.filter((name) => !all.some((each) => each === name || (name.startsWith('-') && each.endsWith(name))))
  if (unknown.length > 0) throw new Error(`No such picture: ${unknown.join(', ')}`)
  const isNamed = (name: string): boolean => names.some((each) => each === name || (each.startsWith('-') && name.endsWith(each)))
  // Sequential and single-threaded: the filters of one picture take a few hundred megabytes.
  sharp.concurrency(1)
  await mkdir(FOLDER, { recursive: true })
  for (const product of demoProducts)
    await drawProduct({ product, isChosen: (name) => names.length === 0 || names.includes(product.slug) || isNamed(name) })
  for (const { name, ...scene } of scenes) if (names.length === 0 || isNamed(name)) await writePicture({ name, ...scene, size: LARGE })
}

await drawPictures({ names: process.argv.slice(2) })
