import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A small disk that a test can fill completely. */
export interface SmallDisk {
  readonly folder: string
  fill(): void
  /** frees the space that `fill` has used */
  clear(): void
  remove(): void
}

/**
 * Mounts a tmpfs of this size. Undefined where that is not possible: it needs Linux and root, and in a container the capability SYS_ADMIN.
 * @throws an error with the reason instead when CI is set, because the tests of a full disk would be left out
 */
export function mountSmallDisk({ megabytes }: { megabytes: number }): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'shop-disk-'))
  const options = `size=${megabytes}m,mode=755`
  const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'shop-disk', folder], { encoding: 'utf8' })
  if (mount.status !== 0) {
    rmSync(folder, { recursive: true })
    if (!process.env.CI) return undefined
    throw new Error(`The tests of a full disk need root and the capability SYS_ADMIN: ${mount.error?.message ?? mount.stderr}`)
  }
  const listFillers = () => readdirSync(folder).filter((name) => name.startsWith('filler-'))
  return {
    folder,
    fill() {
      // Each file is half as large as the one before, until no byte is left.
      for (let bytes = megabytes * 1024 * 1024; bytes >= 1; bytes = Math.floor(bytes / 2)) {
        try {
          writeFileSync(join(folder, `filler-${listFillers().length}`), Buffer.alloc(bytes))
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
        }
      }
    },
    clear() {
      for (const name of listFillers()) rmSync(join(folder, name))
    },
    remove() {
      spawnSync('umount', ['--lazy', folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
