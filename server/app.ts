import { createHmac, randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import etag from '@fastify/etag'
import rateLimit from '@fastify/rate-limit'
import fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { isInjection } from 'light-my-request'
import { apiBase, ucpBase } from '#contract/api.ts'
import { apiKeyRoutes } from './accounts/api-keys/api-key-routes.ts'
import { findApiKey } from './accounts/api-keys/api-keys.ts'
import { addressBookRoutes } from './accounts/profile/address-book-routes.ts'
import { userRoutes } from './accounts/routes.ts'
import { findSession } from './accounts/sessions/session-store.ts'
import { listOwners } from './accounts/staff/list-owners.ts'
import { activityRoutes } from './activity/activity-routes.ts'
import { backupRoutes } from './backups/backup-routes.ts'
import { cartRoutes } from './cart/routes.ts'
import { savedItemRoutes } from './cart/saved-item-routes.ts'
import { feedAdminRoutes, feedRoutes } from './catalog/feeds/feed-routes.ts'
import { createListCache, type ListCache } from './catalog/listing/list-cache.ts'
import { imageRoutes } from './catalog/pictures/image-routes.ts'
import { productRoutes } from './catalog/routes.ts'
import { bulkEditRoutes } from './catalog-admin/bulk-edit-routes.ts'
import { importRoutes } from './catalog-admin/import/import-routes.ts'
import { skuRoutes } from './catalog-admin/sku-routes.ts'
import { contactRoutes } from './contact/routes.ts'
import { deliveryRuleRoutes } from './delivery-rules/delivery-rule-routes.ts'
import type { AppDependencies } from './dependencies.ts'
import { figureRoutes } from './figures/figure-routes.ts'
import { funnelRoutes } from './figures/funnel-routes.ts'
import { moneyRoutes } from './figures/money/money-routes.ts'
import { profitRoutes } from './figures/profit/profit-routes.ts'
import { sourceFigureRoutes } from './figures/source-figure-routes.ts'
import { firstDayRoutes } from './first-day/routes.ts'
import { compression } from './http/compression.ts'
import { rejectCrossSite } from './http/cross-site.ts'
import { endSlowBodies } from './http/end-slow-bodies.ts'
import { handleErrors, sendNotFound } from './http/error-handler.ts'
import { addHealthRoutes } from './http/health.ts'
import { createHttpServer } from './http/http-server.ts'
import { parseWellFormedJson } from './http/json-body.ts'
import { shedLoad } from './http/load-shedding.ts'
import { logAccounts } from './http/log-accounts.ts'
import { maskPhonesOfReplies } from './http/mask-phones.ts'
import { addMetricsRoute, measureRequests } from './http/metrics/metrics.ts'
import { addApiDocs } from './http/openapi.ts'
import { serveSecurityTxt } from './http/pages/security-txt.ts'
import { forbidIndexing, serveSitemap } from './http/pages/sitemap.ts'
import { serveWebManifest } from './http/pages/web-manifest.ts'
import { publishChanges } from './http/publish-changes.ts'
import { addApiSecurityHeaders, addPageSecurityHeaders } from './http/security-headers.ts'
import { enforceRoles, readClientIp } from './http/session.ts'
import { normalizeUrl, rejectInvalidHost } from './http/url.ts'
import { restockRoutes } from './inventory/restock/restock-routes.ts'
import { inventoryRoutes } from './inventory/routes.ts'
import { AppError } from './kernel/errors.ts'
import { toLoggerOptions } from './kernel/logger-options.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { offerRoutes } from './offers/offer-routes.ts'
import { listCodPersonKeys } from './orders/placing/cod-terms.ts'
import { orderRoutes } from './orders/routes.ts'
import { pushRoutes } from './owner-reports/push/push-routes.ts'
import { pageRoutes } from './pages/page-routes.ts'
import { settlementRoutes } from './payments/bank-settlements/settlement-routes.ts'
import { paymentsPort } from './payments/payments-port.ts'
import { syncRefundsOfOrder } from './payments/refunds/found-refunds.ts'
import { paymentRoutes } from './payments/routes.ts'
import { purchaseReportRoutes } from './purchase-reports/purchase-report-routes.ts'
import { redirectRoutes } from './redirects/redirect-routes.ts'
import { restoreRoutes } from './restores/restore-routes.ts'
import { returnRoutes } from './returns/return-routes.ts'
import { createNewsKey, isNewsKey } from './shipping/courier/parcel-news.ts'
import { shippingRoutes } from './shipping/routes.ts'
import { shopExportRoutes } from './shop-export/shop-export-routes.ts'
import { shopImportRoutes } from './shop-import/shop-import-routes.ts'
import { readBrandOriginal } from './shop-settings/brand-images.ts'
import { brandRoutes } from './shop-settings/brand-routes.ts'
import { mailServerRoutes } from './shop-settings/mail-server/mail-server-routes.ts'
import { createPreviewLinks } from './shop-settings/preview-links.ts'
import { providerKeyRoutes } from './shop-settings/provider-keys/provider-key-routes.ts'
import { readShopSettings } from './shop-settings/read-settings.ts'
import { settingsRoutes } from './shop-settings/settings-routes.ts'
import { findSocialCard } from './shop-settings/social-card.ts'
import { videoRoutes } from './shop-settings/videos/video-routes.ts'
import { documentRoutes } from './tax/document-routes.ts'
import { createDocumentCache } from './tax/print/document-cache.ts'
import { taxRateRoutes } from './tax/rates/tax-rate-routes.ts'
import { continueRoutes } from './ucp/continue-routes.ts'
import { profileRoutes } from './ucp/profile/profile-routes.ts'
import { ucpRoutes } from './ucp/ucp-routes.ts'
import { visitRoutes } from './visits/routes.ts'
import { programOrderRoutes } from './webhooks/program-order-routes.ts'
import { webhookRoutes } from './webhooks/webhook-routes.ts'

/** Enough for an office behind one IP address. */
const maxRequestsPerMinute = 1_200

/** The whole server as a value, not yet listening. */
export async function createApp(dependencies: AppDependencies): Promise<FastifyInstance> {
  const { settings, responseCache, stopping } = dependencies
  const app: FastifyInstance = fastify({
    logger: toLoggerOptions({ settings, stream: dependencies.logTo }),
    // Calls that a page makes in process have the id of the page's request.
    genReqId: (request) => (isInjection(request) && request.headers['x-request-id']?.toString()) || randomUUID(),
    // As many proxies are trusted as there are, counted from the right end of X-Forwarded-For, so a visitor cannot choose an IP.
    trustProxy: (_ip, hop) => hop < settings.TRUST_PROXY,
    bodyLimit: 256 * 1024,
    serverFactory: (handler) => createHttpServer({ handler, responseCache, stopping, getLog: () => app.log }),
    rewriteUrl: ({ url = '/' }) => normalizeUrl(url),
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  // Every call of the contract sends JSON.
  app.removeContentTypeParser('text/plain')
  parseWellFormedJson(app)
  handleErrors(app, { listOwners: () => listOwners({ database: dependencies.database }) })
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    if (stopping?.aborted) reply.header('connection', 'close')
    done()
  })
  endSlowBodies(app)
  measureRequests(app)
  responseCache?.register(app)
  await shedLoad(app, dependencies)
  rejectInvalidHost(app)
  forbidIndexing(app)
  await app.register(compress, compression)
  await app.register(cookie, { secret: createHmac('sha256', dependencies.signInKey).update('device-cookies').digest() })
  const lists = createListCache()
  await app.register(async (api) => addApi(api, { ...dependencies, lists }), { prefix: apiBase })
  if (settings.UCP) await app.register(async (ucp) => ucpRoutes(ucp, { ...dependencies, lists }), { prefix: ucpBase })
  await app.register(async (pages) => addPages(pages, dependencies))
  return app
}

async function addApi(api: FastifyInstance, dependencies: AppDependencies & { lists: ListCache }): Promise<void> {
  const { settings, database, productChanges, gateways, images, jobs } = dependencies
  addApiSecurityHeaders(api, settings)
  rejectCrossSite(api, settings)
  await api.register(etag, { weak: true })
  const parcelNewsKey = createNewsKey(dependencies.trackingKey)
  await api.register(rateLimit, {
    max: Math.ceil(maxRequestsPerMinute * settings.LIMITS_FACTOR),
    timeWindow: '1 minute',
    keyGenerator: readClientIp,
    // A courier sends a message for each scan of each parcel, and none a second time.
    allowList: ({ routeOptions, headers }) =>
      routeOptions.config.call === 'receiveParcelNews' && isNewsKey({ key: parcelNewsKey, given: headers['x-api-key'] }),
    errorResponseBuilder: (_request, { ttl }) => new AppError('too_many_requests', { retryAfterSeconds: Math.ceil(ttl / 1000) }),
  })
  await addApiDocs(api)
  logAccounts(api)
  enforceRoles(api, {
    settings,
    findSession: (session) => findSession({ database, ...session }),
    findApiKey: (key) => findApiKey({ database, key }),
  })
  maskPhonesOfReplies(api)
  if (productChanges) publishChanges(api, productChanges)
  api.addHook('onSend', (_request, reply, payload, done) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-store')
    done(null, payload)
  })
  // Routes, because the pages have a route for every path.
  for (const path of ['/', '/*']) api.all(path, { schema: { hide: true } }, sendNotFound)
  const requestMails = () => jobs.request('send-mails')
  const requestPaymentWork = () => jobs.request('process-payments')
  const { trackingKey } = dependencies
  userRoutes(api, { ...dependencies, requestMails, listPersonKeys: (person) => listCodPersonKeys({ trackingKey, ...person }) })
  productRoutes(api, { ...dependencies, requestSales: () => jobs.request('change-sale-prices') })
  inventoryRoutes(api, dependencies)
  apiKeyRoutes(api, dependencies)
  bulkEditRoutes(api, dependencies)
  skuRoutes(api, dependencies)
  feedAdminRoutes(api, { ...dependencies, requestFeeds: () => jobs.request('write-feeds') })
  restockRoutes(api, { ...dependencies, requestMails })
  importRoutes(api, { ...dependencies, requestWork: (job) => jobs.request(job) })
  cartRoutes(api, dependencies)
  continueRoutes(api, dependencies)
  savedItemRoutes(api, dependencies)
  offerRoutes(api, dependencies)
  addressBookRoutes(api, dependencies)
  const payments = paymentsPort
  const syncRefunds = (orderId: string) => syncRefundsOfOrder({ database, gateways, orderId })
  const documentCache = createDocumentCache({ readSignature: (path) => readBrandOriginal({ images, path }) })
  const hasCardPayment = () => gateways.checkout !== undefined
  orderRoutes(api, { ...dependencies, hasCardPayment, payments, documentCache, syncRefunds, requestMails })
  documentRoutes(api, { ...dependencies, documentCache })
  shippingRoutes(api, {
    ...dependencies,
    payments,
    requestMails,
    requestBookingWork: () => jobs.request('book-parcels'),
    requestTracking: () => jobs.request('track-parcels'),
  })
  paymentRoutes(api, { ...dependencies, requestPaymentWork })
  settlementRoutes(api, dependencies)
  activityRoutes(api, dependencies)
  backupRoutes(api, { ...dependencies, requestBackup: () => jobs.request('write-backups') })
  restoreRoutes(api, { database, requestPaymentWork })
  returnRoutes(api, { ...dependencies, hasCardPayment, syncRefunds, requestMails, requestPaymentWork })
  notificationRoutes(api, dependencies)
  pushRoutes(api, dependencies)
  firstDayRoutes(api, { ...dependencies, hasCardPayment })
  figureRoutes(api, dependencies)
  profitRoutes(api, dependencies)
  moneyRoutes(api, dependencies)
  sourceFigureRoutes(api, dependencies)
  funnelRoutes(api, dependencies)
  visitRoutes(api, dependencies)
  settingsRoutes(api, dependencies)
  shopImportRoutes(api, { ...dependencies, requestWork: () => jobs.request('import-shop') })
  shopExportRoutes(api, { ...dependencies, requestWork: () => jobs.request('export-shop') })
  mailServerRoutes(api, dependencies)
  purchaseReportRoutes(api, dependencies)
  providerKeyRoutes(api, { ...dependencies, parcelNewsKey })
  redirectRoutes(api, dependencies)
  pageRoutes(api, dependencies)
  deliveryRuleRoutes(api, dependencies)
  taxRateRoutes(api, dependencies)
  programOrderRoutes(api, dependencies)
  webhookRoutes(api, { ...dependencies, requestDeliveries: () => jobs.request('send-webhooks') })
  contactRoutes(api, { ...dependencies, requestMails })
}

