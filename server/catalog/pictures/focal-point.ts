import { centre, type FocalPoint } from '#contract/catalog/pictures/images.ts'

const suffix = /-focus-(\d{1,3})-(\d{1,3})$/

/**
 * The parts of an image key. The key contains the focal point, so that a moved one has a new URL and orders keep the image that
 * was ordered: `neem-tee-1f0c2a3b-focus-30-70` is the original `neem-tee-1f0c2a3b`, cropped around 30 % from the left, 70 % from the top.
 */
export function parseImageKey(imageKey: string): { original: string; focus: FocalPoint } {
  const [end, x, y] = suffix.exec(imageKey) ?? []
  if (end === undefined) return { original: imageKey, focus: centre }
  return { original: imageKey.slice(0, -end.length), focus: { x: Number(x), y: Number(y) } }
}

/** The key of the same image with another focal point. */
export function setFocalPoint({ imageKey, focus: { x, y } }: { imageKey: string; focus: FocalPoint }): string {
  const { original } = parseImageKey(imageKey)
  return x === centre.x && y === centre.y ? original : `${original}-focus-${x}-${y}`
}
