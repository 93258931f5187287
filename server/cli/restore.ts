import { rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createDatabase } from '../adapters/create-database.ts'
import { createImageStore } from '../adapters/create-image-store.ts'
import { describeTotals } from '../backups/describe.ts'
import { checkBackup } from '../backups/read-backup.ts'
import { restoreBackup } from '../backups/restore-backup.ts'
import { readSettings, type Settings } from '../settings.ts'
import { StartupError } from '../startup-error.ts'
import { runCommand } from './run-command.ts'

/** Puts a backup into an empty place, or with --replace in the place of a shop. */
async function run(): Promise<void> {
  const words = process.argv.slice(2)
  const [given] = words.filter((word) => !word.startsWith('--'))
  if (!given) throw new StartupError('Say which backup: npm run restore -- FILE, or FILE --replace to lose the shop that is here for it.')
  const settings = readSettings(process.env)
  const file = resolve(given)
  const manifest = await checkBackup({ file })
  // Not as a shop: one that is there stands in the way.
  const opened = await createDatabase({ settings, warn: (error) => console.error(error.message), name: 'shop restore' })
  try {
    const secret = receiveSecret({ settings })
    await restoreBackup({
      ...{ file, manifest, connection: opened.connection, images: await createImageStore({ settings }) },
      ...{ replace: words.includes('--replace'), keepSecret: secret.keep },
    })
    await secret.settle()
  } finally {
    await opened.close()
  }
  console.log(`\n  Restored what was backed up on ${manifest.madeAt}: ${describeTotals(manifest.totals)}.\n`)
}

/** The secret goes where the shop will look for it; one that is a setting must be the same already. */
function receiveSecret({ settings }: { settings: Pick<Settings, 'SECRET' | 'DATA_DIR'> }) {
  const file = join(settings.DATA_DIR, 'secret')
  const aside = `${file}.restored`
  return {
    async keep(secret: string): Promise<void> {
      if (settings.SECRET === undefined) {
        await rm(aside, { force: true })
        return writeFile(aside, secret, { mode: 0o600, flush: true })
      }
      if (settings.SECRET !== secret) {
        throw new StartupError(
          'Setting SECRET is not that of the shop that was backed up, so nobody could sign in. Set it to the file "secret" in the backup.',
        )
      }
    },
    async settle(): Promise<void> {
      if (settings.SECRET === undefined) await rename(aside, file)
    },
  }
}

await runCommand(run)
