const box = (type: string, ...parts: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

interface VideoOptions {
  readonly seconds?: number
  readonly codec?: string
  /** bytes of pictures and sound */
  readonly size?: number
}

/** An MP4 file as far as its boxes go: a video and a sound track, without pictures. `place`: where it was filmed, as phones write it. */
export function buildMp4({
  seconds = 8,
  codec = 'avc1',
  size = 1000,
  brand = 'isom',
  place = '',
}: VideoOptions & { brand?: string; place?: string } = {}): Buffer {
  const header = Buffer.alloc(100)
  header.writeUInt32BE(1000, 12)
  header.writeUInt32BE(seconds * 1000, 16)
  const track = (handler: string, format: string) => {
    const descriptions = Buffer.alloc(24)
    descriptions.writeUInt32BE(1, 4)
    descriptions.write(format, 12, 'latin1')
    const kind = Buffer.alloc(20)
    kind.write(handler, 8, 'latin1')
    return box('trak', box('mdia', box('hdlr', kind), box('minf', box('stbl', box('stsd', descriptions)))))
  }
  const movie = box('moov', box('mvhd', header), track('vide', codec), track('soun', 'mp4a'), box('udta', Buffer.from(place)))
  return Buffer.concat([box('ftyp', Buffer.from(`${brand}\0\0\0\0`, 'latin1')), movie, box('mdat', Buffer.alloc(size))])
}

const element = (id: string, body: Uint8Array): Buffer => {
  const size = Buffer.alloc(8)
  size.writeBigUInt64BE((1n << 56n) | BigInt(body.length))
  return Buffer.concat([Buffer.from(id, 'hex'), size, body])
}

/** A WebM file as far as its elements go. `seconds` null: without its length, as browsers record it. */
export function buildWebm({
  seconds = 8,
  codec = 'V_VP9',
  size = 1000,
  docType = 'webm',
}: Omit<VideoOptions, 'seconds'> & {
  seconds?: number | null
  docType?: string
} = {}): Buffer {
  const duration = Buffer.alloc(8)
  duration.writeDoubleBE((seconds ?? 0) * 1000)
  const info = element('1549a966', seconds === null ? Buffer.alloc(0) : element('4489', duration))
  const tracks = element('1654ae6b', element('ae', element('86', Buffer.from(codec, 'latin1'))))
  const segment = element('18538067', Buffer.concat([info, tracks, element('1f43b675', Buffer.alloc(size))]))
  return Buffer.concat([element('1a45dfa3', element('4282', Buffer.from(docType, 'latin1'))), segment])
}
