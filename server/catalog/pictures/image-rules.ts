import { aspectRatio } from '#contract/catalog/pictures/images.ts'

/** In pixels. */
export interface ImageSize {
  readonly width: number
  readonly height: number
}

/** The longest side of an original: its 4:5 crop is up to 2400 pixels wide. */
export const maxLength = 3_000
const maxCanvasWidth = maxLength * aspectRatio
/** An image on a plain ground whose aspect ratio differs by more is extended instead of cropped, because too much would be lost. */
const maxCroppedShare = 0.12
/** The background of an image with transparent edges. */
const defaultColor = '#e8e0d4'

/** The 4:5 canvas of an image on a plain ground; undefined when cropping loses little. */
export function chooseCanvas({ width, height }: ImageSize): ImageSize | undefined {
  const ratio = width / height / aspectRatio
  if (Math.max(ratio, 1 / ratio) <= 1 + maxCroppedShare) return undefined
  const canvasWidth = Math.max(1, Math.min(maxCanvasWidth, Math.round(Math.max(width, height * aspectRatio))))
  return { width: canvasWidth, height: Math.max(1, Math.round(canvasWidth / aspectRatio)) }
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** How far a channel of a plain ground may be from its median, and the share of edge pixels that may be farther. */
const maxPlainDifference = 24
const maxOtherShare = 0.1

/** The median colour of the opaque edge pixels as #rrggbb, and whether the edge is a plain ground. `pixels` is RGBA. */
export function describeEdge({ pixels, width, height }: ImageSize & { pixels: Uint8Array }): { color: string; isPlain: boolean } {
  const edge = Array.from({ length: width * height }, (_, index) => index).filter((index) => {
    const x = index % width
    const y = Math.floor(index / width)
    return x === 0 || y === 0 || x === width - 1 || y === height - 1
  })
  const opaque = edge.filter((index) => (pixels[index * 4 + 3] ?? 0) > 200)
  if (opaque.length < edge.length / 4) return { color: defaultColor, isPlain: true }
  const channels = [0, 1, 2].map((channel) => median(opaque.map((index) => pixels[index * 4 + channel] ?? 0)))
  const others = opaque.filter((index) =>
    channels.some((value, channel) => Math.abs((pixels[index * 4 + channel] ?? 0) - value) > maxPlainDifference),
  )
  return {
    color: `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`,
    isPlain: others.length <= opaque.length * maxOtherShare,
  }
}
