import { Readable } from 'node:stream'
import { LRUCache } from 'lru-cache'
import { RandomAccessReader } from 'yauzl'
import { shopImportLimits } from '#contract/shop-import/shop-import-limits.ts'
import type { ImageStore } from '../../catalog/pictures/image-store.ts'

/** The key of a part of an uploaded file in the file store. */
export const importPartKey = ({ id, part }: { id: string; part: number }): string => `imports/${id}/${part}`

/** Parts in memory: the list of entries and the entry that is read are far from each other. */
const cachedParts = 4

interface StoredFile {
  readonly images: ImageStore
  /** of the import */
  readonly id: string
}

/** Reads ranges of a file that is stored in parts. */
export class StoredFileReader extends RandomAccessReader {
  readonly #file: StoredFile
  readonly #parts = new LRUCache<number, Buffer>({ max: cachedParts })

  constructor(file: StoredFile) {
    super()
    this.#file = file
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#readRange(start, end), { objectMode: false })
  }

  async *#readRange(start: number, end: number): AsyncGenerator<Buffer> {
    const { partBytes } = shopImportLimits
    for (let position = start; position < end; ) {
      const index = Math.floor(position / partBytes)
      const content = await this.#readPart(index + 1)
      const from = position - index * partBytes
      const chunk = content.subarray(from, Math.min(content.length, end - index * partBytes))
      if (chunk.length === 0) throw new Error(`Part ${index + 1} of the import ${this.#file.id} is too short.`)
      yield chunk
      position += chunk.length
    }
  }

  async #readPart(part: number): Promise<Buffer> {
    const cached = this.#parts.get(part)
    if (cached) return cached
    const content = await this.#file.images.read(importPartKey({ id: this.#file.id, part }))
    if (!content) throw new Error(`The file store lacks part ${part} of the import ${this.#file.id}.`)
    this.#parts.set(part, content)
    return content
  }
}
