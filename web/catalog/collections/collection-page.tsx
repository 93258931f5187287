import { data } from 'react-router'
import { publicCacheControl } from '#contract/api.ts'
import { splitCollectionText } from '#contract/catalog/collection-text.ts'
import { productHref } from '#contract/catalog/product-url.ts'
import { ApiError, type Call, call } from '../../api/client.ts'
import { callContext } from '../../api/load-context.ts'
import { isNotFound } from '../../layout/error-page.tsx'
import { describePage } from '../../layout/page-meta.ts'
import { Picture, phoneImageSizes } from '../../ui/picture.tsx'
import { CardActions } from '../listing/card-actions.tsx'
import { findCardLayout, ProductCard } from '../listing/product-card.tsx'
import { ProductGrid } from '../listing/product-grid.tsx'
import { Breadcrumb } from '../product/breadcrumb.tsx'
import { ProductError } from '../product/product-error.tsx'
import type { Route } from './+types/collection-page'

async function load({ call, slug }: { call: Call; slug: string }) {
  try {
    return await call('GET /collections/:slug', { params: { slug } })
  } catch (error) {
    const status = error instanceof ApiError && (error.status === 400 ? 404 : error.status)
    if (status && [404, 429, 503].includes(status)) throw data(null, { status })
    throw error
  }
}

export const loader = ({ context, params }: Route.LoaderArgs) => load({ call: context.get(callContext), slug: params.slug })

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => load({ call, slug: params.slug })

/** Error pages must not be cached. */
export const headers: Route.HeadersFunction = ({ errorHeaders }) => ({ 'cache-control': errorHeaders ? 'no-cache' : publicCacheControl })

export const meta: Route.MetaFunction = ({ loaderData: collection, matches, error }) => {
  const config = matches[0]?.loaderData
  const storeName = config?.storeName ?? ''
  if (collection === undefined)
    return [
      { title: `${isNotFound(error) ? 'Collection not found' : 'Temporarily unavailable'} · ${storeName}` },
      { name: 'robots', content: 'noindex' },
    ]
  const { title, text, slug, image, products } = collection
  return describePage({
    config,
    path: `/collection/${slug}`,
    title: `${title} · ${storeName}`,
    description: splitCollectionText(text).introduction.slice(0, 300) || `${title} from ${storeName}. Free shipping across India.`,
    product: image === undefined ? products[0] : { name: title, image },
  })
}

/** The large first card takes four cells of the five columns, so that one or two cards are not left over in the last row. */
const hasFeature = (count: number): boolean => count > 5 && [1, 2].includes(count % 5)

/** A collection: its introduction, its products in their order and its story. */
export default function CollectionPage({ loaderData: { title, text, image, backdrop = '', products } }: Route.ComponentProps) {
  const { introduction, story } = splitCollectionText(text)
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
