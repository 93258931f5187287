import { lazy, Suspense, useEffect } from 'react'
import { data, redirect, useLocation } from 'react-router'
import { publicCacheControl } from '#contract/api.ts'
import { productHref } from '#contract/catalog/product-url.ts'
import { maxLengths } from '#contract/kernel/business.ts'
import type { Policies } from '#contract/kernel/limits/policy-numbers.ts'
import type { StorefrontShipping } from '#contract/orders/shipping-texts.ts'
import { call, fetchWithRetry } from '../../api/client.ts'
import { callContext, storeConfigContext } from '../../api/load-context.ts'
import { ValueProps } from '../../layout/header/value-props.tsx'
import { describePage } from '../../layout/page-meta.ts'
import { toShippingClaim, useStoreConfig } from '../../layout/store-config.ts'
import { LazyPlacedOrderPanel } from '../../orders/placed/lazy-placed-order-panel.tsx'
import { CollectionLinks, loadCollections } from '../shared/collection-links.tsx'
import type { Route } from './+types/storefront'
import { CardActions } from './card-actions.tsx'
import { CategoryIntro, findIntroduced } from './category-intro.tsx'
import { Hero, loadHeroPiece } from './hero.tsx'
import {
  addSize,
  buildListingHref,
  findOnlySize,
  formatListingTitle,
  isPlainList,
  type Listing,
  type ListingQuery,
  loadFacets,
  loadFacetsInTime,
  loadListing,
  parseListingQuery,
} from './listing.ts'
import { ListingSection } from './listing-section.tsx'
import { loadFrontRows } from './load-front-rows.ts'

/** Loaded only in shops that have rows. */
const FrontRows = lazy(async () => ({ default: (await import('./front-rows.tsx')).FrontRows }))

const base = '/buy'
const buildHref = (query: Partial<ListingQuery>) => buildListingHref(base, query)

/** Only the first page without search and filters has the hero. */
const hasHero = (query: ListingQuery) => buildHref(query) === base

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const serverCall = context.get(callContext)
  const { categories, hasRows } = context.get(storeConfigContext)
  const { searchParams } = new URL(request.url)
  const query = parseListingQuery({ page: params.page, search: searchParams, categories })
  const loading = loadListing({ call: serverCall, query, retry: (load) => load({}) })
  const loadingCollections = hasHero(query) ? loadCollections({ call: serverCall }) : Promise.resolve([])
  const [listing, facets, heroPiece, collections, rows] = await Promise.all([
    loading,
    loadFacetsInTime({ call: serverCall, query }),
    hasHero(query) ? loadHeroPiece({ call: serverCall, listing: loading, collections: loadingCollections }) : undefined,
    loadingCollections,
    hasHero(query) && hasRows ? loadFrontRows({ call: serverCall, preview: searchParams.get('preview') }) : [],
  ])
  // What is no page number, or has zeros before it, is ignored.
  if (params.page !== undefined && params.page !== String(query.page)) throw redirect(buildHref(query))
  if (listing.error === undefined && query.page > listing.pages) {
    // Search engines drop the page; visitors see the last one.
    const last = await loadListing({ call: serverCall, query: { ...query, page: listing.pages }, retry: (load) => load({}) })
    const shown = { ...last, page: query.page }
    return data(
      { requestedAt: 0, query, listing: shown, facets, heroPiece, collections, rows },
      { status: 404, headers: { 'cache-control': 'no-cache' } },
    )
  }
  // A category that the shop does not have. Visitors see the other ones.
  if (query.category === undefined && searchParams.get('category')?.trim())
    return data(
      { requestedAt: 0, query, listing, facets, heroPiece, collections, rows },
      { status: 404, headers: { 'cache-control': 'no-cache' } },
    )
  // A failed listing must not be cached.
  const headers = { 'cache-control': listing.error === undefined ? publicCacheControl : 'no-cache' }
  return data({ requestedAt: 0, query, listing, facets, heroPiece, collections, rows }, { headers })
}

