import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const folder = '/dev/shm'
const minFreeBytes = 2 * 1024 ** 3

/** Where the databases of tests are: in memory if it has room for them, which makes copies of a database four times as fast, else in the folder for temporary files. */
export function findMemoryFolder(): string {
  if (!existsSync(folder)) return tmpdir()
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize >= minFreeBytes ? folder : tmpdir()
}
