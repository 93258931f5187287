import { createHmac, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Settings } from './settings.ts'

/** The shop's secret: the setting, or one made once and kept in DATA_DIR for its owner only. */
export async function readSecret({ settings }: { settings: Pick<Settings, 'SECRET' | 'DATA_DIR'> }): Promise<string> {
  if (settings.SECRET) return settings.SECRET
  const file = join(settings.DATA_DIR, 'secret')
  await mkdir(settings.DATA_DIR, { recursive: true })
  // 'wx' fails when the file is there, so a secret is never written over.
  await writeFile(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  return readFile(file, 'utf8')
}

/** A key for one purpose, so that what leaks in one place opens nothing elsewhere. */
export function deriveKey({ secret, purpose }: { secret: string; purpose: string }): Buffer {
  return createHmac('sha256', secret).update(purpose).digest()
}
