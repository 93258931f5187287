/** Pixels. */
export interface Box {
  readonly width: number
  readonly height: number
}

const largest: Box = { width: 1200, height: 1500 }
const shape = largest.width / largest.height
/** How far from 4:5 a picture may be to be cut to it; any further and something would be missing. */
const mostCut = 0.12
/** Paper, for a picture whose edge is transparent. */
const plainBackdrop = '#e8e0d4'

/** The 4:5 canvas of a picture: it fills it when it nearly has the shape, else it stands whole on its backdrop. Never enlarged. */
export function chooseCanvas({ width, height }: Box): Box & { fit: 'cover' | 'contain' } {
  const ratio = width / height / shape
  const isNear = Math.max(ratio, 1 / ratio) <= 1 + mostCut
  const own = isNear ? Math.min(width, height * shape) : Math.max(width, height * shape)
  const canvasWidth = Math.max(1, Math.min(largest.width, Math.round(own)))
  return { width: canvasWidth, height: Math.max(1, Math.round(canvasWidth / shape)), fit: isNear ? 'cover' : 'contain' }
}

const middle = (values: readonly number[]): number => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0

/** The colour that most of the edge has, channel by channel: a sleeve that touches the edge does not tint it. `pixels` is RGBA. */
export function pickEdgeColour({ pixels, width, height }: Box & { pixels: Uint8Array }): string {
  const places = Array.from({ length: width * height }, (_, place) => place)
  const edge = places.filter((place) => {
    const x = place % width
    const y = Math.floor(place / width)
    const isEdge = x === 0 || y === 0 || x === width - 1 || y === height - 1
    return isEdge && (pixels[place * 4 + 3] ?? 0) > 200
  })
  if (edge.length < (width + height) / 2) return plainBackdrop
  const channels = [0, 1, 2].map((channel) => middle(edge.map((place) => pixels[place * 4 + channel] ?? 0)))
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}
