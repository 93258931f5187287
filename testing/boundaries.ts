import { matchesGlob, posix } from 'node:path'

// Which folders may import which. Everything that is not listed is an error, also of a folder that has no row here.

/** What every feature of the server may import. */
const foundation = ['contract/**', 'server/errors.ts', 'server/for-each-settled.ts', 'server/settings.ts', 'server/database/**'] as const

/** Primitives and state that every area of the web may import. */
const webShared = [
  'contract/**',
  'web/api/**',
  'web/auth/**',
  'web/layout/**',
  'web/ui/**',
  'web/cart/{state,mini-cart}/**',
  'web/orders/{shared,placed}/**',
]

/** What every area of the administrators may import. */
const adminShared = ['contract/**', 'web/{api,auth,layout,ui}/**', 'web/admin/{kit,shared}/**', 'web/orders/shared/**']

/**
 * Folder → what its files may import besides the folder itself. `/**` includes the folders below it, `/*` does not. The first row
 * that contains a file counts.
 */
export const folders: Readonly<Record<string, readonly string[]>> = {
  'contract/**': [],

  'server/*': ['contract/**', 'server/**', 'demo/products/**'],
  'server/cli/**': ['contract/**', 'server/**'],
  'server/backups/**': [
    ...foundation,
    'server/{create-folder,startup-error}.ts',
    'server/catalog/pictures/image-store.ts',
    'server/jobs/queue.ts',
  ],
  'server/adapters/**': [
    ...foundation,
    'server/{create-folder,startup-error}.ts',
    // The interfaces that they implement.
    'server/catalog/pictures/image-store.ts',
    'server/catalog-admin/import/run/{add-pictures,import-run}.ts',
    'server/mail/mailer.ts',
    'server/owner-reports/push/push-service.ts',
    'server/payments/{gateway,gateways}.ts',
    'server/returns/pickup-service.ts',
  ],
  'server/jobs/**': [
    ...foundation,
    'server/{shop-settings,accounts,catalog,catalog-admin,inventory,cart,mail,orders,payments,restores,returns,owner-reports,tax}/**',
    'server/contact/ticket-links.ts',
  ],
  'server/http/**': [...foundation, 'server/escape-xml.ts'],
  'server/database/**': ['contract/**', 'server/errors.ts', 'server/startup-error.ts'],
  'server/mail/**': foundation,
  'server/pin-codes/**': foundation,
  'server/visits/**': foundation,
  'server/shop-settings/**': [...foundation, 'server/catalog/{pictures,product,collections}/**'],
  'server/redirects/**': [...foundation, 'server/csv.ts', 'server/catalog-admin/import/read/**'],
  'server/delivery-rules/**': [...foundation, 'server/csv.ts', 'server/catalog-admin/import/read/**'],
  'server/contact/**': [...foundation, 'server/mail/**', 'server/orders/placing/order-number.ts'],
  'server/accounts/**': [...foundation, 'server/startup-error.ts', 'server/mail/**'],
  'server/catalog/**': [...foundation, 'server/escape-xml.ts'],
  'server/inventory/**': [...foundation, 'server/catalog/**', 'server/mail/**'],
  'server/catalog-admin/**': [...foundation, 'server/csv.ts', 'server/redirects/change-redirects.ts', 'server/{inventory,catalog}/**'],
  'server/tax/**': [...foundation, 'server/csv.ts', 'server/pin-codes/**'],
  'server/offers/**': [...foundation, 'server/csv.ts', 'server/mail/mailbox.ts'],
  'server/cart/**': [...foundation, 'server/accounts/{lock-shopper,profile/address-book}.ts', 'server/{offers,inventory,catalog,mail}/**'],
  'server/orders/**': [
    ...foundation,
    'server/csv.ts',
    'server/accounts/{lock-shopper,profile/address-book}.ts',
    'server/{cart,offers,inventory,catalog,mail,pin-codes,delivery-rules,tax}/**',
    'server/catalog-admin/import/read/**',
  ],
  'server/payments/**': [
    ...foundation,
    'server/accounts/{lock-shopper,profile/address-book}.ts',
    'server/{orders,cart,offers,inventory,catalog,mail,delivery-rules,tax}/**',
  ],
  'server/first-day/**': [...foundation, 'server/{shop-settings,payments,catalog}/**'],
  'server/owner-reports/**': [
    ...foundation,
    'server/accounts/{profile/account-routes,sessions/describe-session}.ts',
    'server/{first-day,payments,orders,mail}/**',
  ],
  'server/notifications/**': [...foundation, 'server/{payments,orders}/**', 'server/contact/admin-tickets.ts'],
  'server/returns/**': [
    ...foundation,
    'server/csv.ts',
    'server/mail/outbox.ts',
    'server/{payments,orders,inventory,catalog,tax,pin-codes}/**',
  ],
  'server/restores/**': [...foundation, 'server/create-folder.ts', 'server/{payments,returns}/**'],
  'server/shipping/**': [...foundation, 'server/csv.ts', 'server/{payments,orders,mail}/**', 'server/catalog-admin/import/read/**'],

  'web/*': ['contract/**', 'web/{api,auth,layout,ui}/**', 'web/catalog/structured-data/**'],
  'web/api/**': ['contract/**'],
  'web/ui/**': ['contract/**'],
  'web/auth/**': ['contract/**', 'web/{api,layout,ui}/**', 'web/cart/state/**'],
  'web/layout/**': ['contract/**', 'web/{api,auth,ui}/**', 'web/cart/{state,mini-cart}/**'],
  'web/cart/**': [...webShared, 'web/orders/shared/**'],
  'web/orders/**': webShared,
  'web/catalog/**': webShared,
  'web/dashboard/**': [...webShared, 'web/catalog/{listing,collections}/**'],
  'web/checkout/**': [...webShared, 'web/cart/**'],
  'web/account/**': webShared,
  'web/policies/**': webShared,
  'web/admin/kit/**': ['contract/**', 'web/{api,auth,layout,ui}/**', 'web/orders/shared/**'],
  'web/admin/shared/**': ['contract/**', 'web/{api,auth,layout,ui}/**', 'web/admin/kit/**', 'web/orders/shared/**'],
  'web/admin/catalog/**': adminShared,
  'web/admin/orders/**': adminShared,
  'web/admin/people/**': adminShared,
  'web/admin/settings/**': adminShared,
  'web/admin/analysis/**': adminShared,

  'demo/**': ['contract/**'],
  'simulators/**': [],
  'testing/**': ['contract/**', 'server/**', 'demo/**', 'simulators/{razorpay/{server.ts,testing/**},shiprocket/server.ts}'],
  'e2e/**': ['contract/**', 'testing/**'],
  'bench/**': ['contract/**', 'server/adapters/**', 'testing/**'],
}

