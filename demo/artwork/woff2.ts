import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'

/** A table of a WOFF2 font. */
export interface FontTable {
  readonly tag: string
  /** the flag byte of the directory: tag and transformation */
  readonly flags: number
  /** length before the transformation */
  readonly original: number
  readonly transformed: boolean
  readonly content: Buffer
}

// biome-ignore format: the table of the specification (WOFF2, 4.1), in its order
const knownTags = ['cmap', 'head', 'hhea', 'hmtx', 'maxp', 'name', 'OS/2', 'post', 'cvt ', 'fpgm', 'glyf', 'loca', 'prep', 'CFF ', 'VORG', 'EBDT', 'EBLC', 'gasp', 'hdmx', 'kern', 'LTSH', 'PCLT', 'VDMX', 'vhea', 'vmtx', 'BASE', 'GDEF', 'GPOS', 'GSUB', 'EBSC', 'JSTF', 'MATH', 'CBDT', 'CBLC', 'COLR', 'CPAL', 'SVG ', 'sbix', 'acnt', 'avar', 'bdat', 'bloc', 'bsln', 'cvar', 'fdsc', 'feat', 'fmtx', 'fvar', 'gvar', 'hsty', 'just', 'lcar', 'mort', 'morx', 'opbd', 'prop', 'trak', 'Zapf', 'Silf', 'Glat', 'Gloc', 'Feat', 'Sill']

const headerBytes = 48
const ownTag = 63

/** `glyf` and `loca` are transformed in version 0, all other tables in versions other than 0. */
const isTransformed = (tag: string, version: number) => (tag === 'glyf' || tag === 'loca' ? version === 0 : version !== 0)

function writeBase128(value: number): number[] {
  const groups = [value & 127]
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) groups.unshift((rest & 127) | 128)
  return groups
}

/** Parses a WOFF2 font into its header (unchanged) and its tables. */
export function readWoff2(font: Buffer): { header: Buffer; tables: FontTable[] } {
  if (font.toString('latin1', 0, 4) !== 'wOF2') throw new Error('This is no WOFF2 font.')
  let at = headerBytes
  const readBase128 = () => {
    let value = 0
    for (;;) {
      const byte = font.readUInt8(at++)
      value = value * 128 + (byte & 127)
      if (byte < 128) return value
    }
  }
  const directory = Array.from({ length: font.readUInt16BE(12) }, () => {
    const flags = font.readUInt8(at++)
    const isOwn = (flags & ownTag) === ownTag
    const tag = isOwn ? font.toString('latin1', at, at + 4) : (knownTags[flags & ownTag] ?? '')
    if (isOwn) at += 4
    const original = readBase128()
    const transformed = isTransformed(tag, flags >> 6)
    return { tag, flags, original, transformed, length: transformed ? readBase128() : original }
  })
  const stream = brotliDecompressSync(font.subarray(at, at + font.readUInt32BE(20)))
  let offset = 0
  const tables = directory.map(({ length, ...entry }) => {
    const content = stream.subarray(offset, offset + length)
    offset += length
    return { ...entry, content }
  })
  return { header: font.subarray(0, headerBytes), tables }
}

export function writeWoff2({ header, tables }: { header: Buffer; tables: readonly FontTable[] }): Buffer {
  const directory = tables.flatMap(({ tag, flags, original, transformed, content }) => [
    flags,
    ...((flags & ownTag) === ownTag ? Buffer.from(tag, 'latin1') : []),
    ...writeBase128(transformed ? original : content.length),
    ...(transformed ? writeBase128(content.length) : []),
  ])
  const stream = brotliCompressSync(Buffer.concat(tables.map(({ content }) => content)), {
    params: { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_FONT, [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS },
  })
  const unpadded = headerBytes + directory.length + stream.length
  const font = Buffer.concat([header, Buffer.from(directory), stream, Buffer.alloc(-unpadded & 3)])
  font.writeUInt32BE(font.length, 8)
  font.writeUInt32BE(stream.length, 20)
  return font
}
