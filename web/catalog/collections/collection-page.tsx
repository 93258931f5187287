import { data } from 'react-router'
import { publicCacheControl } from '#contract/api.ts'
import { splitCollectionText } from '#contract/catalog/collection-text.ts'
import type { Collection } from '#contract/catalog/collections.ts'
import { productHref } from '#contract/catalog/product-url.ts'
import { cutText } from '#contract/kernel/cut-text.ts'
import { collectionProductsPerPage } from '#contract/kernel/limits/paging.ts'
import { describeShipping } from '#contract/orders/shipping-texts.ts'
import { type Call, call } from '../../api/client.ts'
import { callContext } from '../../api/load-context.ts'
import { isNotFound } from '../../layout/error-page.tsx'
import { describePage } from '../../layout/page-meta.ts'
import { describeFailedPage, throwStatus } from '../../layout/public-page.ts'
import { parsePage } from '../../ui/page-numbers.ts'
import { Pager } from '../../ui/pager.tsx'
import { Picture, phoneImageSizes } from '../../ui/picture.tsx'
import { CardActions } from '../listing/card-actions.tsx'
import { findCardLayout, ProductCard } from '../listing/product-card.tsx'
import { ProductGrid } from '../listing/product-grid.tsx'
import { Breadcrumb } from '../shared/breadcrumb.tsx'
import { ProductError } from '../shared/product-error.tsx'
import type { Route } from './+types/collection-page'

interface LoadOptions {
  readonly call: Call
  readonly slug: string
  readonly page: number
}

async function load({ call, slug, page }: LoadOptions): Promise<Collection & { page: number; pages: number }> {
  const collection = await call('GET /collections/:slug', { params: { slug }, query: { page } }).catch(throwStatus)
  return { ...collection, page, pages: Math.max(1, Math.ceil(collection.total / collectionProductsPerPage)) }
}

const readPage = (request: Request): number => parsePage(new URL(request.url).searchParams.get('page'))

const buildHref = ({ slug, page }: { slug: string; page: number }): string => `/collection/${slug}${page > 1 ? `?page=${page}` : ''}`

/** A page, or the products of the last one when it is after that. */
async function loadOrLast(options: LoadOptions) {
  const { page } = options
  const loaded = await load(options)
  return page <= loaded.pages ? loaded : { ...(await load({ ...options, page: loaded.pages })), page }
}

/** Search engines drop a page after the last one. */
export async function loader({ context, params: { slug }, request }: Route.LoaderArgs) {
  const loaded = await loadOrLast({ call: context.get(callContext), slug, page: readPage(request) })
  if (loaded.page > loaded.pages) return data(loaded, { status: 404, headers: { 'cache-control': 'no-cache' } })
  return data(loaded, { headers: { 'cache-control': publicCacheControl } })
}

export const clientLoader = ({ params, request }: Route.ClientLoaderArgs) =>
  loadOrLast({ call, slug: params.slug, page: readPage(request) })

/** Error pages must not be cached. */
export const headers: Route.HeadersFunction = ({ errorHeaders, loaderHeaders }) =>
  errorHeaders ? { 'cache-control': 'no-cache' } : loaderHeaders

export const meta: Route.MetaFunction = ({ loaderData: collection, matches, error }) => {
  const config = matches[0]?.loaderData
  const storeName = config?.storeName ?? ''
  if (collection === undefined) return describeFailedPage({ name: 'Collection', error, storeName })
  const { text, slug, image, products, page, pages } = collection
  const title = page > 1 ? `${collection.title}, page ${page}` : collection.title
  const introduction = page > 1 ? '' : cutText(splitCollectionText(text).introduction, 300)
  return [
    ...describePage({
      config,
      path: buildHref({ slug, page }),
      title: `${title} · ${storeName}`,
      description: introduction || `${title} from ${storeName}. ${describeShipping(config?.policies ?? {}).claim}.`,
      product: image === undefined ? products[0] : { name: title, image },
    }),
    ...(page > pages ? [{ name: 'robots', content: 'noindex, follow' }] : []),
  ]
}

/** The large first card takes four cells of the five columns, so that one or two cards are not left over in the last row. */
const hasFeature = (count: number): boolean => count > 5 && [1, 2].includes(count % 5)

/** A collection: its products in their order, a page at a time, and on the first page its picture, its introduction and its story. */
export default function CollectionPage({ loaderData }: Route.ComponentProps) {
  const { slug, title, backdrop = '', products, page, pages } = loaderData
  const image = page > 1 ? undefined : loaderData.image
  const { introduction, story } = splitCollectionText(page > 1 ? '' : loaderData.text)
  return (
    <div className="page-width flex flex-col gap-6 pt-2 sm:pt-6">
      <Breadcrumb
        steps={[
          { label: 'All clothing', to: '/buy' },
          { label: 'Collections', to: '/collections' },
        ]}
        current={title}
      />
      <header
        className={image === undefined ? '' : 'grid gap-x-10 gap-y-5 sm:mb-8 sm:grid-cols-[2fr_3fr] sm:items-center lg:grid-cols-[1fr_2fr]'}
      >
        {image !== undefined && (
          <Picture
            image={image}
            alt=""
            placeholderColor={backdrop}
            loading="first"
            sizes={`(min-width: 64rem) 30vw, (min-width: 40rem) 38vw, ${phoneImageSizes}`}
            className="max-sm:page-bleed"
          />
        )}
        <div className="flex min-w-0 flex-col gap-3">
          <h1 className="title wrap-anywhere">{title}</h1>
          {introduction && <p className="max-w-prose text-lg wrap-anywhere whitespace-pre-line text-soft">{introduction}</p>}
        </div>
      </header>
      <h2 className="sr-only">Products</h2>
      <ProductGrid label="Products">
        {products.map((product, index) => (
          <ProductCard
            key={product._id}
            product={product}
            to={productHref(product)}
            layout={hasFeature(products.length) ? findCardLayout(index) : 'regular'}
            loading={index >= 4 || image !== undefined ? 'lazy' : index === 0 ? 'first' : 'eager'}
          >
            <CardActions product={product} />
          </ProductCard>
        ))}
      </ProductGrid>
      <Pager page={page} pages={pages} buildHref={(number) => buildHref({ slug, page: number })} />
      {products.length === 0 && <p className="text-soft">Everything in this collection has been sold.</p>}
      {story.length > 0 && (
        <section aria-labelledby="story" className="collection-story">
          <h2 id="story" className="title text-3xl">
            The story
          </h2>
          <div className="flex max-w-prose min-w-0 flex-col gap-4">
            {story.map((paragraph) => (
              <p key={paragraph} className="wrap-anywhere whitespace-pre-line">
                {paragraph}
              </p>
            ))}
          </div>
        </section>
      )}
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isNotFound(error)) return <ProductError listHref="/buy" />
  return (
    <ProductError
      title="Collection not found"
      text="It has ended, or the link has a typing error. There is more to see in the shop."
      listHref="/buy"
      canRetry={false}
    />
  )
}
