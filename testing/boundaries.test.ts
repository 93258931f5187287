import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findCircles, findViolation, listImports, resolveImport } from './boundaries.ts'
import { folders } from './boundary-folders.ts'

const root = join(import.meta.dirname, '..')
const zones = ['contract', 'server', 'web', 'demo', 'simulators', 'testing', 'e2e', 'bench']
const sources = globSync(`{${zones}}/**/*.{ts,tsx}`, { cwd: root, exclude: ['**/node_modules/**'] })

test('every import is allowed', () => {
  const violations = sources.flatMap((file) =>
    listImports(readFileSync(join(root, file), 'utf8')).flatMap((specifier) => {
      const rule = findViolation({ file, specifier })
      return rule === undefined ? [] : [`${file} imports ${specifier}: ${rule}`]
    }),
  )
  expect(sources.length).toBeGreaterThan(900)
  expect(violations).toEqual([])
})

test('at most three folders import each other in a circle', () => {
  const files = new Set(sources.filter((file) => /^(contract|server|web)\/(?!.*\.test\.)/.test(file)))
  const imports = [...files].flatMap((file) =>
    listImports(readFileSync(join(root, file), 'utf8')).flatMap((specifier) => {
      const target = resolveImport({ file, specifier })
      return target !== undefined && files.has(target) ? [[file, target] as const] : []
    }),
  )
  expect(imports.length).toBeGreaterThan(9_000)
  expect(findCircles(imports).filter(({ length }) => length > 3)).toEqual([])
})

test('a circle is found over several folders', () => {
  const imports = [
    ['a/x.ts', 'b/x.ts'],
    ['b/y.ts', 'c/x.ts'],
    ['c/y.ts', 'a/y.ts'],
    ['c/z.ts', 'd/x.ts'],
  ] as const
  expect(findCircles(imports)).toEqual([['a', 'b', 'c']])
})

test('every row has files', () => {
  expect(Object.keys(folders).filter((folder) => globSync(folder, { cwd: root }).length === 0)).toEqual([])
})

