import type { FastifyInstance } from 'fastify'
import type { Pins } from './accounts/pins/pins.ts'
import type { ChallengeWork } from './accounts/sign-in/login-challenge.ts'
import type { HealthCheck } from './adapters/health-check.ts'
import type { BackupStore } from './backups/backup-store.ts'
import type { ImageStore } from './catalog/pictures/image-store.ts'
import type { ProductChanges } from './database/product-changes.ts'
import type { Database } from './database/schema.ts'
import type { StorefrontReads } from './database/storefront-reads.ts'
import type { PageSettings } from './http/pages/store-config.ts'
import type { ResponseCache } from './http/response-cache.ts'
import type { JobRequests } from './jobs/request-jobs.ts'
import type { LogStream } from './kernel/logger-options.ts'
import type { Settings } from './kernel/settings.ts'
import type { Mailer } from './mail/mailer.ts'
import type { ShownOffers } from './offers/shown-offers.ts'
import type { PushService } from './owner-reports/push/push-service.ts'
import type { Gateways } from './payments/provider/gateways.ts'
import type { RedirectCache } from './redirects/redirect-cache.ts'
import type { PickupService } from './returns/pickup-service.ts'
import type { Courier } from './shipping/courier/courier.ts'
import type { ProviderConnections } from './shop-settings/provider-keys/provider-connections.ts'
import type { CachedShopSettings } from './shop-settings/read-settings.ts'
import type { FetchProfile } from './ucp/agents/agent-profiles.ts'
import type { ShopSigningKeys } from './ucp/agents/signing-keys.ts'
import type { WebhookSender } from './webhooks/webhook-sender.ts'

/** Everything the app needs from outside, chosen by main.ts, run-shop.ts and by tests. */
export interface AppDependencies {
  readonly settings: Settings
  /** what administrators have set */
  readonly shopSettings: CachedShopSettings
  /** old addresses, and the count of missing ones */
  readonly redirects: RedirectCache
  /** the offers that shoppers see */
  readonly shownOffers: ShownOffers
  readonly database: Database
  /** for reports: the database of DATABASE_READ_URL, or the same one */
  readonly readDatabase: Database
  readonly storefrontReads: StorefrontReads
  /** checks that the database answers, without waiting for a free connection of the pool */
  readonly healthCheck: Pick<HealthCheck, 'ping'>
  /** aborted when the server starts to shut down: `/readyz` answers 503 and responses close their connection */
  readonly stopping?: AbortSignal | undefined
  /** the cache of this process; without it no response is cached */
  readonly responseCache?: ResponseCache | undefined
  /** announces changed products to all processes */
  readonly productChanges?: ProductChanges | undefined
  readonly images: ImageStore
  readonly backupStore: BackupStore
  readonly jobs: JobRequests
  readonly pins: Pins
  readonly gateways: Gateways
  /** books pick-ups of returns with a courier; undefined without an account */
  readonly pickups?: { readonly current: PickupService | undefined } | undefined
  /** books parcels to shoppers; undefined without an account */
  readonly courier?: { readonly current: Courier | undefined } | undefined
  /** notifies administrators on their devices */
  readonly push: PushService
  /** reads the profiles of assistants */
  readonly fetchProfile: FetchProfile
  /** sign what the shop sends to assistants */
  readonly ucpSigningKeys: ShopSigningKeys
  /** sends events to other programs */
  readonly webhookSender: WebhookSender
  /** encrypts the secrets of webhooks */
  readonly webhookKey: Buffer
  /** encrypts the secrets of second factors */
  readonly secondFactorKey: Buffer
  /** signs the challenges of the sign-in and hashes IP addresses */
  readonly signInKey: Buffer
  /** what the challenges of the sign-in take; tests take less */
  readonly challengeWork?: ChallengeWork | undefined
  /** sends test mails; all others are sent by a job */
  readonly mailer: Mailer
  /** encrypts the password of the mail server that was entered */
  readonly mailServerKey: Buffer
  /** the accounts at payment and courier providers, whose keys administrators may enter */
  readonly providers: ProviderConnections
  /** encrypts the keys of providers that were entered */
  readonly providersKey: Buffer
  /** signs the tracking links of orders */
  readonly trackingKey: Buffer
  /** where the log goes; standard output by default */
  readonly logTo?: LogStream | undefined
  /** the event loop delay beyond which requests are rejected; 0 for never */
  readonly maxEventLoopDelayMs?: number | undefined
  /** adds the pages; tests of the API leave it out */
  readonly ssr?: ((app: FastifyInstance, settings: PageSettings) => Promise<void>) | undefined
}
