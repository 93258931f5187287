import { hash } from 'node:crypto'
import { uploads } from '#contract/kernel/limits/uploads.ts'
import { type ImageStore, originalKey } from '../../catalog/pictures/image-store.ts'
import { AppError } from '../../kernel/errors.ts'
import { clearMetadata, parseMp4 } from './parse-mp4.ts'
import { parseWebm } from './parse-webm.ts'
import type { ParsedVideo, VideoProblem } from './video-file.ts'

/** Backups find a video like an original picture. */
const toKey = (name: string): string => originalKey(`video-${name}`)

/** What a file is, by its content: its name and its media type say nothing. */
function parseVideo(bytes: Buffer): ParsedVideo {
  if (bytes.toString('latin1', 4, 8) === 'ftyp') return parseMp4(bytes)
  return bytes.length > 4 && bytes.readUInt32BE() === 0x1a45dfa3 ? parseWebm(bytes) : 'video_type'
}

const videoError = (code: VideoProblem | 'video_too_long') => new AppError(code, { field: 'video' })

/**
 * Stores a video without what cameras write about it. Returns its path, such as `/videos/0123456789abcdef.mp4`.
 * @throws AppError video_type, video_codec, video_damaged, video_length_unknown, video_too_long
 */
export async function storeVideo({ images, upload }: { images: ImageStore; upload: Buffer }): Promise<string> {
  const video = parseVideo(upload)
  if (typeof video === 'string') throw videoError(video)
  if (video.seconds > uploads.videoMaxSeconds) throw videoError('video_too_long')
  const bytes = video.type === 'mp4' ? clearMetadata(upload) : upload
  const name = hash('sha256', bytes, 'hex').slice(0, 16)
  await images.write(toKey(name), bytes)
  return `/videos/${name}.${video.type}`
}

/** The video of a file name such as `0123456789abcdef.mp4`. Undefined for an unknown one. */
export async function readVideo({ images, file }: { images: ImageStore; file: string }) {
  const { name, type } = /^(?<name>[0-9a-f]{16})\.(?<type>mp4|webm)$/.exec(file)?.groups ?? {}
  const bytes = name === undefined ? undefined : await images.read(toKey(name))
  return bytes && { bytes, type: `video/${type}` }
}
