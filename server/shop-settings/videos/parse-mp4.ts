import type { ParsedVideo } from './video-file.ts'

interface Box {
  readonly type: string
  /** from its size on */
  readonly whole: Buffer
  readonly body: Buffer
}

/** The boxes of a part of the file (ISO 14496-12, 4.2), with what is cut off left out. Undefined for a broken size. */
function readBoxes(bytes: Buffer): Box[] | undefined {
  const boxes: Box[] = []
  for (let start = 0; start + 8 <= bytes.length; ) {
    const short = bytes.readUInt32BE(start)
    const type = bytes.toString('latin1', start + 4, start + 8)
    const isLong = short === 1
    if (isLong && start + 16 > bytes.length) return undefined
    const headLength = isLong ? 16 : 8
    // 0: until the end of the file.
    const size = short === 0 ? bytes.length - start : isLong ? Number(bytes.readBigUInt64BE(start + 8)) : short
    if (size < headLength || start + size > bytes.length) return undefined
    boxes.push({ type, whole: bytes.subarray(start, start + size), body: bytes.subarray(start + headLength, start + size) })
    start += size
  }
  return boxes
}

const find = (boxes: readonly Box[], type: string): Box[] => boxes.filter((box) => box.type === type)

/** The boxes at a path such as `trak/mdia`. */
function findAll(boxes: readonly Box[], path: string): Box[] {
  const [type = '', ...rest] = path.split('/')
  const found = find(boxes, type)
  return rest.length === 0 ? found : found.flatMap(({ body }) => findAll(readBoxes(body) ?? [], rest.join('/')))
}

/** H.264 and AV1: what Chrome, Firefox and Safari play. HEVC of iPhones is not. */
const playable = /^(avc1|avc3|av01)$/

/** Time scale and duration of a movie header, whose second version has longer fields. */
function readSeconds(header: Buffer): number | undefined {
  const isLong = header[0] === 1
  if (header.length < (isLong ? 32 : 20)) return undefined
  const scale = header.readUInt32BE(isLong ? 20 : 12)
  const duration = isLong ? Number(header.readBigUInt64BE(24)) : header.readUInt32BE(16)
  return scale === 0 || duration === 0 ? undefined : duration / scale
}

/** Reads what an MP4 file says about itself. */
export function parseMp4(bytes: Buffer): ParsedVideo {
  const boxes = readBoxes(bytes)
  if (boxes === undefined) return 'video_damaged'
  // QuickTime files of cameras begin in the same way.
  if (boxes[0]?.body.toString('latin1', 0, 4) === 'qt  ') return 'video_type'
  const [movie] = find(boxes, 'moov')
  const parts = movie && readBoxes(movie.body)
  if (parts === undefined || find(boxes, 'mdat').length === 0) return 'video_damaged'
  const codecs = find(parts, 'trak').flatMap(({ body }) => {
    const track = readBoxes(body) ?? []
    const [handler] = findAll(track, 'mdia/hdlr')
    if (handler?.body.toString('latin1', 8, 12) !== 'vide') return []
    return findAll(track, 'mdia/minf/stbl/stsd').map((list) => list.body.toString('latin1', 12, 16))
  })
  if (codecs.length === 0) return 'video_damaged'
  if (!codecs.every((codec) => playable.test(codec))) return 'video_codec'
  const [header] = find(parts, 'mvhd')
  const seconds = header && readSeconds(header.body)
  return seconds === undefined ? 'video_length_unknown' : { type: 'mp4', seconds }
}

const metadata = new Set(['udta', 'meta', 'uuid'])

/** Empties what cameras write about the place and the device of a film. The boxes stay as free space, so that nothing else moves. */
export function clearMetadata(file: Buffer): Buffer {
  const bytes = Buffer.from(file)
  const readParts = (boxes: readonly Box[]): Box[] => boxes.flatMap(({ body }) => readBoxes(body) ?? [])
  const boxes = readBoxes(bytes) ?? []
  const movie = readParts(find(boxes, 'moov'))
  const track = readParts(find(movie, 'trak'))
  for (const { type, whole, body } of [...boxes, ...movie, ...track]) {
    if (!metadata.has(type)) continue
    whole.write('free', 4, 'latin1')
    body.fill(0)
  }
  return bytes
}
