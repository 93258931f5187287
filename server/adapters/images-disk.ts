import { randomUUID } from 'node:crypto'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { ImageStore } from '../products/image-store.ts'

/** Pictures in a folder of this machine. */
export function createDiskImages({ folder }: { folder: string }): ImageStore {
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }))
  return {
    async read(key) {
      if (!(await disk.exists(key))) return undefined
      return Buffer.from(await disk.getBytes(key))
    },
    async write(key, bytes) {
      // Written aside and moved, so that a reader or a crash never meets half a picture.
      const aside = `unfinished/${randomUUID()}`
      try {
        await disk.put(aside, bytes)
        await disk.move(aside, key)
      } catch (error) {
        // On a full disk half a picture would take the room that is left.
        await disk.delete(aside).catch(() => {})
        throw error
      }
    },
  }
}
