import { randomUUID } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'

/** A picture with a red rectangle on a background of `edge`. */
export function createTestImage({
  width = 80,
  height = 100,
  edge = '#d8c8b0',
}: {
  width?: number
  height?: number
  edge?: string
} = {}): Sharp {
  const rectangle = { width: Math.ceil(width / 2), height: Math.ceil(height / 2), channels: 3 as const, background: '#a33030' }
  return sharp({ create: { width, height, channels: 3, background: edge } }).composite([{ input: { create: rectangle } }])
}

/** A multipart form as a browser sends it: body and headers. Texts are fields, bytes are files. Built by hand, because `FormData` copies large files for seconds. */
export function buildMultipartForm(fields: Record<string, string | Uint8Array | undefined>): {
  payload: Buffer
  headers: Record<string, string>
} {
  const boundary = `form-${randomUUID()}`
  const parts = Object.entries(fields).flatMap(([name, value]) => {
    if (value === undefined) return []
    const isText = typeof value === 'string'
    const file = isText ? '' : '; filename="picture.bin"\r\nContent-Type: image/png'
    const head = Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`)
    return [head, isText ? Buffer.from(value.replaceAll(/\r\n|\r|\n/g, '\r\n')) : value, Buffer.from('\r\n')]
  })
  return {
    payload: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}
