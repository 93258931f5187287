import { createHmac, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createFolder } from './create-folder.ts'
import type { Settings } from './settings.ts'
import { StartupError } from './startup-error.ts'

/** In characters, as in the setting SECRET. */
const minLength = 32

/** The setting SECRET, or a random secret that is created once in DATA_DIR, readable by its owner only. */
export async function readSecret({ settings }: { settings: Pick<Settings, 'SECRET' | 'DATA_DIR'> }): Promise<string> {
  if (settings.SECRET) return settings.SECRET
  const file = join(settings.DATA_DIR, 'secret')
  if (!existsSync(file)) await createSecret(file)
  const secret = await readFile(file, 'utf8')
  if (secret.length < minLength) {
    throw new StartupError(
      `The shop's secret, ${file}, is damaged: it is too short. Restore it from a backup, or delete it if the shop has no accounts yet.`,
    )
  }
  return secret
}

async function createSecret(file: string): Promise<void> {
  await createFolder({ path: dirname(file) })
  // Written to a temporary file first, so that a full disk or a power cut leaves a complete secret or none.
  const temporary = `${file}.${randomBytes(8).toString('hex')}.unfinished`
  try {
    await writeFile(temporary, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx', flush: true })
    // Unlike a rename, a link does not replace an existing file: two servers that start at once use the same secret.
    await link(temporary, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(temporary, { force: true })
  }
}

/** Derives a key for one purpose, so that a leaked key is useless for others. */
export function deriveKey({ secret, purpose }: { secret: string; purpose: string }): Buffer {
  return createHmac('sha256', secret).update(purpose).digest()
}