test.each([
  ['contract/kernel/pricing.ts', '#server/kernel/errors.ts'],
  ['contract/orders/orders.ts', 'kysely'],
  ['contract/catalog/products.ts', '../orders/orders.ts'],
  ['contract/offers/offers.ts', '../orders/orders.ts'],
  ['contract/orders/orders.ts', '../returns/returns.ts'],
  ['server/orders/order/present.ts', '../placing/place-order.ts'],
  ['server/orders/placing/place-order.ts', '../desk/admin-list.ts'],
  ['server/orders/lifecycle/transition-order.ts', '../edits/edit-routes.ts'],
  ['server/accounts/pins/pins.ts', '../sign-in/login.ts'],
  ['server/catalog/product/repository.ts', '../listing/list-cache.ts'],
  ['server/payments/refunds/refunds.ts', '../settlement/settle.ts'],
  ['web/session/session.ts', '../layout/store-config.ts'],
  ['web/layout/area.tsx', '../auth/login/login-form.tsx'],
  ['web/catalog/listing/storefront.tsx', '../product/product-view.tsx'],
  ['contract/kernel/money.ts', '../catalog/products.ts'],
  ['contract/new-calls.ts', './kernel/money.ts'],
  ['server/app.ts', './adapters/smtp.ts'],
  ['server/new-file.ts', './orders/routes.ts'],
  ['server/kernel/errors.ts', '../orders/routes.ts'],
  ['server/csv/read-csv.ts', '../catalog-admin/import/imports.ts'],
  ['server/redirects/import-redirects.ts', '../catalog-admin/import/imports.ts'],
  ['server/orders/placing/place-order.ts', 'fastify'],
  ['server/orders/placing/place-order.ts', 'pg'],
  ['server/mail/outbox.ts', 'nodemailer'],
  ['server/returns/pictures/add-picture.ts', 'sharp'],
  ['server/app.ts', '#web/api/client.ts'],
  ['server/app.ts', '#testing/factories.ts'],
  ['server/app.ts', '../simulators/razorpay/ids.ts'],
  ['server/app.ts', '@loom-and-lane/razorpay-simulator'],
  ['server/catalog/product/repository.ts', '../../inventory/stock.ts'],
  ['server/catalog/product/repository.ts', '../../orders/order/repository.ts'],
  ['server/catalog/product/repository.ts', '../../http/define-route.ts'],
  ['server/catalog/product/repository.ts', '#demo/products/products.ts'],
  ['server/inventory/stock.ts', '../cart/rules.ts'],
  ['server/inventory/stock.ts', '../catalog-admin/bulk-edit.ts'],
  ['server/cart/repository.ts', '../orders/order/repository.ts'],
  ['server/orders/placing/place-order.ts', '../../payments/provider/gateway.ts'],
  ['server/orders/placing/place-order.ts', '../../adapters/postgres.ts'],
  ['server/orders/placing/place-order.ts', '../../notifications/admin-notifications.ts'],
  ['server/orders/routes.ts', '../http/response-cache.ts'],
  ['server/orders/order/rules.ts', './repository.ts'],
  ['server/orders/order/rules.ts', 'kysely'],
  ['server/payments/provider/gateway.ts', '../../adapters/razorpay/razorpay.ts'],
  ['server/payments/provider/gateway.ts', '../../dependencies.ts'],
  ['server/payments/provider/gateway.ts', '../../shipping/save-shipment.ts'],
  ['server/payments/provider/gateway.ts', '../../notifications/admin-notifications.ts'],
  ['server/shipping/save-shipment.ts', '../accounts/pins/pins.ts'],
  ['server/shipping/save-shipment.ts', '../adapters/postgres.ts'],
  ['server/accounts/users/repository.ts', '../../orders/order/repository.ts'],
  ['server/visits/repository.ts', '../catalog/product/present.ts'],
  ['server/contact/routes.ts', '../orders/order/repository.ts'],
  ['server/http/session.ts', '../accounts/pins/pins.ts'],
  ['server/mail/layout.ts', '../orders/order/repository.ts'],
  ['server/database/retry.ts', '../orders/order/repository.ts'],
  ['server/jobs/job.ts', '../adapters/postgres.ts'],
  ['server/adapters/smtp.ts', '../app.ts'],
  ['server/adapters/smtp.ts', '../mail/outbox.ts'],
  ['server/adapters/create-gateways.ts', '../orders/order/repository.ts'],
  ['server/backups/write-backup.ts', '../orders/order/repository.ts'],
  ['server/backups/write-backup.ts', '../http/session.ts'],
  ['server/unlisted/new-folder.ts', '../kernel/errors.ts'],
  ['server/unlisted/new-folder-routes.ts', '../http/define-route.ts'],
  ['web/loyalty/new-area.tsx', '../admin/kit/table.tsx'],
  ['web/admin/loyalty/new-area.tsx', '../kit/table.tsx'],
  ['web/api/client.ts', '#server/kernel/errors.ts'],
  ['web/api/client.ts', '../cart/cart-view.tsx'],
  ['web/api/client.ts', '../../bench/budgets.ts'],
  ['web/api/client.ts', '../../e2e/shop.ts'],
  ['web/ui/button.tsx', '../api/client.ts'],
  ['web/layout/area.tsx', '../admin/kit/table.tsx'],
  ['web/catalog/listing/listing.ts', '../../checkout/delivery-form.tsx'],
  ['web/account/account-page.tsx', '../admin/kit/table.tsx'],
  ['web/admin/orders/desk/desk.tsx', '../../../catalog/listing/listing.ts'],
  ['web/admin/orders/desk/desk.tsx', '../../catalog/products/list/products.tsx'],
  ['web/policies/contact.tsx', '../checkout/delivery-form.tsx'],
  ['demo/products/products.ts', '#testing/factories.ts'],
  ['server/app.ts', './app.test.ts'],
])('%s must not import %s', (file, specifier) => {
  expect(findViolation({ file, specifier })).toBeDefined()
})

test('imports of types, re-exports and dynamic imports are found', () => {
  const source = `
    import type { A } from './a.ts'
    export * from "./b.ts"
    import './c.ts'
    const d = await import('./d.ts')`
  expect(listImports(source)).toEqual(['./a.ts', './b.ts', './c.ts', './d.ts'])
})

test('a violation names the rule', () => {
  expect(findViolation({ file: 'server/unlisted/returns.ts', specifier: '../kernel/errors.ts' })).toBe(
    'its folder has no row in testing/boundary-folders.ts',
  )
  expect(findViolation({ file: 'contract/kernel/money.ts', specifier: '#server/kernel/errors.ts' })).toBe(
    'contract/kernel/** may import nothing else',
  )
})

test('the linter reports cycles, of types too', () => {
  const folder = mkdtempSync(join(tmpdir(), 'shop-cycle-'))
  writeFileSync(join(folder, 'one.ts'), "import type { Two } from './two.ts'\nexport type One = Two\n")
  writeFileSync(join(folder, 'two.ts'), "import type { One } from './one.ts'\nexport type Two = One\n")
  const { $schema, vcs, ...config } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'))
  writeFileSync(join(folder, 'biome.json'), JSON.stringify(config))
  const { status, stderr } = spawnSync(join(root, 'node_modules/.bin/biome'), ['lint', '.'], { cwd: folder, encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  expect(status, stderr).toBe(1)
  expect(stderr).toContain('noImportCycles')
})
