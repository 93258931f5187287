/** The widths in pixels and the formats in which the server delivers every product image. */
export const imageWidths = [160, 240, 320, 480, 640, 800, 960, 1200] as const
export const imageFormats = ['avif', 'webp', 'jpeg'] as const
export type ImageFormat = (typeof imageFormats)[number]
