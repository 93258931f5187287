import { createHash } from 'node:crypto'
import type { ImageStore } from './image-store.ts'

/**
 * Keeps the picture that all widths are made from, and returns its key. The key is made of name and content: another
 * picture is another key, so pictures may be cached for ever.
 */
export async function storeOriginal({ images, slug, master }: { images: ImageStore; slug: string; master: Buffer }): Promise<string> {
  const imageKey = `${slug}-${createHash('sha256').update(master).digest('hex').slice(0, 8)}`
  await images.write(`masters/${imageKey}.webp`, master)
  return imageKey
}

/** A name as an address may hold it; a name without Latin letters is simply a piece. */
export function writeSlug(name: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  return words.slice(0, 80).replace(/^-+|-+$/g, '') || 'piece'
}
