import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A disk of its own that a test can fill to the last byte. */
export interface SmallDisk {
  readonly folder: string
  fill(): void
  /** gives back what `fill` has taken */
  clear(): void
  remove(): void
}

/** Mounts a disk of that size. Undefined where this account may not: only root of a Linux machine may. */
export function mountSmallDisk({ megabytes }: { megabytes: number }): SmallDisk | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'shop-disk-'))
  const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'shop-disk', folder])
  if (mount.status !== 0) {
    rmSync(folder, { recursive: true })
    return undefined
  }
  const taken = () => readdirSync(folder).filter((name) => name.startsWith('taken-'))
  return {
    folder,
    fill() {
      // Each half as much as the one before, until not a byte is left.
      for (let bytes = megabytes * 1024 * 1024; bytes >= 1; bytes = Math.floor(bytes / 2)) {
        try {
          writeFileSync(join(folder, `taken-${taken().length}`), Buffer.alloc(bytes))
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
        }
      }
    },
    clear() {
      for (const name of taken()) rmSync(join(folder, name))
    },
    remove() {
      spawnSync('umount', ['--lazy', folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
