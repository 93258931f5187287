import { join, resolve } from 'node:path'
import { createImageStore } from '../adapters/create-image-store.ts'
import { withConnection } from '../adapters/with-database.ts'
import { describeTotals } from '../backups/describe.ts'
import { writeBackup } from '../backups/write-backup.ts'
import { readSecret } from '../secret.ts'
import { readSettings } from '../settings.ts'
import { runCommand } from './run-command.ts'

/** Writes the whole shop into one file, also while it runs. */
async function run(): Promise<void> {
  const settings = readSettings(process.env)
  const [given] = process.argv.slice(2)
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  const file = given ? resolve(given) : join(settings.DATA_DIR, 'backups', `shop-${time}.tar.gz`)
  const images = await createImageStore({ settings })
  const secret = await readSecret({ settings })
  const { manifest, missingPictures } = await withConnection({
    settings,
    work: ({ connection }) => writeBackup({ file, connection, images, secret }),
  })
  const lines = [`Backed up to ${file}: ${describeTotals(manifest.totals)}.`]
  if (missingPictures.length > 0) lines.push(`Pictures that the store does not have: ${missingPictures.join(', ')}.`)
  console.log(`\n  ${lines.join('\n  ')}\n  Keep it as safe as the shop: with it anybody can open another one like it.\n`)
}

await runCommand(run)
