import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readWoff2, writeWoff2 } from './woff2.ts'

/**
 * Characters that the shop's own texts do not use; web/ui/fonts.css loads them from the full font. Accents and dotless
 * letters stay, because other glyphs are composed of them.
 */
const isForeign = (code: number) =>
  (code >= 0xa1 && code <= 0xff && ![0xa8, 0xa9, 0xaf, 0xb4, 0xb7, 0xb8, 0xd7, 0xf7].includes(code)) ||
  [0x152, 0x153, 0x20ac, 0x2122, 0x2039, 0x203a].includes(code)

/** The glyphs of these characters, from a `cmap` table of format 4. */
function listForeignGlyphs(cmap: Buffer): Set<number> {
  const subtables = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) => cmap.readUInt32BE(8 + 8 * index))
  const start = subtables.find((offset) => cmap.readUInt16BE(offset) === 4)
  if (start === undefined) throw new Error('The font has no character map of format 4.')
  const segments = cmap.readUInt16BE(start + 6) / 2
  const glyphs = new Set<number>()
  for (let segment = 0; segment < segments; segment += 1) {
    const at = (column: number) => start + 14 + 2 * (segment + column * segments) + (column === 0 ? 0 : 2)
    const [last, first, delta, range] = [0, 1, 2, 3].map((column) => cmap.readUInt16BE(at(column))) as [number, number, number, number]
    for (let code = first; code <= last && code < 0xffff; code += 1) {
      if (!isForeign(code)) continue
      const glyph = range === 0 ? code : cmap.readUInt16BE(at(3) + range + 2 * (code - first))
      if (range === 0 || glyph !== 0) glyphs.add((glyph + delta) & 0xffff)
    }
  }
  return glyphs
}

/** Returns a `gvar` table without the variations of these glyphs. */
function dropVariations({ gvar, glyphs }: { gvar: Buffer; glyphs: ReadonlySet<number> }): Buffer {
  const count = gvar.readUInt16BE(12)
  const long = (gvar.readUInt16BE(14) & 1) === 1
  const dataStart = gvar.readUInt32BE(16)
  const readOffset = (index: number) => (long ? gvar.readUInt32BE(20 + 4 * index) : 2 * gvar.readUInt16BE(20 + 2 * index))
  const entries = Array.from({ length: count }, (_, glyph) =>
    glyphs.has(glyph) ? Buffer.alloc(0) : gvar.subarray(dataStart + readOffset(glyph), dataStart + readOffset(glyph + 1)),
  )
  const front = Buffer.from(gvar.subarray(0, dataStart))
  let offset = 0
  for (const [glyph, data] of [...entries, Buffer.alloc(0)].entries()) {
    if (long) front.writeUInt32BE(offset, 20 + 4 * glyph)
    else front.writeUInt16BE(offset / 2, 20 + 2 * glyph)
    offset += data.length
  }
  return Buffer.concat([front, ...entries])
}

/** A `post` table of version 3, which has no glyph names. */
function dropGlyphNames(post: Buffer): Buffer {
  const unnamed = Buffer.from(post.subarray(0, 32))
  unnamed.writeUInt32BE(0x00030000, 0)
  return unnamed
}

const faces = {
  fraunces: import.meta.resolve('@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2'),
  'instrument-sans': import.meta.resolve('@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2'),
}

for (const [family, source] of Object.entries(faces)) {
  const font = readWoff2(readFileSync(fileURLToPath(source)))
  const findTable = (tag: string) => {
    const table = font.tables.find((candidate) => candidate.tag === tag)
    if (table === undefined) throw new Error(`${family} has no table ${tag}.`)
    return table.content
  }
  const gvar = dropVariations({ gvar: findTable('gvar'), glyphs: listForeignGlyphs(findTable('cmap')) })
  const changed: Readonly<Record<string, Buffer>> = { gvar, post: dropGlyphNames(findTable('post')) }
  const tables = font.tables.map((table) => ({ ...table, content: changed[table.tag] ?? table.content }))
  const lighter = writeWoff2({ ...font, tables })
  writeFileSync(join(import.meta.dirname, `../../web/ui/fonts/${family}.woff2`), lighter)
  console.log(`${family}: ${lighter.length} bytes`)
}
