import { useRouteLoaderData } from 'react-router'
import type { StoreConfig } from '../api/load-context.ts'

/** The configuration from the root loader; undefined only when that loader failed. */
export function useStoreConfigIfLoaded(): StoreConfig | undefined {
  return useRouteLoaderData<StoreConfig>('root')
}

/** The categories of menus and filters. */
export const useMenuCategories = () => useStoreConfig().categories.filter(({ isHidden }) => !isHidden)

export function useStoreConfig(): StoreConfig {
  const config = useStoreConfigIfLoaded()
  if (config === undefined) throw new Error('The root loader has not run.')
  return config
}

/** What pages say about shipping, for the middle of a sentence: `free shipping across India`. */
export const toShippingClaim = ({ shipping: { claim } }: Pick<StoreConfig, 'shipping'>): string =>
  claim.charAt(0).toLowerCase() + claim.slice(1)

/** The figures of delivery, returns and refunds. */
export const usePolicies = () => useStoreConfig().policies
