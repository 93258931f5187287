import type { AddressInfo } from 'node:net'
import { createPins } from './accounts/pins/pins.ts'
import { createBackupStore } from './adapters/create-backup-store.ts'
import type { DatabaseHandle } from './adapters/create-database.ts'
import type { Providers } from './adapters/create-providers.ts'
import { createStorefrontReads } from './adapters/create-storefront-reads.ts'
import { createProfileFetcher } from './adapters/fetch-agent-profile.ts'
import { createHealthCheck } from './adapters/health-check.ts'
import { subscribe } from './adapters/postgres-notifications.ts'
import { createMailer } from './adapters/smtp.ts'
import { createWebPush } from './adapters/web-push.ts'
import { createWebhookSender } from './adapters/webhook-sender.ts'
import { createApp } from './app.ts'
import { type ChangedStock, createProductChanges, parseProductsPayload, productsChannel } from './database/product-changes.ts'
import { settingsChannel } from './database/settings-channel.ts'
import type { AppDependencies } from './dependencies.ts'
import { drain } from './http/drain.ts'
import { createSsr } from './http/pages/ssr.ts'
import { createResponseCache } from './http/response-cache.ts'
import { deriveKey, readSecret } from './kernel/secret.ts'
import { createShownOffers, offersChannel } from './offers/shown-offers.ts'
import { createRedirectCache, redirectsChannel } from './redirects/redirect-cache.ts'
import { readMailServer } from './shop-settings/mail-server/stored-mail-server.ts'
import { createShopSettings } from './shop-settings/read-settings.ts'
import { createShopSigningKeys } from './ucp/agents/signing-keys.ts'

/** Connections that may wait to be accepted; a burst beyond the default would be dropped and retried after seconds. */
const listenBacklog = 4_096

interface ServeOptions extends Pick<AppDependencies, 'settings' | 'images' | 'jobs'> {
  readonly providers: Providers
  readonly opened: Pick<DatabaseHandle, 'database' | 'connection' | 'readDatabase'>
  readonly resources: AsyncDisposableStack
}

/** Builds the app with this process's cache and listens. Returns where. */
export async function serve({ settings, images, providers, jobs, opened, resources }: ServeOptions): Promise<AddressInfo> {
  const { database, connection, readDatabase } = opened
  const secret = await readSecret({ settings })
  const development = process.env.NODE_ENV === 'development'

  const responseCache = createResponseCache({ publicUrl: settings.PUBLIC_URL, isShared: settings.SHARED_CACHE })
  const storefrontReads = createStorefrontReads({ database, replica: readDatabase })
  resources.defer(() => storefrontReads.close())
  const invalidate = (changed?: ChangedStock) => {
    storefrontReads.requireChanges()
    responseCache.invalidate(changed)
  }
  const shopSettings = createShopSettings({ database, settings })
  await shopSettings.load()
  await providers.load()
  const redirects = createRedirectCache({ database })
  resources.defer(() => redirects.close())
  await redirects.load()
  const shownOffers = createShownOffers({ database })
  await shownOffers.load()
  // A load that fails has lost the connection, and is repeated when it is back.
  const reloadSettings = () =>
    void Promise.all([shopSettings.load(), providers.load()]).then(
      () => invalidate(),
      () => {},
    )
  const reloadOffers = () =>
    void shownOffers.load().then(
      () => invalidate(),
      () => {},
    )
  const onProducts = (changed: ChangedStock) => {
    invalidate(changed)
    if (changed === undefined && shownOffers.dependsOnProducts()) reloadOffers()
  }
  const subscription = subscribe({
    connection,
    channels: [productsChannel, settingsChannel, redirectsChannel, offersChannel],
    onNotification(channel, payload) {
      if (channel === settingsChannel) reloadSettings()
      else if (channel === redirectsChannel) redirects.requestLoad()
      else if (channel === offersChannel) reloadOffers()
      else onProducts(parseProductsPayload(payload))
    },
    onConnected() {
      responseCache.enable()
      reloadSettings()
      reloadOffers()
      redirects.requestLoad()
    },
    onDisconnected: responseCache.disable,
  })
  resources.defer(() => subscription.close())
  const healthCheck = createHealthCheck({ connection })
  resources.defer(() => healthCheck.close())

  const stopping = new AbortController()
  const app = await createApp({
    settings,
    shopSettings,
    redirects,
    shownOffers,
    stopping: stopping.signal,
    database,
    readDatabase,
    storefrontReads,
    responseCache,
    productChanges: createProductChanges({ database, invalidate }),
    healthCheck,
    images,
    backupStore: createBackupStore({ settings }),
    jobs,
    gateways: providers.gateways,
    pickups: providers.pickups,
    courier: providers.courier,
    providers,
    providersKey: deriveKey({ secret, purpose: 'provider-keys' }),
    pins: createPins({ pepper: deriveKey({ secret, purpose: 'pin-pepper' }) }),
    secondFactorKey: deriveKey({ secret, purpose: 'second-factor' }),
    signInKey: deriveKey({ secret, purpose: 'sign-in' }),
    mailServerKey: deriveKey({ secret, purpose: 'mail-server' }),
    mailer: createMailer({ settings, readServer: () => readMailServer({ database, key: deriveKey({ secret, purpose: 'mail-server' }) }) }),
    trackingKey: deriveKey({ secret, purpose: 'tracking-links' }),
    push: createWebPush({ key: deriveKey({ secret, purpose: 'web-push' }), settings }),
    webhookSender: createWebhookSender(),
    fetchProfile: createProfileFetcher({ allowsLocal: settings.UCP_LOCAL_AGENTS }),
    ucpSigningKeys: createShopSigningKeys({ key: deriveKey({ secret, purpose: 'ucp-signing' }) }),
    webhookKey: deriveKey({ secret, purpose: 'webhooks' }),
    ssr: createSsr({ settings, getCheckoutScript: () => providers.gateways.checkout?.checkoutScript ?? null, development, responseCache }),
  })
  resources.defer(() => app.close())
  resources.defer(() => drain(app, { stopping, delayMs: settings.SHUTDOWN_DELAY_MS }))
  await app.listen({ port: settings.PORT, host: settings.HOST, backlog: listenBacklog })
  return app.addresses()[0] as AddressInfo
}
