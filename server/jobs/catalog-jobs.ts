import { writeDueFeeds } from '../catalog/feeds/write-feeds.ts'
import { countUnitsSold } from '../catalog/listing/popularity.ts'
import type { ImageStore } from '../catalog/pictures/image-store.ts'
import { publishDueProducts } from '../catalog/product/product-status.ts'
import { applyDueSales } from '../catalog/sales/sales.ts'
import type { Database } from '../database/schema.ts'
import { queueRestockMails } from '../inventory/restock/restock-mails.ts'
import type { Settings } from '../kernel/settings.ts'
import { readShopSettings } from '../shop-settings/read-settings.ts'
import { everyMinute, type Job } from './job.ts'
import type { JobRequests } from './request-jobs.ts'

interface CatalogDependencies {
  readonly database: Database
  readonly readDatabase: Database
  readonly images: ImageStore
  readonly settings: Settings
  readonly requests: JobRequests
}

/** Jobs of products: their prices, their publishing date, their place in lists, mails about their stock, and the feeds. */
export const createCatalogJobs = ({ database, readDatabase, images, settings, requests }: CatalogDependencies): Job[] => [
  {
    name: 'change-sale-prices',
    cron: everyMinute,
    changes: 'products',
    run: ({ signal }) => applyDueSales({ database, signal }),
  },
  {
    name: 'publish-products',
    cron: everyMinute,
    changes: 'products',
    run: () => publishDueProducts({ database }),
  },
  {
    name: 'count-units-sold',
    cron: '0 3 * * *',
    runsAtStart: true,
    changes: 'products',
    run: ({ signal }) => countUnitsSold({ database, signal }),
  },
  {
    name: 'notify-restocks',
    cron: everyMinute,
    changes: 'nothing',
    async run() {
      if ((await queueRestockMails({ database })) > 0) requests.request('send-mails')
    },
  },
  {
    name: 'write-feeds',
    cron: '5 * * * *',
    runsAtStart: true,
    changes: 'nothing',
    // Both feeds of a million products take about 20 minutes on a busy machine with two cores.
    maxSeconds: 7_200,
    async run({ signal, log }) {
      // Shopping sites reach only a shop that has a PUBLIC_URL.
      const origin = settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`
      const { shop, policies } = await readShopSettings({ database, settings })
      await writeDueFeeds({ database, readDatabase, images, shop: { origin, storeName: shop.name, policies }, signal, log })
    },
  },
]
