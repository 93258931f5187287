import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const readPath = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const publicFolder = readPath('../../public/')
const logoFile = readPath('../../web/layout/logo.svg')

const ground = '#2a211b'
const paper = '#f9f5ec'
const madder = '#a02a23'

const card = { width: 1200, height: 630 }
const pieces = ['madder-sun-tee', 'mid-indigo-cargo', 'indigo-and-haldi-hoodie-pair']

/** The logo alone, its corners clear. */
async function drawIcon({ logo, pixels }: { logo: Buffer; pixels: number }): Promise<Buffer> {
  return sharp(logo, { density: (72 * pixels) / 64 })
    .resize(pixels, pixels)
    .png({ palette: true, colours: 32 })
    .toBuffer()
}

/** The logo on its ground up to every edge, for systems that cut icons to a shape of their own. `share` of it is logo. */
async function drawFullIcon({ logo, pixels, share }: { logo: Buffer; pixels: number; share: number }): Promise<Buffer> {
  const inner = Math.round(pixels * share)
  return sharp({ create: { width: pixels, height: pixels, channels: 3, background: ground } })
    .composite([{ input: await drawIcon({ logo, pixels: inner }) }])
    .png({ palette: true, colours: 32 })
    .toBuffer()
}

/** An .ico of one PNG: a header of 6 bytes, an entry of 16, the picture. For whoever asks for /favicon.ico unasked. */
function wrapIcon({ png, pixels }: { png: Buffer; pixels: number }): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(pixels, 6)
  head.writeUInt8(pixels, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}

/** What messengers show beside a link: three pieces over a seam and the label. No words, because the shop's name is a setting. */
async function drawCard({ logo }: { logo: Buffer }): Promise<Buffer> {
  const width = card.width / pieces.length
  const height = (width * 5) / 4
  const strip = card.height - height
  const label = 86
  const middle = card.width / 2
  // From the label outwards, so that both sides end alike.
  const seam = `M${middle - label} 3H0M${middle + label} 3H${card.width}`
  const stitches = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${card.width}" height="6"><path d="${seam}" stroke="${madder}" stroke-width="5" stroke-dasharray="25 15"/></svg>`,
  )
  const pictures = await Promise.all(
    pieces.map(async (slug, index) => ({
      input: await sharp(readPath(`../pictures/${slug}.webp`))
        .resize(width, height)
        .toBuffer(),
      left: index * width,
      top: 0,
    })),
  )
  return sharp({ create: { ...card, channels: 3, background: paper } })
    .composite([
      ...pictures,
      { input: stitches, left: 0, top: height + strip / 2 - 3 },
      { input: await drawIcon({ logo, pixels: label }), left: middle - label / 2, top: height + (strip - label) / 2 },
    ])
    .jpeg({ quality: 86, mozjpeg: true })
    .toBuffer()
}

/** Draws the files that browsers, phones and messengers ask for by a fixed name. */
async function drawBrand(): Promise<void> {
  const logo = await readFile(logoFile)
  await mkdir(publicFolder, { recursive: true })
  await copyFile(logoFile, `${publicFolder}favicon.svg`)
  const files = {
    'favicon.ico': wrapIcon({ png: await drawIcon({ logo, pixels: 32 }), pixels: 32 }),
    'icon-192.png': await drawIcon({ logo, pixels: 192 }),
    'icon-512.png': await drawIcon({ logo, pixels: 512 }),
    'icon-maskable-512.png': await drawFullIcon({ logo, pixels: 512, share: 0.8 }),
    'apple-touch-icon.png': await drawFullIcon({ logo, pixels: 180, share: 0.9 }),
    'social-card.jpg': await drawCard({ logo }),
  }
  for (const [name, bytes] of Object.entries(files)) {
    await writeFile(publicFolder + name, bytes)
    console.log(`${name}  ${Math.ceil(bytes.length / 1000)} kB`)
  }
}

await drawBrand()
