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

/** The opening greets those who arrive, not those who look for something. */
const hasOpening = (query: ListingQuery) => buildHref(query) === base

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const serverCall = context.get(callContext)
  const query = parseListingQuery({ page: params.page, search: new URL(request.url).searchParams })
  const loading = loadListing({ call: serverCall, query, retry: (load) => load({}) })
  const [listing, opening] = await Promise.all([
    loading,
    hasOpening(query) ? loadHeroProduct({ call: serverCall, listing: loading }) : undefined,
  ])
  // A page that is none is ignored: the nearest that exists is shown instead.
  const nearest = listing.problem === undefined ? Math.min(query.page, listing.pages) : query.page
  if (params.page !== undefined && (nearest !== query.page || params.page !== String(query.page)))
    throw redirect(buildListingHref(base, { ...query, page: nearest }))
  // A list that could not be read is nothing to keep.
  const headers = { 'cache-control': listing.problem === undefined ? publicCacheControl : 'no-cache' }
  return data({ asked: 0, query, listing, opening }, { headers })
}

/** Answers at once with promises: the address, the title and the spinner do not wait for the products. */
export function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  const query = parseListingQuery({ page: params.page, search: new URL(request.url).searchParams })
  const listing = loadListing({ call, query, retry: fetchWithRetry })
  return { asked: performance.now(), query, listing, opening: hasOpening(query) ? loadHeroProduct({ call, listing }) : undefined }
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  describeStorefront({ facts: matches[0]?.loaderData, data: loaderData, base })

export default function Storefront({ loaderData }: Route.ComponentProps) {
  const { asked, query, listing, opening } = loaderData
  useVisitLog(loaderData)
  return (
    <>
      {hasOpening(query) && <Hero key={asked} product={opening} />}
      <ListingSection
        listing={listing}
        query={query}
        buildHref={buildHref}
        buildProductHref={productHref}
        renderActions={(product) => <CardActions product={product} />}
        asked={asked}
        opened={hasOpening(query)}
        title={formatListingTitle(query)}
        titleLevel={hasOpening(query) ? 2 : 1}
      />
      <ValueProps />
    </>
  )
}
