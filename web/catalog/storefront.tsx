import { data, redirect } from 'react-router'
import { publicCacheControl } from '#contract/calls.ts'
import { productHref } from '#contract/product-url.ts'
import { call, fetchWithRetry } from '../api/client.ts'
import { callContext } from '../api/load-context.ts'
import { ValueProps } from '../layout/value-props.tsx'
import type { Route } from './+types/storefront'
import { CardActions } from './card-actions.tsx'
import { Hero } from './hero.tsx'
import { loadHeroProduct } from './hero-product.ts'
import { buildListingHref, formatListingTitle, type ListingQuery, loadListing, parseListingQuery } from './listing.ts'
import { ListingSection } from './listing-section.tsx'
import { describeStorefront } from './storefront-meta.ts'
import { useVisitLog } from './use-visit-log.ts'

const base = '/buy'
const buildHref = (query: Partial<ListingQuery>) => buildListingHref(base, query)

/** Only the first page without search and filters has the hero. */
const hasHero = (query: ListingQuery) => buildHref(query) === base

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const serverCall = context.get(callContext)
  const query = parseListingQuery({ page: params.page, search: new URL(request.url).searchParams })
  const loading = loadListing({ call: serverCall, query, retry: (load) => load({}) })
  const [listing, heroProduct] = await Promise.all([
    loading,
    hasHero(query) ? loadHeroProduct({ call: serverCall, listing: loading }) : undefined,
  ])
  // An invalid page number redirects to the nearest page that exists.
  const page = listing.error === undefined ? Math.min(query.page, listing.pages) : query.page
  if (params.page !== undefined && (page !== query.page || params.page !== String(query.page)))
    throw redirect(buildListingHref(base, { ...query, page }))
  // A failed listing must not be cached.
  const headers = { 'cache-control': listing.error === undefined ? publicCacheControl : 'no-cache' }
  return data({ requestedAt: 0, query, listing, heroProduct }, { headers })
}

/** Returns promises, so that the page shows its heading and spinner at once. */
export function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  const query = parseListingQuery({ page: params.page, search: new URL(request.url).searchParams })
  const listing = loadListing({ call, query, retry: fetchWithRetry })
  const heroProduct = hasHero(query) ? loadHeroProduct({ call, listing }) : undefined
  return { requestedAt: performance.now(), query, listing, heroProduct }
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  describeStorefront({ config: matches[0]?.loaderData, data: loaderData, base })

export default function Storefront({ loaderData }: Route.ComponentProps) {
  const { requestedAt, query, listing, heroProduct } = loaderData
  useVisitLog(loaderData)
  return (
    <>
      {hasHero(query) && <Hero key={requestedAt} product={heroProduct} />}
      <ListingSection
        listing={listing}
        query={query}
        buildHref={buildHref}
        buildProductHref={productHref}
        renderActions={(product) => <CardActions product={product} />}
        requestedAt={requestedAt}
        hasHero={hasHero(query)}
        title={formatListingTitle(query)}
        titleLevel={hasHero(query) ? 2 : 1}
      />
      <ValueProps />
    </>
  )
}
