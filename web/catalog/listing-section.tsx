import { Suspense } from 'react'
import { useStoreConfig } from '../layout/store-config.ts'
import { LoadingOverlay } from '../ui/loading-overlay.tsx'
import type { Listing } from './listing.ts'
import { ListingControls } from './listing-controls.tsx'
import { ListingView, type ListingViewProps } from './listing-view.tsx'
import { GridSkeleton } from './product-grid.tsx'

export interface ListingSectionProps extends Omit<ListingViewProps, 'spinner'> {
  listing: Listing | Promise<Listing>
  title: string
  titleLevel: 1 | 2
}

/** A whole list: heading, search and order, and beneath them the grid or the places that wait for it. */
export function ListingSection({ title, titleLevel, ...view }: ListingSectionProps) {
  const { query, buildHref, asked, renderActions } = view
  const { listingSpinner } = useStoreConfig()
  return (
    <section aria-labelledby="listing" className="page-width pt-10 sm:pt-14">
      <ListingControls query={query} buildHref={buildHref} title={title} titleLevel={titleLevel} />
      {titleLevel === 1 && <h2 className="sr-only">Products</h2>}
      {view.listing instanceof Promise ? (
        <Suspense
          key={asked}
          fallback={
            <div className="relative mt-8">
              <GridSkeleton plain={renderActions === undefined} />
              <LoadingOverlay />
            </div>
          }
        >
          <ListingView {...view} spinner={listingSpinner} />
        </Suspense>
      ) : (
        // Without a boundary, which React would move to the end of the page and fetch back by script.
        <ListingView {...view} spinner={listingSpinner} />
      )}
    </section>
  )
}
