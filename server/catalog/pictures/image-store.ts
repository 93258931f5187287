import { parseImageKey } from './focal-point.ts'

/** Stores files under keys such as `masters/kurinji-tee-1f0c.webp`: images, and the feeds of shopping sites. */
export interface ImageStore {
  /** undefined when there is no file under this key */
  read(key: string): Promise<Buffer | undefined>
  write(key: string, bytes: Buffer): Promise<void>
  /** does nothing when there is no file under this key */
  remove(key: string): Promise<void>
}

/** The key of a product's original image. Shops have files under this prefix, so it stays `masters`. */
export const originalKey = (imageKey: string): string => `masters/${parseImageKey(imageKey).original}.webp`

/** The key of a resized copy. Shops have files under this prefix, so it stays `derived`. */
export const variantKey = ({ imageKey, width, format }: { imageKey: string; width: number | 'whole'; format: string }): string =>
  `derived/${imageKey}/${width}.${format}`
