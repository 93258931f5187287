import { inflateSync } from 'node:zlib'

// Sizes in bytes of https://www.w3.org/TR/WOFF/ and of the OpenType font that it contains.
const woffHeader = 44
const woffEntry = 20
const headerSize = 12
const entrySize = 16

/** The size of a table with the zeros that align the next one. */
const align = (length: number): number => Math.ceil(length / 4) * 4

/** The TrueType font in a WOFF file: the same tables, not compressed. */
export function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const powers = Math.floor(Math.log2(count))
  const header = Buffer.alloc(headerSize + count * entrySize)
  woff.copy(header, 0, 4, 8)
  header.writeUInt16BE(count, 4)
  header.writeUInt16BE(entrySize * 2 ** powers, 6)
  header.writeUInt16BE(powers, 8)
  header.writeUInt16BE(entrySize * (count - 2 ** powers), 10)
  const parts = [header]
  let offset = header.length
  for (let index = 0; index < count; index += 1) {
    const from = woffHeader + index * woffEntry
    const to = headerSize + index * entrySize
    const [start, stored, length] = [woff.readUInt32BE(from + 4), woff.readUInt32BE(from + 8), woff.readUInt32BE(from + 12)]
    const bytes = woff.subarray(start, start + stored)
    const table = Buffer.alloc(align(length))
    table.set(stored < length ? inflateSync(bytes) : bytes)
    parts.push(table)
    woff.copy(header, to, from, from + 4)
    woff.copy(header, to + 4, from + 16, from + 20)
    header.writeUInt32BE(offset, to + 8)
    header.writeUInt32BE(length, to + 12)
    offset += table.length
  }
  return Buffer.concat(parts)
}
