import { randomUUID } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import type { ImageStore } from '../catalog/pictures/image-store.ts'
import { createFolder } from '../kernel/create-folder.ts'

/** Stores images in a local folder. */
export function createDiskImages({ folder }: { folder: string }): ImageStore {
  const root = join(folder, sep)
  const toPath = (key: string): string => {
    const path = join(root, key)
    if (!path.startsWith(root)) throw new Error(`The image key ${key} is outside of the image folder`)
    return path
  }
  return {
    async read(key) {
      return readFile(toPath(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      })
    },
    async write(key, bytes) {
      const path = toPath(key)
      // Written to a temporary file and renamed, so that a reader or a crash never sees a partial image.
      const temporary = join(root, 'unfinished', randomUUID())
      try {
        for (const file of [temporary, path]) await createFolder({ path: dirname(file) })
        await writeFile(temporary, bytes, { flush: true })
        await rename(temporary, path)
      } catch (error) {
        // On a full disk a partial image would take the remaining space.
        await rm(temporary, { force: true }).catch(() => {})
        throw error
      }
    },
    remove: (key) => rm(toPath(key), { force: true }),
  }
}