/** Returns promises, so that the page shows its heading and spinner at once. */
export function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  const query = parseListingQuery({ page: params.page, search: new URL(request.url).searchParams })
  const listing = loadListing({ call, query, retry: fetchWithRetry })
  const facets = loadFacets({ call, query })
  const collections = hasHero(query) ? loadCollections({ call }) : Promise.resolve([])
  const heroPiece = hasHero(query) ? loadHeroPiece({ call, listing, collections }) : undefined
  const rows = hasHero(query) ? loadFrontRows({ call, preview: null }) : []
  return { requestedAt: performance.now(), query, listing, facets, heroPiece, collections, rows }
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const config = matches[0]?.loaderData
  if (loaderData === undefined || config === undefined) return [{ title: config?.storeName ?? '' }]
  const { storeName, description, policies, offersCod = true } = config
  const { query, listing } = loaderData
  const { page, category } = query
  const loaded = listing instanceof Promise ? undefined : listing
  const isIndexed = isPlainList(query) && !(loaded && page > loaded.pages)
  const isFrontPage = isIndexed && page === 1 && category === undefined
  const introduced = findIntroduced({ query, categories: config.categories })
  const title = `${formatListingTitle({ ...query, categories: config.categories })}${page > 1 ? `, page ${page}` : ''}`
  const shownProduct = isFrontPage && config.socialCard ? undefined : loaded?.products[0]
  return [
    ...describePage({
      config,
      // Another order has the same products, so its canonical URL is that of the usual one.
      path: buildHref(isIndexed ? { page, category } : query),
      title: isFrontPage ? config.frontTitle || `${storeName} · Everyday clothing, ${toShippingClaim(config)}` : `${title} · ${storeName}`,
      description: isFrontPage
        ? description
        : introduced?.description || describeListing({ title, storeName, policies, shipping: config.shipping, offersCod, listing: loaded }),
      product: introduced?.image !== undefined ? { name: introduced.name, image: introduced.image } : shownProduct,
    }),
    ...(isIndexed ? [] : [{ name: 'robots', content: 'noindex, follow' }]),
  ]
}

interface ListingDescription {
  readonly title: string
  readonly storeName: string
  readonly policies: Policies
  readonly shipping: StorefrontShipping
  readonly offersCod: boolean
  readonly listing: Listing | undefined
}

/** `Kurtas from Loom & Lane: Indigo Sprig Kurta, Neem Everyday Kurta and more. Free shipping across India, …`. */
function describeListing({ title, storeName, policies, shipping, offersCod, listing }: ListingDescription): string {
  const names = listing?.products.slice(0, 3).map(({ name }) => name) ?? []
  const examples = names.length === 0 ? '' : `: ${names.join(', ')}${names.length < (listing?.total ?? 0) ? ' and more' : ''}`
  return `${title} from ${storeName}${examples}. ${shipping.claim}${offersCod ? ', cash on delivery' : ''} and ${policies.returnWindowDays}-day returns.`
}

export default function Storefront({ loaderData }: Route.ComponentProps) {
  const { requestedAt, query, listing, facets, heroPiece, collections, rows } = loaderData
  const { categories, hasRows } = useStoreConfig()
  const mySize = findOnlySize(query)
  useVisitLog(loaderData)
  useOfferLink()
  return (
    <>
      {hasHero(query) && <LazyPlacedOrderPanel />}
      {hasHero(query) && <Hero key={requestedAt} piece={heroPiece} />}
      <ListingSection
        listing={listing}
        facets={facets}
        query={query}
        buildHref={buildHref}
        buildProductHref={(product) => addSize({ href: productHref(product), size: mySize })}
        renderActions={(product) => <CardActions key={mySize ?? ''} product={product} mySize={mySize} />}
        requestedAt={requestedAt}
        hasHero={hasHero(query)}
        title={formatListingTitle({ ...query, categories })}
        titleLevel={hasHero(query) ? 2 : 1}
        intro={<CategoryIntro query={query} />}
      />
      {hasHero(query) && hasRows ? (
        <Suspense>
          <FrontRows
            rows={rows}
            buildProductHref={productHref}
            renderActions={(product) => <CardActions product={product} mySize={undefined} />}
          />
        </Suspense>
      ) : (
        <CollectionLinks collections={collections} />
      )}
      <ValueProps />
    </>
  )
}

/** Logs one visit for each `view`, the loader data of a page. The timer keeps it at one in StrictMode, which runs effects twice. */
function useVisitLog(view: object): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new view is a new visit
  useEffect(() => {
    const timer = setTimeout(() => {
      call('POST /track/log-visit', { body: { userAgent: navigator.userAgent.slice(0, maxLengths.userAgent) } }, { keepalive: true }).catch(
        () => {
          // A visit that could not be logged is ignored.
        },
      )
    }, 0)
    return () => clearTimeout(timer)
  }, [view])
}

/** Remembers the code of a link such as `/buy?code=DIWALI10`. Loads what that takes after the page. */
function useOfferLink(): void {
  const { search } = useLocation()
  useEffect(() => {
    const code = new URLSearchParams(search).get('code')
    if (code) import('../../cart/state/offer-code.ts').then(({ rememberOfferCode }) => rememberOfferCode(code)).catch(() => {})
  }, [search])
}
