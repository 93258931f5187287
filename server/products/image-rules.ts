/** In pixels. */
export interface ImageSize {
  readonly width: number
  readonly height: number
}

export interface Canvas extends ImageSize {
  /** `cover` crops the image to the canvas, `contain` adds a background */
  readonly fit: 'cover' | 'contain'
}

const maxSize: ImageSize = { width: 1200, height: 1500 }
const aspectRatio = maxSize.width / maxSize.height
/** An image whose aspect ratio differs by more is not cropped, because too much would be lost. */
const maxCroppedShare = 0.12
/** The background of an image with transparent edges. */
const defaultColor = '#e8e0d4'

/** The 4:5 canvas of an image: never larger than the image or `maxSize`. */
export function chooseCanvas({ width, height }: ImageSize): Canvas {
  const ratio = width / height / aspectRatio
  const isCropped = Math.max(ratio, 1 / ratio) <= 1 + maxCroppedShare
  const ownWidth = isCropped ? Math.min(width, height * aspectRatio) : Math.max(width, height * aspectRatio)
  const canvasWidth = Math.max(1, Math.min(maxSize.width, Math.round(ownWidth)))
  return { width: canvasWidth, height: Math.max(1, Math.round(canvasWidth / aspectRatio)), fit: isCropped ? 'cover' : 'contain' }
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** The median colour of the opaque edge pixels as #rrggbb. `pixels` is RGBA. */
export function pickEdgeColor({ pixels, width, height }: ImageSize & { pixels: Uint8Array }): string {
  const edge = Array.from({ length: width * height }, (_, index) => index).filter((index) => {
    const x = index % width
    const y = Math.floor(index / width)
    const isEdge = x === 0 || y === 0 || x === width - 1 || y === height - 1
    return isEdge && (pixels[index * 4 + 3] ?? 0) > 200
  })
  if (edge.length < (width + height) / 2) return defaultColor
  const channels = [0, 1, 2].map((channel) => median(edge.map((index) => pixels[index * 4 + channel] ?? 0)))
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}
