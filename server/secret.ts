import { createHmac, randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Settings } from './settings.ts'
import { StartupError } from './startup-error.ts'

/** Characters; SECRET has at least as many. */
const shortest = 32

/** The shop's secret: the setting, or one made once and kept in DATA_DIR for its owner only. */
export async function readSecret({ settings }: { settings: Pick<Settings, 'SECRET' | 'DATA_DIR'> }): Promise<string> {
  if (settings.SECRET) return settings.SECRET
  const file = join(settings.DATA_DIR, 'secret')
  const secret = (await readIfThere(file)) ?? (await makeSecret(file))
  if (secret.length < shortest) {
    throw new StartupError(
      `The shop's secret, ${file}, is damaged: it is too short. Put back the one of a backup, or remove it if nobody has an account yet.`,
    )
  }
  return secret
}

async function readIfThere(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}

async function makeSecret(file: string): Promise<string> {
  await mkdir(dirname(file), { recursive: true })
  // Written aside, so that a full disk or a power cut leaves a whole secret or none.
  const aside = `${file}.${randomBytes(8).toString('hex')}.unfinished`
  try {
    await writeFile(aside, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx', flush: true })
    // A link, unlike a renamed file, takes the place of none: of two who start at once, both have the first one's.
    await link(aside, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(aside, { force: true })
  }
  return readFile(file, 'utf8')
}

/** A key for one purpose, so that what leaks in one place opens nothing elsewhere. */
export function deriveKey({ secret, purpose }: { secret: string; purpose: string }): Buffer {
  return createHmac('sha256', secret).update(purpose).digest()
}