/** Files that may import more than their folder: routes connect a feature with HTTP. */
const routes = { files: 'server/**/*routes.ts', mayImport: 'server/http/{define-route,session,cross-site,client-limit}.ts' }

/** Files that may import less than their folder: rules are pure. */
const rules = {
  files: 'server/**/*rules.ts',
  mayImport: ['contract/**', 'server/errors.ts', 'server/**/*rules.ts'],
}

/** Packages of the zones that are limited to some. All others may import what package.json has. */
const packages: Readonly<Record<string, readonly string[]>> = { 'contract/**': ['zod'], [rules.files]: [] }

const tests = ['**/*.test.{ts,tsx}', 'web/api/fake-api.ts', 'web/**/render-{cart,section}.tsx']

const isIn = (path: string, patterns: readonly string[]): boolean => patterns.some((pattern) => matchesGlob(path, pattern))

/** The path from the root of the repository, or undefined for a package. */
function resolveImport({ file, specifier }: { file: string; specifier: string }): string | undefined {
  if (specifier.startsWith('#')) return specifier.slice(1)
  return specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier.replace(/\?.*/, '')) : undefined
}

/** Why a file must not import something; undefined when it may. Paths are relative to the root of the repository. */
export function findViolation({ file, specifier }: { file: string; specifier: string }): string | undefined {
  // React Router generates the types of a route beside it.
  if (isIn(file, tests) || specifier.startsWith('./+types/')) return undefined
  const row = Object.entries(folders).find(([folder]) => matchesGlob(file, folder))
  if (!row) return 'its folder has no row in testing/boundaries.ts'
  const [folder, mayImport] = row
  const target = resolveImport({ file, specifier })
  if (target === undefined) return findPackageViolation({ file, specifier })
  if (isIn(target, tests)) return 'tests are not imported'
  if (matchesGlob(file, rules.files))
    return isIn(target, rules.mayImport) ? undefined : `${rules.files} may import ${rules.mayImport.join(', ')}`
  if (isIn(target, [folder, ...mayImport])) return undefined
  if (matchesGlob(file, routes.files) && matchesGlob(target, routes.mayImport)) return undefined
  return `${folder} may import ${mayImport.join(', ') || 'nothing else'}`
}

function findPackageViolation({ file, specifier }: { file: string; specifier: string }): string | undefined {
  const limited = Object.entries(packages).find(([pattern]) => matchesGlob(file, pattern))
  if (!limited || limited[1].includes(specifier)) return undefined
  return `${limited[0]} may import ${limited[1].join(', ') || 'no packages'}`
}

const importPattern = /(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"\n]+)['"]/g

/** The specifiers of all imports and re-exports of a source text, of types and dynamic ones too. */
export const listImports = (source: string): string[] => Array.from(source.matchAll(importPattern), ([, specifier = '']) => specifier)
