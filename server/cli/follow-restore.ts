import { formatRupees, paise, toRupees } from '#contract/kernel/money.ts'
import { writeDocumentNumber } from '#contract/tax/documents.ts'
import type { Database, Transaction } from '../database/schema.ts'
import type { Settings } from '../kernel/settings.ts'
import { closeSeries, type NumberGap } from '../restores/close-series.ts'
import { writeLastNumbers } from '../restores/keep-last-numbers.ts'
import { readLastNumbers } from '../restores/last-numbers.ts'
import { type LastNumbers, readNumberFile } from '../restores/number-file.ts'
import { countParcels, listTransfers } from '../restores/read-restore.ts'
import { findOpenRestore, recordRestore } from '../restores/record-restore.ts'
import { readShopSettings } from '../shop-settings/read-settings.ts'

/** What a restore does about all that the world has seen since the backup was made. */
export async function createRestoreAftermath({ settings, madeAt }: { settings: Settings; madeAt: Date }) {
  const file = await readNumberFile({ dataDir: settings.DATA_DIR })
  let replaced: LastNumbers | undefined
  let gaps: NumberGap[] = []

  return {
    /** Reads the numbers of the shop that is replaced. */
    async beforeDelete(trx: Database): Promise<void> {
      replaced = await readLastNumbers({ database: trx })
    },

    /** Closes the series of documents and holds money. */
    async afterCopy(trx: Transaction): Promise<void> {
      const restored = await readLastNumbers({ database: trx })
      const others = [file, replaced].filter((each) => each !== undefined && each.shop === restored?.shop) as LastNumbers[]
      // The database that was replaced knows all; the file may lack the last moments.
      const isExact = replaced !== undefined && replaced.shop === restored?.shop
      const lastSeen = file?.shop === restored?.shop && file ? new Date(file.at) : madeAt
      const now = new Date()
      const { shop, tax } = await readShopSettings({ database: trx, settings })
      gaps = await closeSeries({
        trx,
        given: others.flatMap(({ series }) => series),
        knownUntil: isExact ? undefined : lastSeen,
        prefixes: shop.gstin === '' ? [] : [tax.invoicePrefix, tax.creditPrefix],
        now,
      })
      await recordRestore({ trx, cause: 'backup', madeAt })
      // Otherwise the next start would find the database older than the file.
      const beat = Math.max(0, ...others.map((each) => each.beat)) + 1
      await trx
        .updateTable('data_marker')
        .set((eb) => ({ beat: eb.fn<number>('greatest', ['beat', eb.val(beat)]) }))
        .execute()
    },

    /** Writes the file, and says what is to be answered. */
    async describe({ database }: { database: Database }): Promise<string[]> {
      await writeLastNumbers({ database, dataDir: settings.DATA_DIR })
      const restore = await findOpenRestore({ database })
      const transfers = restore ? await listTransfers({ database, restoreId: restore.id }) : []
      const sum = paise(transfers.reduce((total, { amount }) => total + amount, 0))
      const parcels = await countParcels({ database })
      return [
        ...gaps.map(formatGap),
        ...(parcels > 0
          ? [`Confirmed and packed orders, whose parcels may have left since: ${parcels}. Compare them with the courier.`]
          : []),
        ...(transfers.length > 0
          ? [
              `Transfers that may have been paid since: ${transfers.length} over ${formatRupees(toRupees(sum))}. Compare them with your bank.`,
            ]
          : []),
        ...(restore
          ? [
              'Money is held until the payment provider is compared and each transfer is answered: see "After a restore" beside the returns.',
            ]
          : []),
      ]
    },
  }
}

function formatGap({ series, year, first, last }: NumberGap): string {
  const [from, to] = [first, last].map((number) => writeDocumentNumber({ series, year, number }))
  return `Numbers of documents that are cancelled, because they may have been given since: ${from} to ${to}.`
}
