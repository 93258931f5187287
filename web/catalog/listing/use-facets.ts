import { useEffect, useState } from 'react'
import { call } from '../../api/client.ts'
import { type ListingQuery, loadFacets, type MaybeFacets } from './listing.ts'

interface FacetsSource {
  /** null: the server has not counted them in time */
  readonly facets: MaybeFacets | null | Promise<MaybeFacets>
  readonly query: ListingQuery
}

/** The facets of the listing; while they load, those of the listing before it. */
export function useFacets({ facets, query }: FacetsSource): MaybeFacets {
  const known = facets instanceof Promise || facets === null ? undefined : facets
  const [loaded, setLoaded] = useState(known)
  useEffect(() => {
    let isCurrent = true
    const loading = facets === null ? loadFacets({ call, query }) : facets
    Promise.resolve(loading).then((fresh) => isCurrent && setLoaded(fresh))
    return () => {
      isCurrent = false
    }
  }, [facets, query])
  return known ?? loaded
}
