import { useState } from 'react'
import { data, isRouteErrorResponse } from 'react-router'
import type { Size } from '#contract/business.ts'
import { publicCacheControl } from '#contract/calls.ts'
import { ApiError, type Call, call } from '../api/client.ts'
import { callContext } from '../api/load-context.ts'
import type { Route } from './+types/product-page'
import { useIsShopper } from './add-to-cart.ts'
import { ProductError } from './product-error.tsx'
import { ProductJsonLd } from './product-json-ld.tsx'
import { describeProduct } from './product-meta.ts'
import { ProductView } from './product-view.tsx'

async function load({ call, id }: { call: Call; id: string }) {
  try {
    return await call('getProduct', { params: { id } })
  } catch (error) {
    // An invalid id (400) counts as not found. Other expected errors keep only their status.
    const status = error instanceof ApiError && (error.status === 400 ? 404 : error.status)
    if (status && [404, 429, 503].includes(status)) throw data(null, { status })
    throw error
  }
}

export const loader = ({ context, params }: Route.LoaderArgs) => load({ call: context.get(callContext), id: params.id })

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => load({ call, id: params.id })

/** Error pages must not be cached. */
export const headers: Route.HeadersFunction = ({ errorHeaders }) => ({ 'cache-control': errorHeaders ? 'no-cache' : publicCacheControl })

export const meta: Route.MetaFunction = ({ loaderData, matches, error }) =>
  describeProduct({
    config: matches[0]?.loaderData,
    product: loaderData,
    isMissing: isRouteErrorResponse(error) && error.status === 404,
  })

/** The public product page. */
export default function ProductPage({ loaderData: product }: Route.ComponentProps) {
  const [size, setSize] = useState<Size>()
  const isShopper = useIsShopper()
  return (
    <>
      <ProductJsonLd product={product} />
      <ProductView
        key={product._id}
        product={product}
        size={size}
        onSizeChange={setSize}
        cartHref={isShopper ? '/UserDashboard/cart' : '/homecart'}
        categoryHref={`/buy?category=${product.category}`}
      />
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const status = isRouteErrorResponse(error) ? error.status : 500
  if (status === 404)
    return (
      <ProductError
        title="Product not found"
        text="It may no longer be available, or the link may be incorrect."
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
