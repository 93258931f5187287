import { writeDueFeeds } from '../catalog/feeds/write-feeds.ts'
import type { ImageStore } from '../catalog/pictures/image-store.ts'
import type { Database } from '../database/schema.ts'
import type { Settings } from '../kernel/settings.ts'
import { readShopSettings } from '../shop-settings/read-settings.ts'
import type { Job } from './job.ts'

interface WriteFeedsDependencies {
  readonly database: Database
  readonly readDatabase: Database
  readonly images: ImageStore
  readonly settings: Settings
}

/** Writes the product feeds for shopping sites, hourly and on request. */
export const createWriteFeedsJob = ({ settings, ...dependencies }: WriteFeedsDependencies): Job => ({
  name: 'write-feeds',
  cron: '5 * * * *',
  runsAtStart: true,
  changes: 'nothing',
  // Both feeds of a million products take about 20 minutes on a busy machine with two cores.
  maxSeconds: 7_200,
  async run({ signal, log }) {
    // Shopping sites reach only a shop that has a PUBLIC_URL.
    const origin = settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`
    const { shop, policies } = await readShopSettings({ database: dependencies.database, settings })
    await writeDueFeeds({ ...dependencies, shop: { origin, storeName: shop.name, policies }, signal, log })
  },
})
