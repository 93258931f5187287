import { type ReactNode, Suspense, use, useEffect } from 'react'
import { Navigate, useLocation, useRevalidator } from 'react-router'
import type { Product } from '#contract/catalog/products.ts'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { useStoreConfig } from '../../layout/store-config.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingOverlay, useMinimumDelay } from '../../ui/loading-overlay.tsx'
import { Pager } from '../../ui/pager.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { OfferLine } from '../shared/offer-line.tsx'
import { type BuildListingHref, countFormat, type Listing, type ListingQuery, type MaybeFacets } from './listing.ts'
import { ListingControls } from './listing-controls.tsx'
import { findCardLayout, ProductCard } from './product-card.tsx'
import { GridSkeleton, ProductGrid } from './product-grid.tsx'
import { useFacets } from './use-facets.ts'

export interface ListingSectionProps {
  listing: Listing | Promise<Listing>
  query: ListingQuery
  buildHref: BuildListingHref
  /** undefined: the card is not a link */
  buildProductHref: (product: Product) => string | undefined
  /** size and cart buttons of a card */
  renderActions?: (product: Product) => ReactNode
  /** the number of products of each choice of a filter; null: the browser asks for it */
  facets?: MaybeFacets | null | Promise<MaybeFacets>
  /** when the page was requested, a time of performance.now(); 0 for the first page of a document */
  requestedAt: number
  /** a hero above the listing has the first image */
  hasHero: boolean
  title: string
  titleLevel: 1 | 2
  /** under the title */
  intro?: ReactNode
}

/** A listing with its heading and filters. Shows a skeleton while the products load. */
export function ListingSection(props: ListingSectionProps) {
  const { listing, query, buildHref, requestedAt, renderActions, title, titleLevel, intro } = props
  const facets = useFacets({ facets: props.facets, query })
  const view = <ListingView {...props} />
  const renderCount = (fallback?: string) => {
    const count = <ResultCount listing={listing} />
    return listing instanceof Promise ? (
      <Suspense key={requestedAt} fallback={fallback}>
        {count}
      </Suspense>
    ) : (
      count
    )
  }
  return (
    <section aria-labelledby="listing" className="page-width pt-10 sm:pt-14">
      <ListingControls
        query={query}
        buildHref={buildHref}
        title={title}
        titleLevel={titleLevel}
        intro={intro}
        resultCount={renderCount()}
        shownCount={renderCount('products')}
        facets={facets}
      />
      {titleLevel === 1 && <h2 className="sr-only">Products</h2>}
      {listing instanceof Promise ? (
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

const formatProductCount = (total: number): string => (total === 1 ? '1 product' : `${countFormat.format(total)} products`)

function ResultCount({ listing }: Pick<ListingSectionProps, 'listing'>) {
  const { total, error } = listing instanceof Promise ? use(listing) : listing
  return error === undefined && formatProductCount(total)
}

/** With fewer products the large first card would have no second row beside it. */
const minProductsForFeature = 5

function ListingView({ listing, query, buildHref, buildProductHref, renderActions, requestedAt, hasHero }: ListingSectionProps) {
  const { products, offers, page, pages, total, error } = listing instanceof Promise ? use(listing) : listing
  const { listingSpinner, texts } = useStoreConfig()
  const hydrated = useHydrated()
  const isLoading = useMinimumDelay({ startedAt: requestedAt, durationMs: listingSpinner })
  useListingFocus(requestedAt)
  const hasFeature = products.length >= minProductsForFeature
  // The server shows the last page instead, until this runs.
  if (error === undefined && query.page > pages && hydrated) return <Navigate to={buildHref({ ...query, page: pages })} replace />
  return (
    <div className="mt-8 flex flex-col gap-14">
      <p role="status" className="sr-only">
        {error === undefined && !isLoading ? `${formatProductCount(total)}, page ${page} of ${pages}` : ''}
      </p>
      <div className="relative min-h-[60dvh]" aria-busy={isLoading}>
        <div inert={hydrated && isLoading}>
          {error !== undefined && (
            <EmptyState alert title={error} action={<RetryButton href={buildHref(query)} hydrated={hydrated} />}>
              <p>We could not load the products. Please try again in a moment.</p>
            </EmptyState>
          )}
          {error === undefined && products.length === 0 && (
            <EmptyState
              title={texts?.emptyList ?? screenTexts.noProducts}
              action={<LinkButton to={buildHref({})}>View all clothing</LinkButton>}
            >
              <p>
                {query.q === ''
                  ? 'Nothing here fits all of these filters. Take one off, and more will show.'
                  : `We looked through everything and found nothing for “${query.q}”. Try another spelling or a simpler word.`}
              </p>
            </EmptyState>
          )}
          {products.length > 0 && <OfferLine offers={offers} className="mb-6" />}
          {products.length > 0 && (
            <ProductGrid label="Products">
              {products.map((product, index) => (
                <ProductCard
                  key={product._id}
                  product={product}
                  to={buildProductHref(product)}
                  layout={hasFeature ? findCardLayout(index) : 'regular'}
                  loading={hasHero || index >= 4 ? 'lazy' : index === 0 ? 'first' : 'eager'}
                >
                  {renderActions?.(product)}
                </ProductCard>
              ))}
            </ProductGrid>
          )}
        </div>
        {isLoading && <LoadingOverlay elapsedMs={hydrated && requestedAt > 0 ? performance.now() - requestedAt : 0} />}
      </div>
      <Pager page={page} pages={pages} buildHref={(number) => buildHref({ ...query, page: number })} />
    </div>
  )
}

/** Moves the focus to the listing's heading when the link that had it disappeared with the previous page. */
function useListingFocus(requestedAt: number): void {
  const isFirstPage = useLocation().key === 'default'
  useEffect(() => {
    if (requestedAt > 0 && !isFirstPage && (document.activeElement === null || document.activeElement === document.body))
      document.getElementById('listing')?.focus({ preventScroll: true })
  }, [requestedAt, isFirstPage])
}

/** Loads the listing again; a plain link before hydration and without JavaScript. */
function RetryButton({ href, hydrated }: { href: string; hydrated: boolean }) {
  const { revalidate } = useRevalidator()
  if (!hydrated)
    return (
      <LinkButton variant="ink" to={href} replace>
        Try again
      </LinkButton>
    )
  return (
    <Button variant="ink" onClick={() => revalidate()}>
      Try again
    </Button>
  )
}
