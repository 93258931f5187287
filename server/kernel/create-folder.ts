import { existsSync, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Creates a folder and those above it, with this mode where they are missing. Step by step, because `mkdir` with `recursive` never ends in a
 * file system that creates no folders, such as /proc.
 * @throws the error of `mkdir`, also when there is a file at the path
 */
export async function createFolder({ path, mode }: { path: string; mode?: number | undefined }): Promise<void> {
  const parent = dirname(path)
  if (!existsSync(parent)) await createFolder({ path: parent, mode })
  await mkdir(path, mode).catch((error: unknown) => {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error
  })
}
