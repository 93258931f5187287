import { useRouteLoaderData } from 'react-router'
import type { StoreFacts } from './load-context.ts'

/** What the root loader told of the shop. Undefined only on the page that says the root itself failed. */
export function useStoreFactsIfAny(): StoreFacts | undefined {
  return useRouteLoaderData<StoreFacts>('root')
}

export function useStoreFacts(): StoreFacts {
  const facts = useStoreFactsIfAny()
  if (facts === undefined) throw new Error('The root loader has not run.')
  return facts
}
