import { mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
const minFreeBytes = 2 * 1024 ** 3
/** No run of the tests takes as long. */
const staleMs = 6 * 3_600_000

/** Removes what killed runs have left, because it occupies memory. */
function removeStaleFolders(): void {
  for (const name of readdirSync(memory).filter((each) => each.startsWith('shop-'))) {
    const path = join(memory, name)
    const changed = statSync(path, { throwIfNoEntry: false })?.mtimeMs
    if (changed !== undefined && changed < Date.now() - staleMs) rmSync(path, { recursive: true, force: true })
  }
}

function hasMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= minFreeBytes
  } catch {
    return false
  }
}

/**
 * A new folder for a database of tests: in memory if it has room, which makes copies of a database four times as fast, else beside other
 * temporary files.
 */
export function makeMemoryFolder(prefix: string): string {
  if (!hasMemory()) return mkdtempSync(join(tmpdir(), prefix))
  removeStaleFolders()
  return mkdtempSync(join(memory, prefix))
}
