import { type ReactNode, use, useEffect } from 'react'
import { Navigate, useLocation, useRevalidator } from 'react-router'
import type { Product } from '#contract/products.ts'
import * as screenTexts from '#contract/screen-texts.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadingOverlay, useMinimumDelay } from '../ui/loading-overlay.tsx'
import { Pager } from '../ui/pager.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import type { BuildListingHref, Listing, ListingQuery } from './listing.ts'
import { type CardLayout, ProductCard } from './product-card.tsx'
import { ProductGrid } from './product-grid.tsx'

export interface ListingViewProps {
  listing: Listing | Promise<Listing>
  query: ListingQuery
  /** the address of another state of this list */
  buildHref: BuildListingHref
  /** where a product's card leads */
  buildProductHref: (product: Product) => string | undefined
  /** what a card offers besides its link */
  renderActions?: (product: Product) => ReactNode
  /** when this page was asked for, on the clock of performance.now() */
  asked: number
  /** milliseconds that the spinner turns at least */
  spinner: number
  /** the opening above has the picture that matters first */
  opened: boolean
}

/** With fewer there is no second row beside the feature, and its picture would be cut to a strip. */
const minProductsForFeature = 5

export function ListingView({ listing, query, buildHref, buildProductHref, renderActions, asked, spinner, opened }: ListingViewProps) {
  const { products, page, pages, total, problem } = listing instanceof Promise ? use(listing) : listing
  const hydrated = useHydrated()
  const covered = useMinimumDelay({ startedAt: asked, durationMs: spinner })
  useListingFocus(asked)
  const featured = products.length >= minProductsForFeature
  const here = buildHref(query)
  // The shop has shrunk since that link was made; a page that is none is ignored.
  if (problem === undefined && page > pages) return <Navigate to={buildHref({ ...query, page: pages })} replace />
  return (
    <div className="mt-8 flex flex-col gap-14">
      <p role="status" className="sr-only">
        {problem === undefined && !covered ? `${total} products, page ${page} of ${pages}` : ''}
      </p>
      <div className="relative min-h-[60dvh]" aria-busy={covered}>
        <div inert={hydrated && covered}>
          {problem !== undefined && (
            <EmptyState alert title={problem} action={<TryAgain href={here} hydrated={hydrated} />}>
              <p>The shelves are still there, we just could not reach them. Please try again in a moment.</p>
            </EmptyState>
          )}
          {problem === undefined && products.length === 0 && (
            <EmptyState title={screenTexts.noProducts} action={<LinkButton to={buildHref({})}>See all clothes</LinkButton>}>
              <p>
                {query.q === '' ? 'Nothing in the shop is like this just now.' : `Nothing matches “${query.q}”. Try fewer or other words.`}
              </p>
            </EmptyState>
          )}
          {products.length > 0 && (
            <ProductGrid label="Products">
              {products.map((product, index) => (
                <ProductCard
                  key={product._id}
                  product={product}
                  to={buildProductHref(product)}
                  place={featured ? findCardLayout(index) : 'usual'}
                  loading={opened || index >= 4 ? 'lazy' : index === 0 ? 'first' : 'eager'}
                >
                  {renderActions?.(product)}
                </ProductCard>
              ))}
            </ProductGrid>
          )}
        </div>
        {covered && <LoadingOverlay elapsedMs={hydrated && asked > 0 ? performance.now() - asked : 0} />}
      </div>
      <Pager page={page} pages={pages} buildHref={(number) => buildHref({ ...query, page: number })} />
    </div>
  )
}

const findCardLayout = (index: number): CardLayout => (index === 0 ? 'feature' : index < 3 ? 'beside' : 'usual')

/** The link that was pressed is gone with the old list; whoever pressed it by keyboard goes on at the list's heading. */
function useListingFocus(asked: number): void {
  // The first page of a document: nothing was pressed, and the focus belongs to the browser.
  const first = useLocation().key === 'default'
  useEffect(() => {
    if (asked > 0 && !first && (document.activeElement === null || document.activeElement === document.body))
      document.getElementById('listing')?.focus({ preventScroll: true })
  }, [asked, first])
}

/** A press that asks again; before the page is awake, or without JavaScript, a link to the same page. */
function TryAgain({ href, hydrated }: { href: string; hydrated: boolean }) {
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
