import { randomUUID } from 'node:crypto'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { ImageStore } from '../catalog/pictures/image-store.ts'

/** Stores images in a local folder. */
export function createDiskImages({ folder }: { folder: string }): ImageStore {
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }))
  return {
    async read(key) {
      if (!(await disk.exists(key))) return undefined
      return Buffer.from(await disk.getBytes(key))
    },
    async write(key, bytes) {
      // Written to a temporary file and renamed, so that a reader or a crash never sees a partial image.
      const temporary = `unfinished/${randomUUID()}`
      try {
        await disk.put(temporary, bytes)
        await disk.move(temporary, key)
      } catch (error) {
        // On a full disk a partial image would take the remaining space.
        await disk.delete(temporary).catch(() => {})
        throw error
      }
    },
  }
}
