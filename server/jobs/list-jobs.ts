import { createAccountSecrets } from '../accounts/profile/account-secrets.ts'
import type { BackupDependencies } from '../backups/run-backup.ts'
import type { ImageStore } from '../catalog/pictures/image-store.ts'
import type { FetchPicture } from '../catalog-admin/import/run/import-run.ts'
import { createTicketLinks } from '../contact/ticket-links.ts'
import type { Database } from '../database/schema.ts'
import { createRestockLinks } from '../inventory/restock/restock-links.ts'
import type { Settings } from '../kernel/settings.ts'
import type { Mailer } from '../mail/mailer.ts'
import {
  createAccountLinks,
  createAddressLinks,
  createConfirmationLinks,
  createDeliveryLinks,
  createPaymentLinks,
  createPayoutLinks,
} from '../orders/order/order-links.ts'
import { createTrackingLinks } from '../orders/order/tracking.ts'
import type { PushService } from '../owner-reports/push/push-service.ts'
import type { Gateways } from '../payments/provider/gateways.ts'
import type { PurchaseReporter } from '../purchase-reports/purchase-reporter.ts'
import type { Courier } from '../shipping/courier/courier.ts'
import type { FetchProfile } from '../ucp/agents/agent-profiles.ts'
import type { ShopSigningKeys } from '../ucp/agents/signing-keys.ts'
import type { WebhookSender } from '../webhooks/webhook-sender.ts'
import { createBookParcelsJob } from './book-parcels.ts'
import { createCatalogJobs } from './catalog-jobs.ts'
import { createExportShopJob } from './export-shop.ts'
import { createFailedDeliveryJobs } from './failed-delivery-jobs.ts'
import { createImportJobs } from './import-products.ts'
import { createImportShopJob } from './import-shop.ts'
import type { Job } from './job.ts'
import { createOrderJobs } from './order-jobs.ts'
import { createProcessPaymentsJob, createReconcileCapturedJob, createReleaseHoldsJob } from './process-payments.ts'
import { createPurgeJobs } from './purge-jobs.ts'
import { createReadSettlementsJob } from './read-settlements.ts'
import { createRemindUnconfirmedOrdersJob } from './remind-unconfirmed-orders.ts'
import { createReportPurchasesJobs } from './report-purchases.ts'
import type { JobRequests } from './request-jobs.ts'
import { createSendDailyReportJob } from './send-daily-report.ts'
import { createSendMailsJob } from './send-mails.ts'
import { createSendPushesJob } from './send-pushes.ts'
import { createSendWebhooksJob } from './send-webhooks.ts'
import { createTrackParcelsJob } from './track-parcels.ts'
import { createUpkeepJobs } from './upkeep-jobs.ts'
import { createWriteBackupsJob } from './write-backups.ts'

interface JobDependencies {
  readonly database: Database
  /** for reports */
  readonly readDatabase: Database
  readonly settings: Settings
  readonly trackingKey: Buffer
  readonly gateways: Gateways
  /** undefined without an account */
  readonly courier: { readonly current: Courier | undefined }
  /** undefined without a data set */
  readonly reporter: { readonly current: PurchaseReporter | undefined }
  readonly mailer: Mailer
  readonly requests: JobRequests
  readonly images: ImageStore
  readonly fetchPicture: FetchPicture
  readonly push: PushService
  readonly webhookSender: WebhookSender
  /** encrypts the secrets of webhooks */
  readonly webhookKey: Buffer
  /** reads the profiles of assistants */
  readonly fetchProfile: FetchProfile
  /** sign what the shop sends to assistants */
  readonly ucpSigningKeys: ShopSigningKeys
  readonly webhookRunMs?: number
  readonly backups: BackupDependencies
}

/** All jobs of the shop. */
export function listJobs({ trackingKey, ...dependencies }: JobDependencies): Job[] {
  const paymentLinks = createPaymentLinks({ key: trackingKey })
  return [
    createSendMailsJob({
      ...dependencies,
      trackingLinks: createTrackingLinks({ key: trackingKey }),
      addressLinks: createAddressLinks({ key: trackingKey }),
      deliveryLinks: createDeliveryLinks({ key: trackingKey }),
      confirmationLinks: createConfirmationLinks({ key: trackingKey }),
      accountLinks: createAccountLinks({ key: trackingKey }),
      getPaymentLinks: () => (dependencies.gateways.checkout ? paymentLinks : undefined),
      payoutLinks: createPayoutLinks({ key: trackingKey }),
      accountSecrets: createAccountSecrets({ key: trackingKey }),
      restockLinks: createRestockLinks({ key: trackingKey }),
      ticketLinks: createTicketLinks({ key: trackingKey }),
    }),
    createRemindUnconfirmedOrdersJob(dependencies),
    createSendDailyReportJob(dependencies),
    createSendPushesJob(dependencies),
    createSendWebhooksJob(dependencies),
    createBookParcelsJob(dependencies),
    createTrackParcelsJob(dependencies),
    ...createReportPurchasesJobs(dependencies),
    ...createFailedDeliveryJobs(dependencies),
    createReleaseHoldsJob(dependencies),
    createWriteBackupsJob(dependencies.backups),
    createProcessPaymentsJob(dependencies),
    createReconcileCapturedJob(dependencies),
    createReadSettlementsJob(dependencies),
    ...createImportJobs(dependencies),
    ...createPurgeJobs(dependencies),
    createExportShopJob(dependencies),
    createImportShopJob(dependencies),
    ...createCatalogJobs(dependencies),
    ...createOrderJobs(dependencies),
    ...createUpkeepJobs(dependencies),
  ]
}
