import sharp, { type Sharp } from 'sharp'

/** A picture with a red rectangle on a background of `edge`. */
export function createTestImage({
  width = 800,
  height = 1000,
  edge = '#d8c8b0',
}: {
  width?: number
  height?: number
  edge?: string
} = {}): Sharp {
  const rectangle = { width: Math.ceil(width / 2), height: Math.ceil(height / 2), channels: 3 as const, background: '#a33030' }
  return sharp({ create: { width, height, channels: 3, background: edge } }).composite([{ input: { create: rectangle } }])
}

/** A multipart form: body and headers. */
export async function buildMultipartForm(fields: Record<string, string | Uint8Array | undefined>): Promise<{
  payload: Buffer
  headers: Record<string, string>
}> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.append(name, value)
    else if (value) form.append(name, new File([new Uint8Array(value)], 'picture.bin', { type: 'image/png' }))
  }
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  return { payload: Buffer.from(await request.arrayBuffer()), headers: { 'content-type': request.headers.get('content-type') ?? '' } }
}
