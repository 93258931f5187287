import { Suspense, use } from 'react'
import { Link } from 'react-router'
import type { CollectionCard } from '#contract/catalog/collections.ts'
import type { Call } from '../../api/client.ts'
import { CollectionGrid } from './collection-grid.tsx'

type Collections = readonly CollectionCard[]

/** The collections that the front page links to. Never throws: the page works without them. */
export const loadCollections = ({ call }: { call: Call }): Promise<Collections> =>
  call('GET /collections', {}).then(
    ({ collections }) => collections.slice(0, 6),
    () => [],
  )

/** Links to the current collections, if there are any. */
export function CollectionLinks({ collections }: { collections: Collections | Promise<Collections> }) {
  if (!(collections instanceof Promise)) return <CollectionList collections={collections} />
  return (
    <Suspense>
      <LoadedCollections promise={collections} />
    </Suspense>
  )
}

const LoadedCollections = ({ promise }: { promise: Promise<Collections> }) => <CollectionList collections={use(promise)} />

function CollectionList({ collections }: { collections: Collections }) {
  if (collections.length === 0) return null
  return (
    <section aria-labelledby="collections" className="page-width flex flex-col gap-6 pt-20 sm:pt-28">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="collections" className="title text-3xl">
          Collections
        </h2>
        <Link to="/collections" className="link inline-flex min-h-11 items-center text-sm">
          All collections
        </Link>
      </div>
      <CollectionGrid collections={collections} headingLevel={3} />
    </section>
  )
}
