/** The widths in pixels and the formats in which the server delivers every product image. */
export const imageWidths = [160, 240, 320, 480, 640, 800, 960, 1200] as const
export const imageFormats = ['avif', 'webp', 'jpeg'] as const
export type ImageFormat = (typeof imageFormats)[number]

/** The width of the image that is zoomed, delivered like the others. */
export const zoomWidth = 2400

/** The file of the whole image, not cropped, for the choice of the focal point. */
export const wholeImageFile = 'whole.webp'

/** The centre of a crop in per cent, from the left and from the top of the image. */
export interface FocalPoint {
  readonly x: number
  readonly y: number
}
export const centre: FocalPoint = { x: 50, y: 50 }

/** Width by height of every picture of the shop. */
export const aspectRatio = 4 / 5

interface Size {
  readonly width: number
  readonly height: number
}

/** The largest 4:5 part of an image around its focal point, in pixels. */
export function chooseCrop({ width, height, focus }: Size & { focus: FocalPoint }): Size & { left: number; top: number } {
  const crop = {
    width: Math.max(1, Math.min(width, Math.round(height * aspectRatio))),
    height: Math.max(1, Math.min(height, Math.round(width / aspectRatio))),
  }
  const place = (length: number, part: number, percent: number) =>
    Math.round(Math.min(Math.max((length * percent) / 100 - part / 2, 0), length - part))
  return { ...crop, left: place(width, crop.width, focus.x), top: place(height, crop.height, focus.y) }
}
