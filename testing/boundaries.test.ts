import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const execute = promisify(execFile)
const root = join(import.meta.dirname, '..')

/** A new file and what it imports: one case for each arrow that docs/architecture.md forbids. */
const forbidden: readonly (readonly [file: string, specifier: string])[] = [
  ['contract/forbidden.ts', '#server/errors.ts'],
  ['contract/forbidden-package.ts', 'kysely'],
  ['server/forbidden-web.ts', '#web/api/client.ts'],
  ['server/forbidden-test.ts', '#testing/factories.ts'],
  ['server/forbidden-simulator.ts', '../simulators/razorpay/ids.ts'],
  ['server/products/forbidden-inventory.ts', '../inventory/stock.ts'],
  ['server/products/forbidden-orders.ts', '../orders/rules.ts'],
  ['server/products/forbidden-http.ts', '../http/define-route.ts'],
  ['server/products/forbidden-demo.ts', '#demo/products/products.ts'],
  ['server/inventory/forbidden-cart.ts', '../cart/rules.ts'],
  ['server/cart/forbidden-orders.ts', '../orders/rules.ts'],
  ['server/orders/forbidden-payments.ts', '../payments/gateway.ts'],
  ['server/orders/forbidden-adapter.ts', '../adapters/postgres.ts'],
  ['server/orders/forbidden-routes.ts', '../http/response-cache.ts'],
  ['server/payments/forbidden-adapter.ts', '../adapters/razorpay/razorpay.ts'],
  ['server/payments/forbidden-dependencies.ts', '../dependencies.ts'],
  ['server/orders/forbidden-shipping.ts', '../shipping/save-shipment.ts'],
  ['server/payments/forbidden-shipping.ts', '../shipping/save-shipment.ts'],
  ['server/shipping/forbidden-adapter.ts', '../adapters/postgres.ts'],
  ['server/shipping/forbidden-users.ts', '../users/pins.ts'],
  ['server/users/forbidden-orders.ts', '../orders/rules.ts'],
  ['server/visits/forbidden-products.ts', '../products/present.ts'],
  ['server/contact/forbidden-orders.ts', '../orders/rules.ts'],
  ['server/orders/forbidden-rules.ts', './repository.ts'],
  ['server/http/forbidden-feature.ts', '../users/pins.ts'],
  ['server/mail/forbidden-feature.ts', '../orders/rules.ts'],
  ['server/database/forbidden-feature.ts', '../orders/rules.ts'],
  ['server/jobs/forbidden-adapter.ts', '../adapters/postgres.ts'],
  ['server/adapters/forbidden-app.ts', '../app.ts'],
  ['web/api/forbidden-server.ts', '#server/errors.ts'],
  ['web/api/forbidden-node.ts', 'node:fs'],
  ['web/api/forbidden-area.ts', '../cart/cart-view.tsx'],
  ['web/ui/forbidden-api.ts', '../api/client.ts'],
  ['web/layout/forbidden-area.ts', '../admin/table.tsx'],
  ['web/catalog/forbidden-checkout.ts', '../checkout/delivery-form.tsx'],
  ['web/account/forbidden-admin.ts', '../admin/table.tsx'],
  ['web/admin/forbidden-catalog.ts', '../catalog/listing.ts'],
  ['web/policies/forbidden-checkout.ts', '../checkout/delivery-form.tsx'],
]

let copy = ''

/** A copy of the sources without what is built or installed. */
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'shop-boundaries-'))
  const skipped = new Set(['node_modules', '.git', '.data', '.cache', 'build', 'test-results', '.react-router'])
  await cp(root, copy, { recursive: true, filter: (path) => path === root || dirname(path) !== root || !skipped.has(basename(path)) })
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
}, 60_000)

afterAll(() => rm(copy, { recursive: true, force: true }))

/** Runs a command of the packages in the copy. Returns what it printed; `failed` when it exited with another code than 0. */
async function run(file: string, args: readonly string[]): Promise<{ failed: boolean; output: string }> {
  const env = { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}` }
  const options = { cwd: copy, env, maxBuffer: 2 ** 26 }
  return execute(file, args, options).then(
    ({ stdout, stderr }) => ({ failed: false, output: stdout + stderr }),
    ({ stdout, stderr }: { stdout: string; stderr: string }) => ({ failed: true, output: stdout + stderr }),
  )
}

const lint = () =>
  run('biome', ['lint', '--only=style/noRestrictedImports', '--only=suspicious/noImportCycles', '--max-diagnostics=none', '.'])

test('every forbidden import and every import cycle is reported', async () => {
  expect(await lint()).toMatchObject({ failed: false })
  for (const [file, specifier] of forbidden) await writeFile(join(copy, file), `import '${specifier}'\n`)
  const cycle = ['server/cycle-one.ts', 'server/cycle-two.ts'] as const
  await writeFile(join(copy, cycle[0]), "import type { Two } from './cycle-two.ts'\nexport type One = Two\n")
  await writeFile(join(copy, cycle[1]), "import type { One } from './cycle-one.ts'\nexport type Two = One\n")
  const { output } = await lint()
  const missed = [...forbidden.map(([file]) => file), ...cycle].filter((file) => !output.includes(`${file}:`))
  expect(missed).toEqual([])
  for (const file of [...forbidden.map(([path]) => path), ...cycle]) await rm(join(copy, file))
}, 60_000)

test('a forbidden import fails npm run check', async () => {
  const file = 'server/orders/forbidden.ts'
  await writeFile(join(copy, file), "import '../payments/gateway.ts'\n")
  const { failed, output } = await run('npm', ['run', 'check'])
  expect(failed).toBe(true)
  expect(output).toContain(`${file}:1:`)
  await rm(join(copy, file))
}, 240_000)
