import { useRouteLoaderData } from 'react-router'
import type { StoreConfig } from '../api/load-context.ts'

/** What the root loader told of the shop. Undefined only on the page that says the root itself failed. */
export function useStoreConfigIfLoaded(): StoreConfig | undefined {
  return useRouteLoaderData<StoreConfig>('root')
}

export function useStoreConfig(): StoreConfig {
  const facts = useStoreConfigIfLoaded()
  if (facts === undefined) throw new Error('The root loader has not run.')
  return facts
}
