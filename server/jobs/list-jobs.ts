import { createAccountSecrets } from '../accounts/profile/account-secrets.ts'
import type { ImageStore } from '../catalog/pictures/image-store.ts'
import type { FetchPicture } from '../catalog-admin/import/run/import-run.ts'
import type { Database } from '../database/schema.ts'
import { createRestockLinks } from '../inventory/restock/restock-links.ts'
import type { Mailer } from '../mail/mailer.ts'
import { createAccountLinks, createAddressLinks, createConfirmationLinks, createPaymentLinks } from '../orders/lifecycle/order-links.ts'
import { createTrackingLinks } from '../orders/lifecycle/tracking.ts'
import type { Gateways } from '../payments/gateways.ts'
import type { Settings } from '../settings.ts'
import { createChangeSalePricesJob } from './change-sale-prices.ts'
import { createCountUnitsSoldJob } from './count-units-sold.ts'
import { createFillNameKeysJob } from './fill-name-keys.ts'
import { createImportProductsJob } from './import-products.ts'
import type { Job } from './job.ts'
import { createNotifyRestocksJob } from './notify-restocks.ts'
import { createPrivacyJobs } from './privacy-jobs.ts'
import { createProcessPaymentsJob, createReconcileCapturedJob, createReleaseHoldsJob } from './process-payments.ts'
import { createPublishProductsJob } from './publish-products.ts'
import { createPublishSettingsJob } from './publish-settings.ts'
import { createPurgeJobs } from './purge-jobs.ts'
import { createRemindCartsJob } from './remind-carts.ts'
import { createRemindUnconfirmedOrdersJob } from './remind-unconfirmed-orders.ts'
import type { JobRequests } from './request-jobs.ts'
import { createSendDailyReportJob } from './send-daily-report.ts'
import { createSendMailsJob } from './send-mails.ts'
import { createWriteFeedsJob } from './write-feeds.ts'

interface JobDependencies {
  readonly database: Database
  /** for reports */
  readonly readDatabase: Database
  readonly settings: Settings
  readonly trackingKey: Buffer
  readonly gateways: Gateways
  readonly mailer: Mailer
  readonly requests: JobRequests
  readonly images: ImageStore
  readonly fetchPicture: FetchPicture
}

/** All jobs of the shop. */
export function listJobs({ trackingKey, ...dependencies }: JobDependencies): Job[] {
  return [
    createSendMailsJob({
      ...dependencies,
      trackingLinks: createTrackingLinks({ key: trackingKey }),
      addressLinks: createAddressLinks({ key: trackingKey }),
      confirmationLinks: createConfirmationLinks({ key: trackingKey }),
      accountLinks: createAccountLinks({ key: trackingKey }),
      paymentLinks: dependencies.gateways.checkout && createPaymentLinks({ key: trackingKey }),
      accountSecrets: createAccountSecrets({ key: trackingKey }),
      restockLinks: createRestockLinks({ key: trackingKey }),
    }),
    createRemindUnconfirmedOrdersJob(dependencies),
    createRemindCartsJob(dependencies),
    createSendDailyReportJob(dependencies),
    createReleaseHoldsJob(dependencies),
    createChangeSalePricesJob(dependencies),
    createPublishProductsJob(dependencies),
    createPublishSettingsJob(dependencies),
    createCountUnitsSoldJob(dependencies),
    createNotifyRestocksJob(dependencies),
    createImportProductsJob(dependencies),
    createWriteFeedsJob(dependencies),
    createProcessPaymentsJob(dependencies),
    createReconcileCapturedJob(dependencies),
    createFillNameKeysJob(dependencies),
    ...createPurgeJobs(dependencies),
    ...createPrivacyJobs(dependencies),
  ]
}
