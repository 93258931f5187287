import { settingsChannel } from '../database/settings-channel.ts'
import type { DatabaseHandle } from './create-database.ts'
import type { Providers } from './create-providers.ts'
import { subscribe } from './postgres-notifications.ts'

interface FollowOptions {
  readonly connection: DatabaseHandle['connection']
  readonly providers: Pick<Providers, 'load'>
  readonly resources: AsyncDisposableStack
}

/** Jobs use the keys of providers that were entered while they run. A load that fails is repeated when the connection is back. */
export function followProviders({ connection, providers, resources }: FollowOptions): void {
  const load = () => void providers.load().catch(() => {})
  const subscription = subscribe({
    connection,
    channels: [settingsChannel],
    onNotification: load,
    onConnected: load,
    onDisconnected: () => {},
  })
  resources.defer(() => subscription.close())
}
