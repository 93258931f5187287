import { Suspense } from 'react'
import { useStoreConfig } from '../layout/store-config.ts'
import { LoadingOverlay } from '../ui/loading-overlay.tsx'
import { ListingControls } from './listing-controls.tsx'
import { ListingView, type ListingViewProps } from './listing-view.tsx'
import { GridSkeleton } from './product-grid.tsx'

export interface ListingSectionProps extends Omit<ListingViewProps, 'spinnerMs'> {
  title: string
  titleLevel: 1 | 2
}

/** A listing with its heading, search and filters. Shows a skeleton while the products load. */
export function ListingSection({ title, titleLevel, ...viewProps }: ListingSectionProps) {
  const { query, buildHref, requestedAt, renderActions } = viewProps
  const { listingSpinner } = useStoreConfig()
  const view = <ListingView {...viewProps} spinnerMs={listingSpinner} />
  return (
    <section aria-labelledby="listing" className="page-width pt-10 sm:pt-14">
      <ListingControls query={query} buildHref={buildHref} title={title} titleLevel={titleLevel} />
      {titleLevel === 1 && <h2 className="sr-only">Products</h2>}
      {viewProps.listing instanceof Promise ? (
        <Suspense
          key={requestedAt}
          fallback={
            <div className="relative mt-8">
              <GridSkeleton hasActions={renderActions !== undefined} />
              <LoadingOverlay />
            </div>
          }
        >
          {view}
        </Suspense>
      ) : (
        // No boundary on the server: React would stream its content to the end of the page.
        view
      )}
    </section>
  )
}
