import { join, resolve } from 'node:path'
import { createImageStore } from '../adapters/create-image-store.ts'
import { withConnection } from '../adapters/with-database.ts'
import { formatTotals } from '../backups/manifest.ts'
import { writeBackup } from '../backups/write-backup.ts'
import { readSecret } from '../kernel/secret.ts'
import { runCommand } from './run-command.ts'

/** Writes the whole shop into one file; the shop may be running. */
await runCommand(async ({ settings, args: [given] }) => {
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  const file = given ? resolve(given) : join(settings.DATA_DIR, 'backups', `shop-${time}.tar.gz`)
  const { manifest, missingImages } = await withConnection({
    settings,
    work: async ({ connection }) => {
      const images = await createImageStore({ settings })
      return writeBackup({ file, connection, images, secret: await readSecret({ settings }) })
    },
  })
  const lines = [`Backed up to ${file}: ${formatTotals(manifest.totals)}.`]
  if (missingImages.length > 0) lines.push(`Images missing from the image store: ${missingImages.join(', ')}.`)
  console.log(`\n  ${lines.join('\n  ')}\n  Keep it safe: it contains all customer data and the shop's secret.\n`)
})
