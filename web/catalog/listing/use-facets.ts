import { useEffect, useState } from 'react'
import type { MaybeFacets } from './listing.ts'

/** The facets of the listing; while they load, those of the listing before it. */
export function useFacets(facets: MaybeFacets | Promise<MaybeFacets>): MaybeFacets {
  const known = facets instanceof Promise ? undefined : facets
  const [loaded, setLoaded] = useState(known)
  useEffect(() => {
    let isCurrent = true
    Promise.resolve(facets).then((fresh) => isCurrent && setLoaded(fresh))
    return () => {
      isCurrent = false
    }
  }, [facets])
  return known ?? loaded
}
