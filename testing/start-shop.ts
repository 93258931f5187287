import { startProvider } from './card-checkout.ts'
import { signInAdministrator } from './shoppers.ts'
import { createTestApp } from './test-app.ts'

type ShopOptions = NonNullable<Parameters<typeof createTestApp>[0]>

/** The server of `createTestApp`, with a signed-in administrator and the cookies of their session. Call it at the top of a test file. */
export async function startShop(options?: ShopOptions) {
  const shop = await createTestApp(options)
  const admin = await signInAdministrator(shop)
  return { ...shop, admin, cookies: admin.cookies }
}

/** The server of `createTestApp` that takes payments, with a simulator of the provider. Call it at the top of a test file. */
export async function startPayingApp(options?: ShopOptions) {
  const provider = await startProvider()
  const { gateway, gateways, control } = provider
  return { ...(await createTestApp({ gateways, ...options })), provider, gateway, control }
}

/** A server that takes payments, with a simulator of the provider and a signed-in administrator. Call it at the top of a test file. */
export async function startPayingShop(options?: ShopOptions) {
  const app = await startPayingApp(options)
  const admin = await signInAdministrator(app)
  return { ...app, admin, cookies: admin.cookies }
}
