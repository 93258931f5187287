import { rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createDatabase } from '../adapters/create-database.ts'
import { createImageStore } from '../adapters/create-image-store.ts'
import { formatTotals } from '../backups/manifest.ts'
import { checkBackup } from '../backups/read-backup.ts'
import { restoreBackup } from '../backups/restore-backup.ts'
import { StartupError } from '../startup-error.ts'
import { runCommand } from './run-command.ts'

/** Restores a backup into an empty database, or with --replace in place of the shop that is there. */
await runCommand(async ({ settings, args }) => {
  const [path] = args.filter((arg) => !arg.startsWith('--'))
  if (!path) throw new StartupError('Name the backup: npm run restore -- FILE, or FILE --replace to delete the shop that is here.')
  const file = resolve(path)
  const manifest = await checkBackup({ file })
  // A name of its own, because a connection of a running shop would prevent the restore.
  const opened = await createDatabase({ settings, warn: (error) => console.error(error.message), name: 'shop restore' })
  try {
    const images = await createImageStore({ settings })
    const temporary = join(settings.DATA_DIR, 'secret.restored')
    await restoreBackup({
      ...{ file, manifest, connection: opened.connection, images, replace: args.includes('--replace') },
      // Writes the secret beside its final place; when it is a setting, checks that it is the same.
      async saveSecret(secret) {
        if (settings.SECRET === undefined) {
          await rm(temporary, { force: true })
          await writeFile(temporary, secret, { mode: 0o600, flush: true })
        } else if (settings.SECRET !== secret) {
          throw new StartupError(
            'Setting SECRET differs from that of the backup, so nobody could sign in. Set it to the content of the file "secret" in the backup.',
          )
        }
      },
    })
    if (settings.SECRET === undefined) await rename(temporary, join(settings.DATA_DIR, 'secret'))
  } finally {
    await opened.close()
  }
  console.log(`\n  Restored the backup of ${manifest.madeAt}: ${formatTotals(manifest.totals)}.\n`)
})
