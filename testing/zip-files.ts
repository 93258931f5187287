import { crc32, deflateRawSync } from 'node:zlib'

/**
 * A zip file. The sizes and the names of its entries are what is given, true or not. Entries that are the same as the first one have no
 * bytes of their own.
 */
export function buildZip(
  entries: readonly { name: string; bytes: Buffer; size?: number; flags?: number; isSameAsFirst?: boolean }[],
): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, bytes, size = bytes.length, flags = 0, isSameAsFirst = false } of entries) {
    const path = Buffer.from(name)
    const packed = deflateRawSync(bytes)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(flags, 2)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(crc32(bytes), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(size, 18)
    fields.writeUInt16LE(path.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, path, packed])
    const end = Buffer.alloc(14)
    end.writeUInt32LE(isSameAsFirst ? 0 : offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), fields, end, path]))
    if (isSameAsFirst) continue
    parts.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, central, Buffer.from('PK\x05\x06'), end])
}
