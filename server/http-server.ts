import type { AddressInfo } from 'node:net'
import type { DatabaseHandle } from './adapters/create-database.ts'
import { createHealthCheck } from './adapters/health-check.ts'
import { subscribe } from './adapters/postgres-notifications.ts'
import { createApp } from './app.ts'
import type { AppDependencies } from './dependencies.ts'
import { drain } from './http/drain.ts'
import { createResponseCache } from './http/response-cache.ts'
import { createSsr } from './http/ssr.ts'
import { productsChanged } from './products/repository.ts'
import { deriveKey, readSecret } from './secret.ts'
import { tidyWhenQuiet } from './tidy-when-quiet.ts'
import { createPins } from './users/pins.ts'

/** Connections that may wait to be taken. Of more than that a moment's rush would be dropped, and try again after seconds. */
const mostKnocking = 4_096

/** The app over what is open, listening. Closed by `parts`. Gives where it listens. */
export async function serveShop({
  settings,
  opened: { database, connection, readDatabase },
  images,
  gateway,
  parts,
}: Pick<AppDependencies, 'settings' | 'images' | 'gateway'> & {
  opened: Pick<DatabaseHandle, 'database' | 'connection' | 'readDatabase'>
  parts: AsyncDisposableStack
}): Promise<AddressInfo> {
  const secret = await readSecret({ settings })
  const kept = createResponseCache({ trustProxy: settings.TRUST_PROXY, publicUrl: settings.PUBLIC_URL })
  const hearing = subscribe({
    connection,
    channel: productsChanged,
    onNotification: kept.drop,
    onConnected: kept.resume,
    onDisconnected: kept.pause,
  })
  parts.defer(() => hearing.close())
  const healthCheck = createHealthCheck({ connection })
  parts.defer(() => healthCheck.close())
  const app = await createApp({
    ...{ settings, database, readDatabase, healthCheck, responseCache: kept, images, gateway },
    pins: createPins({ pepper: deriveKey({ secret, purpose: 'pin-pepper' }) }),
    trackingKey: deriveKey({ secret, purpose: 'tracking-links' }),
    site: createSsr({
      settings,
      kept,
      checkoutScript: gateway?.scriptUrl ?? null,
      development: process.env.NODE_ENV === 'development',
    }),
  })
  parts.defer(() => app.close())
  parts.defer(() => drain(app))
  parts.use(tidyWhenQuiet())
  await app.listen({ port: settings.PORT, host: settings.HOST, backlog: mostKnocking })
  return app.addresses()[0] as AddressInfo
}
