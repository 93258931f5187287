const contractKernel = ['contract/kernel/**'] as const

/** What every feature of the server may import. */
const foundation = ['contract/**', 'server/{kernel,csv,database}/**', 'server/activity/record-{activity,change}.ts'] as const

/** What the application joins. Adapters are chosen by the processes. */
const features = [
  'server/{kernel,http,database,accounts,activity,backups,cart,catalog,catalog-admin,contact,delivery-rules,figures,first-day,inventory,jobs,mail,notifications}/**',
  'server/{offers,orders,owner-reports,pages,payments,purchase-reports,redirects,restores,returns,shipping,shop-export,shop-import,shop-settings,tax,ucp,visits,webhooks}/**',
  'server/adapters/health-check.ts',
] as const

/** Primitives and state that every area of the web may import. */
const webShared = [
  'contract/**',
  'web/api/**',
  'web/session/**',
  'web/auth/pin/**',
  'web/layout/**',
  'web/ui/**',
  'web/cart/{state,mini-cart}/**',
  'web/orders/{shared,placed}/**',
]

/** What every area of the administrators may import. */
const adminShared = [
  'contract/**',
  'web/{api,session,layout,ui}/**',
  'web/auth/pin/**',
  'web/admin/{kit,shared}/**',
  'web/orders/shared/**',
]

/**
 * Folder → what its files may import besides the folder itself. `/**` includes the folders below it, `/*` does not. The first row
 * that contains a file counts.
 */
