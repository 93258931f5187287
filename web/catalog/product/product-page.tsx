import { useState } from 'react'
import { isRouteErrorResponse, redirect, useRevalidator, useSearchParams } from 'react-router'
import { productHref } from '#contract/catalog/product-url.ts'
import { currency, type Size } from '#contract/kernel/business.ts'
import { cutText } from '#contract/kernel/cut-text.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import { describeShipping } from '#contract/orders/shipping-texts.ts'
import { type Call, call } from '../../api/client.ts'
import { callContext } from '../../api/load-context.ts'
import { findCategoryName } from '../../layout/category-name.ts'
import { describePage } from '../../layout/page-meta.ts'
import { describeFailedPage, publicHeaders, throwStatus } from '../../layout/public-page.ts'
import { useStoreConfig } from '../../layout/store-config.ts'
import { buildListingHref, parseSize } from '../listing/listing.ts'
import { useIsShopper } from '../shared/add-to-cart.ts'
import { ProductError } from '../shared/product-error.tsx'
import type { Route } from './+types/product-page'
import { DeclarationList, DetailList } from './detail-list.tsx'
import { ProductView } from './product-view.tsx'
import { RelatedProducts } from './related-products.tsx'

interface ProductRequest {
  readonly call: Call
  readonly params: Route.LoaderArgs['params']
  readonly request: Request
}

async function load({ call, params: { id, slug }, request }: ProductRequest) {
  const product = await call('GET /products/:id', { params: { id } }).catch(throwStatus)
  const href = productHref(product)
  // The name may have changed since the link was made. Not kept by browsers, because it may change again.
  if (slug !== undefined && href !== `/product/${id}/${slug}`)
    throw redirect(href + new URL(request.url).search, { status: 301, headers: { 'cache-control': 'no-cache' } })
  return product
}

export const loader = ({ context, params, request }: Route.LoaderArgs) => load({ call: context.get(callContext), params, request })

export const clientLoader = ({ params, request }: Route.ClientLoaderArgs) => load({ call, params, request })

export const headers = publicHeaders

export const meta: Route.MetaFunction = ({ loaderData: product, matches, error }) => {
  const config = matches[0]?.loaderData
  const storeName = config?.storeName ?? ''
  if (product === undefined) return describeFailedPage({ name: 'Product', error, storeName })
  const { name, price, stock, details: { seoTitle, seoDescription } = {} } = product
  return [
    ...describePage({
      config,
      path: productHref(product),
      title: seoTitle ?? `${name}, ${formatRupees(price)} · ${storeName}`,
      description:
        seoDescription ||
        cutText(product.description, 300) ||
        `${name} from ${storeName}. ${describeShipping(config?.policies ?? {}).claim}.`,
      type: 'product',
      product,
    }),
    { property: 'product:price:amount', content: price.toFixed(2) },
    { property: 'product:price:currency', content: currency },
    { property: 'product:availability', content: stock > 0 ? 'in stock' : 'out of stock' },
  ]
}

/** The public product page. */
export default function ProductPage({ loaderData: product }: Route.ComponentProps) {
  const [search] = useSearchParams()
  // The size of the listing that the visitor comes from.
  const mySize = parseSize(search.get('size') ?? '')
  const [size, setSize] = useState<Size | undefined>(mySize)
  const { revalidate } = useRevalidator()
  const isShopper = useIsShopper()
  const { categories } = useStoreConfig()
  return (
    <>
      <ProductView
        key={product._id}
        product={product}
        size={size}
        onSizeChange={setSize}
        onRefused={revalidate}
        cartHref={isShopper ? '/UserDashboard/cart' : '/homecart'}
        listHref="/buy"
        categoryHref={buildListingHref('/buy', { category: product.category, sizes: mySize === undefined ? [] : [mySize] })}
        categoryName={findCategoryName({ categories, key: product.category })}
        details={<DetailList product={product} />}
        declarations={<DeclarationList product={product} />}
      />
      <RelatedProducts key={product._id} product={product} buildProductHref={productHref} />
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const status = isRouteErrorResponse(error) ? error.status : 500
  if (status === 404)
    return (
      <ProductError
        title="Product not found"
        text="It has left the shop, or the link has a typing error. Have a look at what is here now."
        listHref="/buy"
        canRetry={false}
      />
    )
  return (
    <ProductError
      text={status === 503 ? 'We are fixing a problem. Please try again in a moment; your cart is saved.' : undefined}
      listHref="/buy"
    />
  )
}
