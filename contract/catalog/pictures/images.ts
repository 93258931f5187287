/** The widths in pixels and the formats in which the server delivers every product image. */
export const imageWidths = [160, 240, 320, 480, 640, 800, 960, 1200] as const
export const imageFormats = ['avif', 'webp', 'jpeg'] as const
export type ImageFormat = (typeof imageFormats)[number]
export type ImageWidth = (typeof imageWidths)[number]

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