export const folders: Readonly<Record<string, readonly string[]>> = {
  // What everybody uses: money, addresses, days, limits, errors.
  'contract/kernel/**': [],
  'contract/catalog/**': contractKernel,
  'contract/{accounts,contact}/**': contractKernel,
  'contract/inventory/**': [...contractKernel, 'contract/catalog/**'],
  'contract/offers/**': [...contractKernel, 'contract/catalog/**'],
  'contract/shipping/**': contractKernel,
  'contract/settings/**': [...contractKernel, 'contract/catalog/**'],
  'contract/tax/**': [...contractKernel, 'contract/settings/**'],
  'contract/delivery/**': [...contractKernel, 'contract/pin-codes.ts'],
  'contract/{activity,redirects,webhooks,shop-export,shop-import}/**': contractKernel,
  'contract/pages/**': [...contractKernel, 'contract/settings/**'],
  'contract/catalog-admin/**': [...contractKernel, 'contract/catalog/**'],
  'contract/cart/**': [...contractKernel, 'contract/{catalog,offers}/**'],
  'contract/orders/**': [...contractKernel, 'contract/{accounts,catalog,delivery,offers,settings,shipping,tax}/**'],
  'contract/figures/**': [...contractKernel, 'contract/orders/**'],
  'contract/returns/**': [...contractKernel, 'contract/{catalog,orders,shipping}/**'],
  'contract/payments/**': [...contractKernel, 'contract/{catalog,offers,orders,returns,settings}/**'],
  'contract/payouts/**': [...contractKernel, 'contract/{orders,returns}/**'],
  'contract/restores/**': contractKernel,
  'contract/{contract,api,errors}.ts': ['contract/**'],
  'contract/{first-day,oldest-browsers,pin-codes,visits}.ts': [...contractKernel, 'contract/catalog/declarations.ts'],

  // The routes of all features, and the processes that serve them with the adapters of the settings.
  'server/{app,dependencies}.ts': ['contract/**', 'server/{app,dependencies}.ts', ...features],
  'server/{main,run-shop,seed,serve,worker,workers}.ts': ['contract/**', 'server/**', 'demo/products/**'],
  'server/kernel/**': ['contract/**'],
  'server/csv/**': ['contract/**', 'server/kernel/**'],
  'server/cli/**': ['contract/**', 'server/**'],
  'contract/backups/**': contractKernel,
  'server/backups/**': [...foundation, 'server/catalog/pictures/image-store.ts', 'server/jobs/queue.ts'],
  'server/adapters/**': [
    ...foundation,
    // The interfaces that they implement.
    'server/backups/backup-store.ts',
    'server/catalog/pictures/image-store.ts',
    'server/catalog-admin/import/run/{add-pictures,import-run}.ts',
    'server/mail/mailer.ts',
    'server/owner-reports/push/push-service.ts',
    'server/payments/provider/{gateway,gateways}.ts',
    'server/returns/pickup-service.ts',
    'server/shipping/courier/courier.ts',
    'server/ucp/agents/agent-profiles.ts',
    'server/{purchase-reports/purchase-reporter,webhooks/webhook-sender}.ts',
    'server/shop-settings/provider-keys/{provider-connections,stored-provider-keys}.ts',
  ],
  'server/jobs/**': [
    ...foundation,
    'server/{shop-settings,accounts,catalog,catalog-admin,figures,inventory,cart,mail,orders,payments,restores,returns,owner-reports,purchase-reports,shipping,shop-export,shop-import,tax,webhooks}/**',
    'server/ucp/{sessions/complete-sessions,orders/send-order,agents/agent-profiles,agents/signing-keys}.ts',
    'server/contact/ticket-links.ts',
    'server/backups/**',
  ],
  'server/http/**': foundation,
  'server/database/**': ['contract/**', 'server/kernel/**'],
  'server/mail/**': foundation,
  'server/pin-codes/**': foundation,
  'server/visits/**': foundation,
  'server/figures/**': [
    ...foundation,
    'server/orders/{desk/admin-list,desk/order-views,edits/archive-order,order/repository}.ts',
    'server/notifications/count-returns.ts',
  ],
  'server/shop-settings/**': [...foundation, 'server/mail/mailer.ts', 'server/catalog/{pictures,product,collections}/**'],
  'server/{activity,purchase-reports}/**': [...foundation],
  'server/redirects/**': [...foundation],
  'server/webhooks/**': [...foundation, 'server/{mail,orders,returns,tax}/**'],
  'contract/ucp/**': [...contractKernel, 'contract/{catalog,offers}/**'],
  'server/ucp/http/**': [
    ...foundation,
    'server/http/{client-limit,error-handler,json-body,session,security-headers,url}.ts',
    'server/ucp/{*,agents/*}',
  ],
  'server/ucp/continue-routes.ts': [
    ...foundation,
    'server/orders/placing/order-source.ts',
    'server/http/{client-limit,define-route,session}.ts',
    'server/ucp/{catalog,sessions}/**',
  ],
  'server/ucp/sessions/**': [
    ...foundation,
    'server/{catalog,cart,delivery-rules,inventory,offers,orders,payments,pin-codes}/**',
    'server/http/{session,url}.ts',
    'server/ucp/{*,agents/*,http/*,catalog/*}',
  ],
  'server/ucp/orders/**': [
    ...foundation,
    'server/{catalog,orders,returns}/**',
    'server/http/url.ts',
    'server/ucp/{*,agents/*,http/*,sessions/*}',
    'server/webhooks/{deliver-events,send-event,webhook-sender}.ts',
  ],
  'server/ucp/**': [...foundation, 'server/catalog/**', 'server/http/{security-headers,client-limit}.ts'],
  'server/shop-import/**': [
    ...foundation,
    'server/{catalog,delivery-rules,inventory,offers,orders,pages,redirects,shop-export,shop-settings,tax}/**',
  ],
  'server/shop-export/**': [...foundation, 'server/{catalog,delivery-rules,orders,redirects,shop-settings}/**'],
  'server/pages/**': [...foundation, 'server/redirects/{change-redirects,redirect-cache}.ts', 'server/shop-settings/preview-links.ts'],
  'server/delivery-rules/**': [...foundation],
  'server/contact/**': [...foundation, 'server/mail/**', 'server/orders/order/order-number.ts'],
  'server/accounts/users/**': foundation,
  'server/accounts/pins/**': [...foundation, 'server/accounts/users/**'],
  'server/accounts/sessions/**': [...foundation, 'server/accounts/{users,pins}/**'],
  'server/accounts/{profile,sign-in}/**': [...foundation, 'server/accounts/{users,pins,sessions,profile,sign-in}/**', 'server/mail/**'],
  'server/accounts/**': [...foundation, 'server/mail/**'],
  'server/catalog/{product,categories,pictures}/**': [...foundation, 'server/catalog/{product,categories,pictures}/**'],
  'server/catalog/listing/**': [...foundation, 'server/catalog/product/**'],
  'server/catalog/{collections,feeds}/**': [...foundation, 'server/catalog/{product,pictures}/**'],
  'server/catalog/sales/**': [...foundation, 'server/catalog/{product,listing}/**'],
  'server/catalog/**': foundation,
  'server/inventory/**': [...foundation, 'server/catalog/**', 'server/mail/**'],
  'server/catalog-admin/**': [...foundation, 'server/redirects/change-redirects.ts', 'server/{inventory,catalog}/**'],
  'server/tax/**': [...foundation, 'server/pin-codes/**'],
  'server/offers/**': [...foundation, 'server/mail/mailbox.ts'],
  'server/cart/**': [
    ...foundation,
    'server/accounts/{users/lock-shopper,profile/address-book}.ts',
    'server/{offers,inventory,catalog,mail}/**',
  ],
  'server/orders/order/**': [...foundation, 'server/{catalog,inventory,mail,pin-codes,tax}/**'],
  'server/orders/placing/**': [
    ...foundation,
    'server/accounts/users/lock-shopper.ts',
    'server/orders/order/**',
    'server/{cart,catalog,delivery-rules,inventory,mail,offers,pin-codes}/**',
  ],
  'server/orders/lifecycle/**': [
    ...foundation,
    'server/accounts/{users/lock-shopper,profile/address-book}.ts',
    'server/orders/{order,placing}/**',
    'server/{inventory,mail,offers,tax}/**',
  ],
  'server/orders/{desk,edits,customers,past-orders}/**': [
    ...foundation,
    'server/orders/{order,placing,lifecycle,desk,edits,customers,past-orders}/**',
    'server/{inventory,pin-codes,tax}/**',
  ],
  'server/orders/**': [
    ...foundation,

    'server/accounts/{users/lock-shopper,profile/address-book}.ts',
    'server/{cart,offers,inventory,catalog,mail,pin-codes,delivery-rules,tax}/**',
  ],
  'server/payments/provider/**': foundation,
  'server/payments/refunds/**': [...foundation, 'server/payments/provider/**', 'server/orders/order/**', 'server/tax/**'],
  'server/payments/review/**': [...foundation, 'server/payments/{provider,refunds}/**'],
  'server/payments/**': [
    ...foundation,
    'server/accounts/{users/lock-shopper,profile/address-book}.ts',
    'server/{orders,cart,offers,inventory,catalog,mail,delivery-rules,tax}/**',
  ],
  'server/first-day/**': [
    ...foundation,
    'server/{shop-settings,payments,catalog}/**',
    'server/ucp/agents/count-requests.ts',
    'server/backups/read-backup-state.ts',
  ],
  'server/owner-reports/**': [
    ...foundation,
    'server/accounts/{profile/account-routes,sessions/describe-session}.ts',
    'server/backups/read-backup-state.ts',
    'server/{first-day,payments,orders,mail}/**',
  ],
  'server/notifications/**': [
    ...foundation,
    'server/{payments,orders}/**',
    'server/contact/admin-tickets.ts',
    'server/shop-settings/{mail-server,provider-keys}/**',
  ],
  'server/returns/**': [
    ...foundation,

    'server/mail/outbox.ts',
    'server/{payments,orders,inventory,catalog,tax,pin-codes}/**',
  ],
  'server/restores/**': [...foundation, 'server/{payments,returns}/**'],
  'server/shipping/**': [...foundation, 'server/{payments,orders,mail}/**'],

  'web/*': ['contract/**', 'web/{api,session,layout,ui}/**', 'web/catalog/structured-data/**'],
  'web/api/**': ['contract/**'],
  'web/ui/**': ['contract/**'],
  'web/session/**': ['contract/**', 'web/{api,ui}/**'],
  'web/cart/state/**': ['contract/**', 'web/{api,ui}/**'],
  'web/cart/mini-cart/**': ['contract/**', 'web/{api,session,ui}/**', 'web/cart/state/**'],
  'web/layout/**': ['contract/**', 'web/{api,session,ui}/**', 'web/cart/{state,mini-cart}/**'],
  'web/auth/**': ['contract/**', 'web/{api,session,layout,ui}/**', 'web/cart/state/**'],
  'web/cart/**': [...webShared, 'web/orders/shared/**'],
  'web/orders/**': webShared,
  'web/catalog/shared/**': webShared,
  'web/catalog/{saved,size-guide}/**': [...webShared, 'web/catalog/shared/**'],
  'web/catalog/listing/**': [...webShared, 'web/catalog/{shared,saved,size-guide}/**'],
  'web/catalog/{collections,structured-data}/**': [...webShared, 'web/catalog/{shared,listing}/**'],
  'web/catalog/**': webShared,
  'web/dashboard/**': [...webShared, 'web/catalog/{shared,listing}/**'],
  'web/checkout/**': [...webShared, 'web/cart/**'],
  'web/account/**': webShared,
  // The page of an order, which contains the forms of what can be done with it.
  'web/order-link/**': [...webShared, 'web/{checkout,orders}/**', 'web/policies/tracking/**'],
  'web/policies/**': webShared,
  'web/pages/**': webShared,
  'web/admin/kit/**': ['contract/**', 'web/{api,session,layout,ui}/**', 'web/orders/shared/**'],
  'web/admin/shared/**': ['contract/**', 'web/{api,session,layout,ui}/**', 'web/admin/kit/**', 'web/orders/shared/**'],
  'web/admin/catalog/**': adminShared,
  'web/admin/orders/**': [...adminShared, 'web/orders/returns/**'],
  'web/admin/people/**': adminShared,
  'web/admin/settings/**': adminShared,
  'web/admin/pages/**': adminShared,
  'web/admin/analysis/**': adminShared,

  'demo/**': ['contract/**'],
  'simulators/**': [],
  'testing/**': ['contract/**', 'server/**', 'demo/**', 'simulators/*/server.ts'],
  'e2e/**': ['contract/**', 'testing/**'],
  'bench/**': ['contract/**', 'server/adapters/**', 'server/database/**', 'server/figures/**', 'testing/**'],
}
