import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const toPath = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const publicFolder = toPath('../../public/')
const logoFile = toPath('../../web/layout/logo.svg')

const background = '#2a211b'
const cardBackground = '#f9f5ec'
const madder = '#a02a23'

const card = { width: 1200, height: 630 }
const slugs = ['madder-sun-tee', 'indigo-sprig-kurta', 'mid-indigo-cargo']

/** The logo with transparent corners. */
async function drawIcon({ logo, pixels }: { logo: Buffer; pixels: number }): Promise<Buffer> {
  return sharp(logo, { density: (72 * pixels) / 64 })
    .resize(pixels, pixels)
    .png({ palette: true, colours: 32 })
    .toBuffer()
}

/** The logo on an opaque background, for systems that mask icons. `share` is the logo's part of the width. */
async function drawMaskableIcon({ logo, pixels, share }: { logo: Buffer; pixels: number; share: number }): Promise<Buffer> {
  const inner = Math.round(pixels * share)
  return sharp({ create: { width: pixels, height: pixels, channels: 3, background } })
    .composite([{ input: await drawIcon({ logo, pixels: inner }) }])
    .png({ palette: true, colours: 32 })
    .toBuffer()
}

/** Encodes an .ico file with one PNG: a header of 6 bytes, an entry of 16 bytes, the PNG. */
function encodeIco({ png, pixels }: { png: Buffer; pixels: number }): Buffer {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt8(pixels, 6)
  header.writeUInt8(pixels, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}

/** The Open Graph image: three products above the logo. It has no text, because the store name is a setting. */
async function drawCard({ logo }: { logo: Buffer }): Promise<Buffer> {
  const width = card.width / slugs.length
  const height = (width * 5) / 4
  const strip = card.height - height
  const label = 86
  const middle = card.width / 2
  // Both lines start at the logo, so that their ends are symmetric.
  const seam = `M${middle - label} 3H0M${middle + label} 3H${card.width}`
  const stitches = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${card.width}" height="6"><path d="${seam}" stroke="${madder}" stroke-width="5" stroke-dasharray="25 15"/></svg>`,
  )
  const pictures = await Promise.all(
    slugs.map(async (slug, index) => ({
      input: await sharp(toPath(`../pictures/${slug}.webp`))
        .resize(width, height)
        .toBuffer(),
      left: index * width,
      top: 0,
    })),
  )
  return sharp({ create: { ...card, channels: 3, background: cardBackground } })
    .composite([
      ...pictures,
      { input: stitches, left: 0, top: height + strip / 2 - 3 },
      { input: await drawIcon({ logo, pixels: label }), left: middle - label / 2, top: height + (strip - label) / 2 },
    ])
    .jpeg({ quality: 86, mozjpeg: true })
    .toBuffer()
}

/** Draws the icons and the Open Graph image into `public/`. */
async function drawBrand(): Promise<void> {
  const logo = await readFile(logoFile)
  await mkdir(publicFolder, { recursive: true })
  await copyFile(logoFile, `${publicFolder}favicon.svg`)
  const files = {
    'favicon.ico': encodeIco({ png: await drawIcon({ logo, pixels: 32 }), pixels: 32 }),
    'icon-192.png': await drawIcon({ logo, pixels: 192 }),
    'icon-512.png': await drawIcon({ logo, pixels: 512 }),
    'icon-maskable-512.png': await drawMaskableIcon({ logo, pixels: 512, share: 0.8 }),
    'apple-touch-icon.png': await drawMaskableIcon({ logo, pixels: 180, share: 0.9 }),
    'social-card.jpg': await drawCard({ logo }),
  }
  for (const [name, bytes] of Object.entries(files)) {
    await writeFile(publicFolder + name, bytes)
    console.log(`${name}  ${Math.ceil(bytes.length / 1000)} kB`)
  }
}

await drawBrand()
