import type { ParsedVideo } from './video-file.ts'

/** Ids of elements with their length marks (RFC 9559, 5). */
const ids = {
  head: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  track: 0xae,
  codec: 0x86,
  cluster: 0x1f43b675,
} as const

interface Element {
  readonly id: number
  readonly body: Buffer
}

/** A number whose length is that of the zeros before its first bit (RFC 8794, 4). */
function readNumber({ bytes, at, keepsMark }: { bytes: Buffer; at: number; keepsMark: boolean }) {
  const first = bytes[at] ?? 0
  const length = Math.clz32(first) - 23
  if (length > 8 || at + length > bytes.length) return undefined
  let value = keepsMark ? first : first & (0xff >> length)
  let isUnknown = (first & (0xff >> length)) === 0xff >> length
  for (const byte of bytes.subarray(at + 1, at + length)) {
    value = value * 256 + byte
    isUnknown &&= byte === 0xff
  }
  return { value, length, isUnknown }
}

/** The elements of a part of the file. One of unknown or too large a size takes what is there. */
function readElements(bytes: Buffer): Element[] {
  const elements: Element[] = []
  for (let at = 0; at < bytes.length; ) {
    const id = readNumber({ bytes, at, keepsMark: true })
    const size = id && readNumber({ bytes, at: at + id.length, keepsMark: false })
    if (!id || !size) break
    const start = at + id.length + size.length
    const end = size.isUnknown ? bytes.length : Math.min(start + size.value, bytes.length)
    elements.push({ id: id.value, body: bytes.subarray(start, end) })
    at = end
  }
  return elements
}

const find = (elements: readonly Element[], id: number): Buffer | undefined => elements.find((element) => element.id === id)?.body

const playable = /^V_(VP8|VP9|AV1)$/

const defaultScale = 1_000_000

function readSeconds(info: Buffer): number | undefined {
  const elements = readElements(info)
  const duration = find(elements, ids.duration)
  const scale = find(elements, ids.timestampScale)
  if (duration?.length !== 4 && duration?.length !== 8) return undefined
  const ticks = duration.length === 4 ? duration.readFloatBE() : duration.readDoubleBE()
  const nanoseconds = scale === undefined ? defaultScale : scale.reduce((value, byte) => value * 256 + byte, 0)
  const seconds = (ticks * nanoseconds) / 1e9
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined
}

/** Reads what a WebM file says about itself. */
export function parseWebm(bytes: Buffer): ParsedVideo {
  const elements = readElements(bytes)
  const head = find(elements, ids.head)
  if (head === undefined || find(readElements(head), ids.docType)?.toString('latin1') !== 'webm') return 'video_type'
  const segment = readElements(find(elements, ids.segment) ?? Buffer.alloc(0))
  const tracks = readElements(find(segment, ids.tracks) ?? Buffer.alloc(0))
  const codecs = tracks
    .filter(({ id }) => id === ids.track)
    .map(({ body }) => find(readElements(body), ids.codec)?.toString('latin1') ?? '')
    .filter((codec) => codec.startsWith('V_'))
  if (codecs.length === 0 || find(segment, ids.cluster) === undefined) return 'video_damaged'
  if (!codecs.every((codec) => playable.test(codec))) return 'video_codec'
  const info = find(segment, ids.info)
  const seconds = info && readSeconds(info)
  return seconds === undefined ? 'video_length_unknown' : { type: 'webm', seconds }
}
