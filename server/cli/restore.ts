import { rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { formatRupees, toRupees } from '#contract/kernel/money.ts'
import { createDatabase } from '../adapters/create-database.ts'
import { createGateways } from '../adapters/create-gateways.ts'
import { createImageStore } from '../adapters/create-image-store.ts'
import { createProviders } from '../adapters/create-providers.ts'
import { formatTotals } from '../backups/manifest.ts'
import { checkBackup } from '../backups/read-backup.ts'
import { restoreBackup } from '../backups/restore-backup.ts'
import type { Database } from '../database/schema.ts'
import { deriveKey, readSecret } from '../kernel/secret.ts'
import type { Settings } from '../kernel/settings.ts'
import { StartupError } from '../kernel/startup-error.ts'
import type { FoundRefund } from '../payments/refunds/found-refunds.ts'
import { comparedDays, type FoundPayment } from '../payments/settlement/captured-payments.ts'
import { compareRestored } from '../restores/compare-restored.ts'
import { listUnreadableKeys } from '../shop-settings/provider-keys/stored-provider-keys.ts'
import { createRestoreAftermath } from './follow-restore.ts'
import { runCommand } from './run-command.ts'

const outcomes: Readonly<Record<FoundPayment['outcome'], string>> = {
  order: 'is an order now',
  refund: 'is sent back',
  review: 'needs a review, see OrderDetail in the back office',
}

/** Restores a backup into an empty database, or with --replace in place of the shop that is there. */
await runCommand(async ({ settings, args }) => {
  const [path] = args.filter((arg) => !arg.startsWith('--'))
  if (!path) throw new StartupError('Name the backup: npm run restore -- FILE, or FILE --replace to delete the shop that is here.')
  const file = resolve(path)
  const manifest = await checkBackup({ file })
  const madeAt = new Date(manifest.madeAt)
  const aftermath = await createRestoreAftermath({ settings, madeAt })
  let lines: string[]
  // A name of its own, because a connection of a running shop would prevent the restore.
  const opened = await createDatabase({ settings, warn: (error) => console.error(error.message), name: 'shop restore' })
  try {
    const images = await createImageStore({ settings })
    const temporary = join(settings.DATA_DIR, 'secret.restored')
    await restoreBackup({
      file,
      manifest,
      connection: opened.connection,
      images,
      replace: args.includes('--replace'),
      beforeDelete: aftermath.beforeDelete,
      afterCopy: aftermath.afterCopy,
      // Writes the secret beside its final place; when it is a setting, checks that it is the same.
      async saveSecret(secret) {
        if (settings.SECRET === undefined) {
          await rm(temporary, { force: true })
          await writeFile(temporary, secret, { mode: 0o600, flush: true })
        } else if (settings.SECRET !== secret) {
          throw new StartupError(
            'Setting SECRET differs from that of the backup, so no PIN would be right. Set it to the content of the file "secret" in the backup.',
          )
        }
      },
    })
    if (settings.SECRET === undefined) await rename(temporary, join(settings.DATA_DIR, 'secret'))
    lines = await reconcileLaterPayments({ settings, database: opened.database })
    lines.push(...(await aftermath.describe({ database: opened.database })))
  } finally {
    await opened.close()
  }
  console.log(`\n  Restored the backup of ${manifest.madeAt}: ${formatTotals(manifest.totals)}.\n  ${lines.join('\n  ')}\n`)
})

/** Reconciles payments that are newer than the backup. Returns lines that say what was found; a failure does not undo the restore. */
async function reconcileLaterPayments({ settings, database }: { settings: Settings; database: Database }): Promise<string[]> {
  try {
    // Without the simulator of a demo, which would start empty.
    const { keys } = await createGateways({ settings: { ...settings, DEMO: false }, warn: () => {} })
    const key = deriveKey({ secret: await readSecret({ settings }), purpose: 'provider-keys' })
    const { gateways, load } = createProviders({ database, settings, keys, key })
    await load()
    const unreadable = await listUnreadableKeys({ database, key, settings })
    if (unreadable.includes('razorpay'))
      return ['Card payments were not compared: the entered keys of Razorpay cannot be read. Enter them again.']
    if (gateways.all.length === 0) return ['Card payments were not compared: the keys of the payment provider are not set.']
    const found = await compareRestored({ database, gateways })
    const [payments, refunds] = [found.payments.map(formatPayment), found.refunds.map(formatRefund)]
    return [
      ...(payments.length === 0
        ? ['All payments that were captured since then are in the shop.']
        : [`Captured payments that were missing: ${payments.length}`, ...payments]),
      ...(refunds.length === 0
        ? ['All refunds since then are in the shop.']
        : [`Refunds that were missing: ${refunds.length}`, ...refunds]),
    ]
  } catch (error) {
    return [
      `Card payments were not compared: ${error instanceof Error ? error.message : error}`,
      `The shop compares those of the last ${comparedDays} days when it starts.`,
    ]
  }
}

function formatPayment({ id, amount, outcome, orderNumber }: FoundPayment): string {
  return [id, formatRupees(toRupees(amount)), orderNumber, outcomes[outcome]].filter(Boolean).join('  ')
}

function formatRefund({ paymentId, amount, orderNumber, isWhole }: FoundRefund): string {
  const consequence = isWhole ? 'refunded in full, its order is not shipped' : 'needs a review before its order is packed or shipped'
  const outcome = orderNumber ? consequence : 'its payment has no order'
  return [paymentId, formatRupees(toRupees(amount)), orderNumber, outcome].filter(Boolean).join('  ')
}