async function addPages(pages: FastifyInstance, dependencies: AppDependencies): Promise<void> {
  const { settings, ssr, jobs } = dependencies
  await addPageSecurityHeaders(pages, { secure: settings.secure, development: process.env.NODE_ENV === 'development' })
  imageRoutes(pages, dependencies)
  brandRoutes(pages, dependencies)
  videoRoutes(pages, dependencies)
  addHealthRoutes(pages, dependencies)
  addMetricsRoute(pages, dependencies)
  serveSitemap(pages, dependencies)
  serveWebManifest(pages, dependencies)
  serveSecurityTxt(pages, dependencies)
  profileRoutes(pages, dependencies)
  feedRoutes(pages, { ...dependencies, requestFeeds: () => jobs.request('write-feeds') })
  const previewLinks = createPreviewLinks({ key: dependencies.trackingKey })
  await ssr?.(pages, {
    shopSettings: dependencies.shopSettings,
    shownOffers: dependencies.shownOffers,
    findSocialCard,
    findRedirect: (request) => dependencies.redirects.find({ url: request.url, client: readClientIp(request) }),
    readPreview: async (token) =>
      previewLinks.isValid({ token, now: Date.now() })
        ? readShopSettings({ database: dependencies.database, settings, withDrafts: true })
        : undefined,
  })
}
